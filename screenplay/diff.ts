import { diffComm } from 'node-diff3';
import { commonPrefixAndSuffix, maxPairs, pairsOf, wordPattern } from './merge.ts';

/**
 * Run of a comparison of two texts. `same` and `removed` runs make up the first text, `same` and
 * `added` runs the second.
 */
export interface DiffRun {
  text: string;
  type: 'same' | 'added' | 'removed';
}

/**
 * Compare two texts by word. Removed text comes before the text added in its place. White space and
 * punctuation between two changes belong to the change. Texts that are too long to compare differ
 * as a whole, except for a common start and end.
 */
export function wordDifferences(before: string, after: string): DiffRun[] {
  if (before === after) return before === '' ? [] : [{ text: before, type: 'same' }];
  const { parts, sides } = numberWords(before, after);
  const [a, b] = sides;
  const [head, tail] = commonPrefixAndSuffix(sides);
  const runs = new RunBuilder((part) => parts[part] ?? '');
  runs.addSame(a.slice(0, head));
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  if (pairsOf(middleA, middleB) > maxPairs) runs.addChange(middleA, middleB);
  else {
    for (const { common, buffer1, buffer2 } of diffComm(middleA, middleB)) {
      if (common) runs.addSame(common);
      else runs.addChange(buffer1, buffer2);
    }
  }
  runs.addSame(tail > 0 ? a.slice(-tail) : []);
  return withoutLeadingSpace(runs.build());
}

/**
 * Replace the words of both texts by numbers. The leading space makes the first word equal to the
 * same word elsewhere.
 */
function numberWords(before: string, after: string) {
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  const numbersOf = (text: string) =>
    (` ${text}`.match(wordPattern) ?? []).map((part) => {
      const known = numbers.get(part);
      if (known !== undefined) return known;
      numbers.set(part, parts.length);
      return parts.push(part) - 1;
    });
  const sides: [number[], number[]] = [numbersOf(before), numbersOf(after)];
  return { parts, sides };
}

const hasWord = /[\p{L}\p{N}]/u;

/** Builder that merges adjacent changes into one: first the removed text, then the added text. */
class RunBuilder {
  readonly #runs: DiffRun[] = [];
  readonly #text: (part: number) => string;
  #removed = '';
  #added = '';
  /** Equal text after a change. It may still become part of the next change. */
  #same = '';

  constructor(text: (part: number) => string) {
    this.#text = text;
  }

  addSame(parts: readonly number[]): void {
    this.#same += this.#textOf(parts);
  }

  addChange(removed: readonly number[], added: readonly number[]): void {
    const hasPendingChange = this.#removed !== '' || this.#added !== '';
    if (hasPendingChange && !hasWord.test(this.#same)) {
      this.#removed += this.#same;
      this.#added += this.#same;
    } else this.#flush();
    this.#same = '';
    this.#removed += this.#textOf(removed);
    this.#added += this.#textOf(added);
  }

  build(): DiffRun[] {
    this.#flush();
    return this.#runs;
  }

  #textOf(parts: readonly number[]): string {
    return parts.map((part) => this.#text(part)).join('');
  }

  #flush(): void {
    this.#push(this.#removed, 'removed');
    this.#push(this.#added, 'added');
    this.#push(this.#same, 'same');
    this.#removed = '';
    this.#added = '';
    this.#same = '';
  }

  #push(text: string, type: DiffRun['type']): void {
    if (text !== '') this.#runs.push({ text, type });
  }
}

/** Remove the space that was put before both texts. */
function withoutLeadingSpace(runs: DiffRun[]): DiffRun[] {
  const [first, second, ...rest] = runs;
  if (!first) return [];
  const text = first.text.slice(1);
  if (!second || first.type === 'same') return withoutEmptyRuns([{ ...first, text }, ...runs.slice(1)]);
  // If only one text has a change at the start, that change takes over the space after it.
  const isReplacement = second.type !== 'same';
  const space = isReplacement ? '' : second.text.slice(0, 1);
  return withoutEmptyRuns([
    { ...first, text: text + space },
    { ...second, text: second.text.slice(1) },
    ...rest,
  ]);
}

function withoutEmptyRuns(runs: DiffRun[]): DiffRun[] {
  return runs.filter((run) => run.text !== '');
}
