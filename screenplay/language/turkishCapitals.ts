import { headingStartOf } from '../heading.ts';
import type { TypingReplacement } from './smartTyping.ts';

const introWord = '(?:[iİ]nt|ext|est|[iİe])';
const introPattern = new RegExp(`^[\\s*_]*${introWord}(?: ?\\.? ?/ ?${introWord})?(?=[\\s.-])`, 'i');

/**
 * Return a text whose dotted i has its Turkish capital, İ. All other letters get the right capitals
 * in every language, so that a text in capitals needs to know its language only when it is written.
 */
export function turkishCapitals(text: string): string {
  return text.replaceAll('i', 'İ');
}

/** Return a scene heading with Turkish capitals, except in INT., INT./EXT. or I/E. */
export function turkishHeading(text: string): string {
  const intro = englishIntroOf(text);
  return englishCapitals(intro) + turkishCapitals(text.slice(intro.length));
}

/**
 * Return how the letter before the caret changes in a line of capitals. The i of INT. is known
 * only with the sign after it, and becomes an English one then.
 */
export function turkishReplacement(
  text: string,
  caret: number,
  isHeading: boolean,
): TypingReplacement | null {
  const introEnd = Math.min(caret, isHeading ? englishIntroOf(text).length : 0);
  const start = Math.max(introEnd, caret - 1);
  const before = text.slice(0, caret);
  const changed =
    englishCapitals(text.slice(0, introEnd)) +
    text.slice(introEnd, start) +
    turkishCapitals(text.slice(start, caret));
  if (changed === before) return null;
  let from = 0;
  while (before[from] === changed[from]) from++;
  return { from, to: caret, insert: changed.slice(from) };
}

/** Return the English words that begin a heading, also with İ; "" if there are none. */
function englishIntroOf(text: string): string {
  const intro = introPattern.exec(text)?.[0] ?? '';
  const line = englishCapitals(intro) + text.slice(intro.length);
  return headingStartOf(line.trimStart()) === null ? '' : intro;
}

function englishCapitals(intro: string): string {
  return intro.replaceAll('İ', 'I');
}
