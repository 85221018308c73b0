import { createStore, derived, type ReadableStore } from '#web/lib/store.ts';
import type { ActiveLine } from './activeLine.ts';

export interface CaretOffset extends ReadableStore<number | null> {
  /** `line` is the key of the line that it is told of. */
  set: (told: { line: number; offset: number }) => void;
}

/** Where the caret stands in the line being written: where that opened, until something else is told; null without one. */
export function createCaretOffset(line: ReadableStore<ActiveLine | null>): CaretOffset {
  const told = createStore<{ line: number; offset: number } | null>(null);
  const offset = derived([line, told], (live, last) => {
    if (!live) return null;
    if (last?.line === live.key) return last.offset;
    return typeof live.selection === 'number' ? live.selection : live.text.text.length;
  });
  return { ...offset, set: told.set };
}
