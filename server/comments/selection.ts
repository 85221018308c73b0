/** A range of an element's plain text. */
export interface CommentSelection {
  start: number;
  end: number;
}

/**
 * Find the selected text in an element's current plain text, which may have changed since. Returns
 * the nearest match, or null. White space is normalised, because browsers join selected lines
 * differently.
 */
export function findSelection(
  plain: string,
  selectedText: string,
  { start, end }: CommentSelection,
): CommentSelection | null {
  if (alike(plain.slice(start, end), selectedText)) return { start, end: Math.min(end, plain.length) };
  const target = selectedText.trim();
  if (target === '') return null;
  let nearest: number | null = null;
  for (let at = plain.indexOf(target); at >= 0; at = plain.indexOf(target, at + 1)) {
    if (nearest === null || Math.abs(at - start) < Math.abs(nearest - start)) nearest = at;
  }
  return nearest === null ? null : { start: nearest, end: nearest + target.length };
}

function alike(one: string, other: string): boolean {
  return one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim() && one.trim() !== '';
}
