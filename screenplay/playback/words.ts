/*
 * Estimated timing of spoken text, for sounds without timing data. Time is spent on letters and on
 * pauses at punctuation. Fifteen letters a second are an ordinary speed of reading aloud (about 160
 * words a minute). The result is accurate enough to follow along.
 */

const secondsPerLetter = 0.065;
/** Minimum duration of a line. */
const minSeconds = 0.6;

/** Return the duration of a character, measured in letters. */
function weightOf(character: string): number {
  if (/[.!?…:;—]/u.test(character)) return 5;
  if (character === ',' || character === '\n' || character === '–') return 3;
  if (/\d/.test(character)) return 4;
  if (/\s/.test(character)) return 0.5;
  // Each of these characters is a syllable or a word.
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(character)) return 3;
  return /\p{L}/u.test(character) ? 1 : 0;
}

/** Estimate the seconds needed to read a text aloud. */
export function spokenSeconds(text: string): number {
  let letters = 0;
  for (const character of text) letters += weightOf(character);
  return Math.max(minSeconds, letters * secondsPerLetter);
}

/** Range of a word in a text. */
export interface SpokenWord {
  start: number;
  end: number;
}

/** Return the word spoken after this share (0 to 1) of the text; null if there is none. */
export function wordAtShare(text: string, share: number): SpokenWord | null {
  const weights = Array.from(text, (character) => ({ character, weight: weightOf(character) }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  let remaining = Math.min(Math.max(share, 0), 1) * total;
  let offset = 0;
  for (const { character, weight } of weights) {
    remaining -= weight;
    if (remaining < 0) break;
    offset += character.length;
  }
  return wordAround(text, Math.min(offset, text.length - 1));
}

/** Return the word at an offset, or the one before it; null if there is none. */
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
