import bidiFactory, { type Bidi } from 'bidi-js';
import { type Direction, hasRightToLeftLetters } from '#screenplay/baseDirection.ts';

// A CommonJS package whose types describe its ES module form.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Return whether a text contains right-to-left letters or direction marks. */
export function hasRightToLeft(text: string): boolean {
  return hasRightToLeftLetters(text) || /[\u202b\u202e\u2067]/.test(text);
}

/**
 * Return the embedding level of every UTF-16 unit of a line. Odd levels are right-to-left. Source:
 * UAX 9.
 */
export function levelsOf(line: string, direction: Direction): Uint8Array {
  return bidi.getEmbeddingLevels(line, direction).levels;
}

/** Convert pieces with levels from reading order to visual order from the left (UAX 9, L2). */
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

/** Return the mirrored bracket, or the character itself. */
export function mirrored(char: string): string {
  return bidi.getMirroredCharacter(char) ?? char;
}
