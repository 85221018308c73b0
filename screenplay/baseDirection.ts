/** Letters that are written from right to left, and the marks that count as one. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstStrong = /[\p{L}\u200e\u200f\u061c]/u;

export type Direction = 'ltr' | 'rtl';

/** Return whether a text contains letters that are written from right to left. */
export function hasRightToLeftLetters(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Return the base direction of a paragraph: that of its first letter (UAX 9, P2), as browsers find
 * it for `dir="auto"`.
 */
export function baseDirectionOf(paragraph: string): Direction {
  return rightToLeft.test(firstStrong.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr';
}
