import { createStore } from '#web/lib/store.ts';

/** Create the store of the element under the pointer; null after the keyboard was used. */
export const createHover = () => createStore<number | null>(null);

/** Range of heights in the editor. */
export interface VerticalRange {
  topPx: number;
  bottomPx: number;
}

export type Hover = ReturnType<typeof createHover>;
