import { createStore } from '#web/lib/store.ts';

/** Create the store of the element under the pointer; null after the keyboard was used. */
export const createHover = () => createStore<number | null>(null);

export type Hover = ReturnType<typeof createHover>;
