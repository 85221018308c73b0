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

/** Return whether a text is its own capitals because it has ASCII characters only. */
export function isInAsciiCapitals(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || (code >= 97 && code <= 122)) return false;
  }
  return true;
}
