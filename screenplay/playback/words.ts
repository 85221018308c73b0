/*
 * How long a text takes to be spoken, and which word is spoken when, for sounds that do not tell. Speech spends its time
 * on letters and on the pauses that signs ask for. Fifteen letters a second are an ordinary speed of reading aloud (some
 * 160 words a minute); what is heard is near enough to follow with the eye.
 */

const secondsPerLetter = 0.065;
/** No line is over at once. */
const shortestSeconds = 0.6;

/** In letters: what a sign costs. */
function weightOf(sign: string): number {
  if (/[.!?…:;—]/u.test(sign)) return 5;
  if (sign === ',' || sign === '\n' || sign === '–') return 3;
  if (/\d/.test(sign)) return 4;
  if (/\s/.test(sign)) return 0.5;
  // One of these is a syllable or a word.
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(sign)) return 3;
  return /\p{L}/u.test(sign) ? 1 : 0;
}

/** How long a reader would take. */
export function spokenSeconds(text: string): number {
  let letters = 0;
  for (const sign of text) letters += weightOf(sign);
  return Math.max(shortestSeconds, letters * secondsPerLetter);
}

/** A stretch of a text. */
export interface SpokenWord {
  start: number;
  end: number;
}

/** The word that is spoken when this share of the text, from 0 to 1, is over; null where there is none. */
export function wordAtShare(text: string, share: number): SpokenWord | null {
  const weights = Array.from(text, (sign) => ({ sign, weight: weightOf(sign) }));
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  let left = Math.min(Math.max(share, 0), 1) * whole;
  let offset = 0;
  for (const { sign, weight } of weights) {
    left -= weight;
    if (left < 0) break;
    offset += sign.length;
  }
  return wordAround(text, Math.min(offset, text.length - 1));
}

/** The word that stands at this place, or the one before it. */
export function wordAround(text: string, offset: number): SpokenWord | null {
  const isSpace = (at: number) => /\s/.test(text[at] ?? ' ');
  let end = Math.max(0, offset);
  while (end > 0 && isSpace(end)) end--;
  if (isSpace(end)) return null;
  let start = end;
  while (start > 0 && !isSpace(start - 1)) start--;
  while (end < text.length && !isSpace(end)) end++;
  return { start, end };
}
