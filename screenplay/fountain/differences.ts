import type { FountainParts } from './fountainWriter.ts';

/**
 * Two versions of a script, to be reduced to the blocks in which they differ. A block is what blank
 * lines separate in both versions.
 */
export class Differences {
  readonly #a: FountainParts;
  readonly #b: FountainParts;
  readonly #isSelected: Uint8Array;

  /** `indexes` are those of all elements whose lines, or gaps above, can differ. */
  constructor(a: FountainParts, b: FountainParts, indexes: Iterable<number>) {
    this.#a = a;
    this.#b = b;
    this.#isSelected = new Uint8Array(a.own.length);
    // A title page may be above the first block.
    this.#select(0);
    for (const index of indexes) if (this.#isDifferent(index)) this.#select(index);
  }

  /**
   * Return both versions of the blocks that differ, of those next to them, which can depend on
   * them, and of the first block. If these are read alike, so is the whole, unless a cut passage
   * hides the blank lines between blocks.
   */
  reduced(): { a: FountainParts; b: FountainParts } {
    return { a: this.#selected(this.#a), b: this.#selected(this.#b) };
  }

  #isDifferent(index: number): boolean {
    const [a, b] = [this.#a, this.#b];
    return a.gaps[index] !== b.gaps[index] || !isSameText(a.own[index], b.own[index]);
  }

  /** Select the block of an element, with the blocks above and below it. */
  #select(index: number): void {
    const start = this.#blockStart(index);
    const end = this.#blockEnd(index);
    this.#isSelected.fill(1, this.#blockStart(start - 1), this.#blockEnd(end));
  }

  #blockStart(index: number): number {
    let start = index;
    while (start > 0 && !this.#startsBlock(start)) start--;
    return Math.max(0, start);
  }

  /** Return the index after the block of an element. */
  #blockEnd(index: number): number {
    let end = index + 1;
    while (end < this.#a.own.length && !this.#startsBlock(end)) end++;
    return end;
  }

  #startsBlock(index: number): boolean {
    return this.#a.gaps[index] === '\n\n' && this.#b.gaps[index] === '\n\n';
  }

  #selected({ own, gaps }: FountainParts): FountainParts {
    const selected: FountainParts = { own: [], gaps: [] };
    for (let index = 0; index < own.length; index++) {
      if (this.#isSelected[index] !== 1) continue;
      selected.own.push(own[index] ?? '');
      selected.gaps.push(gaps[index] ?? '');
    }
    const hasEnd = this.#isSelected.at(-1) === 1;
    selected.gaps.push(hasEnd ? (gaps.at(-1) ?? '') : '\n');
    return selected;
  }
}

/**
 * Return whether a line differs from another by white space at its end at most. That can make it
 * action instead of a transition.
 */
export function isSameText(a = '', b = ''): boolean {
  return a === b || (a !== '' && !/[:\]/]$/.test(a) && a === b.trimEnd());
}
