import bidiFactory, { type Bidi } from 'bidi-js';

// The package is CommonJS whose types describe its other, ES form.
const bidi = (bidiFactory as unknown as () => Bidi)();
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstLetter = /\p{L}/u;

/** Whether a text has letters that are read from the right, or signs that turn the direction. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text) || /[\u202b\u202e\u2067]/.test(text);
}

/** The direction of a paragraph is that of its first letter. */
export function directionOf(paragraph: string): 'ltr' | 'rtl' {
  return rightToLeft.test(firstLetter.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr';
}

/** Embedding level of every UTF-16 unit of a line; odd ones are read from the right. Source: UAX 9. */
export function levelsOf(line: string, direction: 'ltr' | 'rtl'): Uint8Array {
  return bidi.getEmbeddingLevels(line, direction).levels;
}

/** Stretches with their levels, in reading order → in the order they stand from the left (UAX 9, L2). */
export function visualOrder<T extends { level: number }>(stretches: readonly T[]): T[] {
  const ordered = [...stretches];
  const highest = Math.max(0, ...new Set(ordered.map(({ level }) => level)));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to] as T).level >= level) to++;
      if (to - from > 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return ordered;
}

/** The bracket that opens the other way, where a character is one; else the character. */
export function mirrored(char: string): string {
  return bidi.getMirroredCharacter(char) ?? char;
}
