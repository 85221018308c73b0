const maxAscii = 127;

/**
 * The first two letters of a list of words, in any case. They rule out most lines that begin with
 * none of the words, without a pattern.
 */
export class Beginnings {
  /** Codes of the first two characters in capitals, of words that begin with ASCII. */
  readonly #pairs = new Set<number>();
  /** First characters of all other words, in capitals. */
  readonly #others = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const pair = pairOf(word);
      if (pair !== null) this.#pairs.add(pair);
      else this.#others.add(word.charAt(0).toUpperCase());
    }
  }

  /** Return whether a line may begin with one of the words. */
  mayBegin(line: string): boolean {
    const pair = pairOf(line);
    if (pair !== null) return this.#pairs.has(pair) || this.#others.has(line.charAt(0).toUpperCase());
    // An accent or a special form of a letter may follow an ASCII letter.
    return line.charCodeAt(0) <= maxAscii || this.#others.has(line.charAt(0).toUpperCase());
  }
}

/** Return one number for the first two characters in capitals; null unless both are ASCII. */
function pairOf(text: string): number | null {
  const first = text.charCodeAt(0);
  const second = text.charCodeAt(1);
  return first <= maxAscii && second <= maxAscii ? capital(first) * 128 + capital(second) : null;
}

function capital(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}
