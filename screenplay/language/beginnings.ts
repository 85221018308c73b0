const asciiCount = 128;

/**
 * The first two letters of a list of words, in any case. They rule out most lines that begin with
 * none of the words, without a pattern.
 */
export class Beginnings {
  /** By the codes of two ASCII characters: 1 if a line may begin with them. */
  readonly #pairs = new Uint8Array(asciiCount * asciiCount);
  /** First characters of words that begin with others, in capitals. */
  readonly #others = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const firsts = asciiCases(word.charAt(0));
      const seconds = asciiCases(word.charAt(1));
      if (firsts.length === 0 || seconds.length === 0) this.#others.add(word.charAt(0).toUpperCase());
      for (const first of firsts) {
        const row = first * asciiCount;
        if (seconds.length === 0) this.#pairs.fill(1, row, row + asciiCount);
        for (const second of seconds) this.#pairs[row + second] = 1;
      }
    }
  }

  /** Return whether a line may begin with one of the words. */
  mayBegin(line: string): boolean {
    const first = line.charCodeAt(0);
    if (!(first < asciiCount)) return this.#others.has(line.charAt(0).toUpperCase());
    const second = line.charCodeAt(1);
    // An accent or a special form of a letter may follow an ASCII letter.
    return !(second < asciiCount) || this.#pairs[first * asciiCount + second] === 1;
  }
}

/** Return the codes of an ASCII character in both cases; none for other characters. */
function asciiCases(character: string): number[] {
  const codes = [character.toUpperCase(), character.toLowerCase()].map((each) => each.charCodeAt(0));
  return character.charCodeAt(0) < asciiCount ? codes : [];
}
