import { moveAnchor } from '../anchor.ts';
import { plainText } from '../emphasis.ts';

/** Text of an element before and after a change. */
export interface ChangedText {
  before: string;
  after: string;
}

/** Comment on selected text. */
export interface Anchored {
  id: number;
  start: number | null;
  end: number | null;
}

/**
 * Return the new positions of comments whose text moved or changed. Null: the comment is now on the
 * whole element.
 */
export function movedAnchors({ before, after }: ChangedText, anchored: readonly Anchored[]) {
  return anchored.flatMap(({ id, start, end }) => {
    if (start === null || end === null) return [];
    const anchor = moveAnchor(plainText(before), plainText(after), { start, end });
    if (anchor?.start === start && anchor.end === end) return [];
    return { id, selectionStart: anchor?.start ?? null, selectionEnd: anchor?.end ?? null };
  });
}
