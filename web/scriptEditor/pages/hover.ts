import { createStore } from '#web/lib/store.ts';

/** The element that the mouse points at; null while it points at none, or the keyboard has gone on since. */
export const createHover = () => createStore<number | null>(null);

export type Hover = ReturnType<typeof createHover>;
