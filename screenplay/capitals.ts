/* Capitals and offsets: the capital of some letters is longer, such as SS of ß. */

/**
 * Convert a text to capitals without changing its length. A letter whose capital is longer, such as
 * ß, stays.
 */
export function capitals(text: string): string {
  const upper = text.toUpperCase();
  if (upper.length === text.length) return upper;
  return Array.from(text, (char) => {
    const capital = char.toUpperCase();
    return capital.length === char.length ? capital : char;
  }).join('');
}

/** Return a text with capitals in place of the letters whose capital is longer, such as ß. */
export function expandLetters(text: string): string {
  return text.replace(/\P{ASCII}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? letter : capital;
  });
}

/** Length of the longest capital of a letter. */
export const maxCapitalLength = 3;
