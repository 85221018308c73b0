/** A stretch of an element's plain text. */
export interface CommentSelection {
  start: number;
  end: number;
}

/**
 * Where selected text stands in an element's plain text now. Its element may have changed since it was
 * selected: then it is the nearest place that reads the same, or null when there is none. White space counts
 * alike, as a browser joins the lines of a selection in its own way.
 */
export function findSelection(
  plain: string,
  selectedText: string,
  { start, end }: CommentSelection,
): CommentSelection | null {
  if (alike(plain.slice(start, end), selectedText)) return { start, end: Math.min(end, plain.length) };
  const wanted = selectedText.trim();
  if (wanted === '') return null;
  let nearest: number | null = null;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    if (nearest === null || Math.abs(at - start) < Math.abs(nearest - start)) nearest = at;
  }
  return nearest === null ? null : { start: nearest, end: nearest + wanted.length };
}

function alike(one: string, other: string): boolean {
  return one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim() && one.trim() !== '';
}
