import { directionType } from '../directions.ts';
import { isCueLike, isTransitionLike } from '../pastedElement.ts';
import { readsAsHeading } from './rules.ts';

/*
 * Files without blank lines. Their elements are recognised by their words, as in pasted text.
 */

/** Fewer lines are too few to tell that a file has no blank lines. */
const minLines = 6;
const minHeadings = 2;

/** Return whether the lines from `start` on have no blank line, and begin like a script. */
export function isSingleSpaced(lines: readonly string[], start: number): boolean {
  let first = start;
  while (first < lines.length && lines[first]?.trim() === '') first++;
  let end = lines.length;
  while (end > first && lines[end - 1]?.trim() === '') end--;
  if (end - first < minLines || !isStandalone(lines[first]?.trim() ?? '')) return false;
  let headings = 0;
  for (let at = first; at < end; at++) {
    const line = lines[at]?.trim() ?? '';
    if (line === '') return false;
    if (readsAsHeading(line, false)) headings++;
  }
  return headings >= minHeadings;
}

/** Return whether a line is a heading, an opening or a transition by its words alone. */
export function isStandalone(text: string): boolean {
  return readsAsHeading(text, false) || isTransitionLike(text) || directionType(text) !== null;
}

/** Return whether a line begins a block in a file without blank lines. */
export function beginsUnspaced(text: string, below: string): boolean {
  return isStandalone(text) || (isCueLike(text) && below.trim() !== '' && !isStandalone(below.trim()));
}
