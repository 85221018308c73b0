import { diffComm } from 'node-diff3';
import { commonPrefixAndSuffix, maxPairs, pairsOf, words } from './merge.ts';

/** A stretch of two texts laid over each other: same and removed make the first, same and added the second. */
export interface DiffRun {
  text: string;
  type: 'same' | 'added' | 'removed';
}

/**
 * Where two texts differ, by word; what was removed stands before what was added in its place. Spaces and signs
 * alone do not hold changes apart. Texts too long to compare differ as a whole, but for their equal ends.
 */
export function wordDifferences(before: string, after: string): DiffRun[] {
  if (before === after) return before === '' ? [] : [{ text: before, type: 'same' }];
  const { parts, sides } = numbered(before, after);
  const [a, b] = sides;
  const [head, tail] = commonPrefixAndSuffix(sides);
  const runs = new Runs((part) => parts[part] ?? '');
  runs.same(a.slice(0, head));
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  if (pairsOf(middleA, middleB) > maxPairs) runs.changed(middleA, middleB);
  else {
    for (const { common, buffer1, buffer2 } of diffComm(middleA, middleB)) {
      if (common) runs.same(common);
      else runs.changed(buffer1, buffer2);
    }
  }
  runs.same(tail > 0 ? a.slice(-tail) : []);
  return withoutLeadingSpace(runs.done());
}

/** Both texts as numbers of their words; the space in front makes the first word equal to the same further on. */
function numbered(before: string, after: string) {
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  const numbersOf = (text: string) =>
    (` ${text}`.match(words) ?? []).map((part) => {
      const known = numbers.get(part);
      if (known !== undefined) return known;
      numbers.set(part, parts.length);
      return parts.push(part) - 1;
    });
  const sides: [number[], number[]] = [numbersOf(before), numbersOf(after)];
  return { parts, sides };
}

const hasWord = /[\p{L}\p{N}]/u;

/** Gathers stretches so that each change is one: what was removed, then what was added. */
class Runs {
  readonly #runs: DiffRun[] = [];
  readonly #text: (part: number) => string;
  #removed = '';
  #added = '';
  /** Equal text after a change, of which it is not known yet whether it holds the next one apart. */
  #same = '';

  constructor(text: (part: number) => string) {
    this.#text = text;
  }

  same(parts: readonly number[]): void {
    this.#same += this.#textOf(parts);
  }

  changed(removed: readonly number[], added: readonly number[]): void {
    const isOpen = this.#removed !== '' || this.#added !== '';
    if (isOpen && !hasWord.test(this.#same)) {
      this.#removed += this.#same;
      this.#added += this.#same;
    } else this.#flush();
    this.#same = '';
    this.#removed += this.#textOf(removed);
    this.#added += this.#textOf(added);
  }

  done(): DiffRun[] {
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

/** Takes the space away again that was put in front of both texts. */
function withoutLeadingSpace(runs: DiffRun[]): DiffRun[] {
  const [first, second, ...rest] = runs;
  if (!first) return [];
  const text = first.text.slice(1);
  if (!second || first.type === 'same') return filled([{ ...first, text }, ...runs.slice(1)]);
  // Where only one text has a change at its start, that change takes the space after it instead.
  const isOfBoth = second.type !== 'same';
  const space = isOfBoth ? '' : second.text.slice(0, 1);
  return filled([{ ...first, text: text + space }, { ...second, text: second.text.slice(1) }, ...rest]);
}

function filled(runs: DiffRun[]): DiffRun[] {
  return runs.filter((run) => run.text !== '');
}
