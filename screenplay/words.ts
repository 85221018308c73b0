/* Caret movement by letters and words. Offsets count in the plain text of one element. */

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Return the offset before or after one grapheme. */
export function adjacentLetterOffset(text: string, offset: number, direction: 1 | -1): number {
  // Longer than any grapheme, such as a flag of two code points.
  const reach = 40;
  const start = direction > 0 ? offset : Math.max(0, offset - reach);
  const part = text.slice(start, direction > 0 ? offset + reach : offset);
  const found = [...letters.segment(part)];
  const length = (direction > 0 ? found[0] : found.at(-1))?.segment.length ?? 0;
  return offset + direction * length;
}

const word = /[\p{L}\p{N}\p{M}_'’]/u;

/** Return the end of the next word, or the start of the previous one. */
export function adjacentWordOffset(text: string, offset: number, direction: 1 | -1): number {
  let at = offset;
  const next = () => text.charAt(direction > 0 ? at : at - 1);
  while (next() !== '' && !word.test(next())) at += direction;
  while (next() !== '' && word.test(next())) at += direction;
  return at;
}

/** Return the word at an offset, or the character between two words. */
export function wordAt(text: string, offset: number): { start: number; end: number } {
  const isIn = (at: number) => at >= 0 && at < text.length && word.test(text.charAt(at));
  const at = isIn(offset) || !isIn(offset - 1) ? offset : offset - 1;
  if (!isIn(at)) return { start: Math.min(at, text.length), end: Math.min(at + 1, text.length) };
  let [start, end] = [at, at + 1];
  while (isIn(start - 1)) start--;
  while (isIn(end)) end++;
  return { start, end };
}
