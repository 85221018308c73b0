import type { CommentThreadItem } from './threads.ts';

export interface MarkedRange {
  threadId: number;
  /** Offsets into the element's plain text. */
  start: number;
  end: number;
}

/** Marks of the threads on one element. */
export interface MarksByElement {
  /** Unresolved threads, with selected text or without. */
  count: number;
  /** In the order of the threads; they may overlap. */
  ranges: MarkedRange[];
}

/** Return the marks of unresolved threads by element. */
export function commentMarksOf(threads: readonly CommentThreadItem[]): Map<number, MarksByElement> {
  const marks = new Map<number, MarksByElement>();
  for (const { comment } of threads) {
    const { id, scriptElementId, selectionStart: start, selectionEnd: end, isResolved } = comment;
    if (isResolved || scriptElementId === null) continue;
    const mark = marks.get(scriptElementId) ?? { count: 0, ranges: [] };
    mark.count += 1;
    if (start !== null && end !== null) mark.ranges.push({ threadId: id, start, end });
    marks.set(scriptElementId, mark);
  }
  return marks;
}
