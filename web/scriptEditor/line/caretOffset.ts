import { createStore, derived, type ReadableStore } from '#web/lib/store.ts';
import type { ActiveLine } from './activeLine.ts';

export interface CaretOffset extends ReadableStore<number | null> {
  /** `line` is the key of the line that the offset belongs to. */
  set: (told: { line: number; offset: number }) => void;
}

/**
 * Create the store of the caret's offset in the active line: the initial one until another is set;
 * null without a line.
 */
export function createCaretOffset(line: ReadableStore<ActiveLine | null>): CaretOffset {
  const reported = createStore<{ line: number; offset: number } | null>(null);
  const offset = derived([line, reported], (live, last) => {
    if (!live) return null;
    if (last?.line === live.key) return last.offset;
    return typeof live.selection === 'number' ? live.selection : live.text.text.length;
  });
  return { ...offset, set: reported.set };
}
