import { isCueType, isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import { chunksByTextLength, type Steps } from '../steps.ts';
import {
  alignElements,
  likenessOf,
  type MatchedSide,
  type Pair,
  pairsInOrder,
  uniquePairs,
} from './alignElements.ts';
import type { DraftElement } from './draft.ts';
import { type MatchedText, TextNumbers } from './elementTexts.ts';

/** Which elements of two drafts are versions of each other (docs/decisions/0113). */
export interface Matching {
  /** Index in the later draft of each element of the earlier one; -1 if it was deleted. */
  afterOf: Int32Array;
  /** Index in the earlier draft of each element of the later one; -1 if it is new. */
  beforeOf: Int32Array;
  /** Number of the moved passage of each element of the later draft; -1 if it was not moved. */
  passageOf: Int32Array;
  passageCount: number;
}

/** Words of a text that identify it without an id. */
const minAnchorWords = 3;
/** Words of a passage without ids and headings that count as moved. */
export const minMovedWords = 12;
/** Maximum elements between two of one moved passage. */
const maxPassageGap = 8;

/** Match two drafts in steps: by id, then by equal and by similar text. */
export function* matchDraftsInSteps(
  before: readonly DraftElement[],
  after: readonly DraftElement[],
): Steps<Matching> {
  const numbers = new TextNumbers();
  const sides: [MatchedSide, MatchedSide] = [
    { elements: before, texts: yield* numberTexts(before, numbers) },
    { elements: after, texts: yield* numberTexts(after, numbers) },
  ];
  const matcher = new Matcher(sides);
  matcher.pairById();
  matcher.pairUniqueTexts();
  yield;
  matcher.separateMoves();
  yield;
  yield* matcher.fillGaps();
  matcher.pairRewrittenLines();
  return matcher.build();
}

function* numberTexts(elements: readonly DraftElement[], numbers: TextNumbers): Steps<MatchedText[]> {
  const texts: MatchedText[] = [];
  for (const [from, to] of chunksByTextLength(elements)) {
    for (const element of elements.slice(from, to)) texts.push(numbers.textOf(element));
    yield;
  }
  return texts;
}

class Matcher {
  readonly #sides: [MatchedSide, MatchedSide];
  readonly #afterOf: Int32Array;
  readonly #beforeOf: Int32Array;
  /** Whether each element of the later draft was moved, if it is paired. */
  readonly #isMoved: Uint8Array;
  readonly #hasId: Uint8Array;

  constructor(sides: [MatchedSide, MatchedSide]) {
    const [before, after] = sides;
    this.#sides = sides;
    this.#afterOf = new Int32Array(before.elements.length).fill(-1);
    this.#beforeOf = new Int32Array(after.elements.length).fill(-1);
    this.#isMoved = new Uint8Array(after.elements.length);
    this.#hasId = new Uint8Array(after.elements.length);
  }

  pairById(): void {
    const [before, after] = this.#sides;
    const indexes = new Map<number, number>();
    for (const [index, { id }] of before.elements.entries()) if (id !== undefined) indexes.set(id, index);
    for (const [index, { id }] of after.elements.entries()) {
      const other = id === undefined ? undefined : indexes.get(id);
      if (other === undefined) continue;
      this.#pair([other, index]);
      this.#hasId[index] = 1;
    }
  }

  pairUniqueTexts(): void {
    const [before, after] = this.#unpaired();
    for (const pair of uniquePairs(this.#sides, before, after, minAnchorWords)) this.#pair(pair);
  }

  /**
   * Find the moved passages: pairs whose order changed, with similar elements around them. Too
   * little text without ids was not moved: the same words were written elsewhere.
   */
  separateMoves(): void {
    const pairs = this.#pairs();
    const unmoved = new Set(pairsInOrder(pairs).map(([, after]) => after));
    const moved = pairs.filter(([, after]) => !unmoved.has(after));
    for (const [, after] of moved) this.#isMoved[after] = 1;
    for (const passage of this.#passages()) {
      this.#extend(passage);
      if (!this.#isEnough(passage)) for (const pair of passage) this.#separate(pair);
    }
  }

  /** Pair similar elements between those that are paired, first inside the moved passages. */
  *fillGaps(): Steps<void> {
    for (const passage of this.#passages()) {
      for (const [index, pair] of passage.entries()) {
        const next = passage[index + 1];
        if (next) this.#fill(pair, next, true);
      }
      yield;
    }
    const unmoved = this.#pairs().filter(([, after]) => !this.#isMoved[after]);
    const [{ elements: before }, { elements: after }] = this.#sides;
    let last: Pair = [-1, -1];
    for (const pair of [...unmoved, [before.length, after.length] as Pair]) {
      if (this.#fill(last, pair, false)) yield;
      last = pair;
    }
  }

  /** Pair a heading, cue or parenthetical whose text is new, if the line below is the same one. */
  pairRewrittenLines(): void {
    const [before, after] = this.#sides;
    for (let a = after.elements.length - 2; a >= 0; a--) {
      const below = this.#beforeOf[a + 1] as number;
      const b = below - 1;
      if (below <= 0 || this.#beforeOf[a] !== -1 || this.#afterOf[b] !== -1) continue;
      const { elementType } = after.elements[a] as DraftElement;
      if (elementType !== before.elements[b]?.elementType) continue;
      if (!isHeadingType(elementType) && !isCueType(elementType) && !isParentheticalType(elementType))
        continue;
      this.#pair([b, a]);
      this.#isMoved[a] = this.#isMoved[a + 1] as number;
    }
  }

  build(): Matching {
    const passageOf = new Int32Array(this.#beforeOf.length).fill(-1);
    const passages = this.#passages();
    for (const [number, passage] of passages.entries())
      for (const [, after] of passage) passageOf[after] = number;
    return { afterOf: this.#afterOf, beforeOf: this.#beforeOf, passageOf, passageCount: passages.length };
  }

  #pair([before, after]: Pair): void {
    this.#afterOf[before] = after;
    this.#beforeOf[after] = before;
  }

  #separate([before, after]: Pair): void {
    this.#afterOf[before] = -1;
    this.#beforeOf[after] = -1;
    this.#isMoved[after] = 0;
  }

  #pairs(): Pair[] {
    return [...this.#beforeOf].flatMap((before, after): Pair[] => (before < 0 ? [] : [[before, after]]));
  }

  #unpaired(): [before: number[], after: number[]] {
    const indexes = (pairs: Int32Array) => [...pairs].flatMap((pair, index) => (pair < 0 ? [index] : []));
    return [indexes(this.#afterOf), indexes(this.#beforeOf)];
  }

  /** Return the moved pairs by passage, each in the order of both drafts. */
  #passages(): Pair[][] {
    const passages: Pair[][] = [];
    let open: Pair[] | null = null;
    for (let after = 0; after < this.#beforeOf.length; after++) {
      const before = this.#beforeOf[after] as number;
      if (before < 0) continue;
      if (!this.#isMoved[after]) {
        open = null;
        continue;
      }
      const last: Pair | undefined = open?.at(-1);
      if (open && last && this.#continues(last, [before, after])) open.push([before, after]);
      else {
        open = [[before, after]];
        passages.push(open);
      }
    }
    return passages;
  }

  #continues([lastBefore, lastAfter]: Pair, [before, after]: Pair): boolean {
    if (before <= lastBefore || before - lastBefore > maxPassageGap || after - lastAfter > maxPassageGap)
      return false;
    for (let between = lastBefore + 1; between < before; between++)
      if (this.#afterOf[between] !== -1) return false;
    return true;
  }

  /** Add similar elements at both ends of a passage. */
  #extend(passage: Pair[]): void {
    const [first, last] = [passage[0] as Pair, passage.at(-1) as Pair];
    for (const [step, [before, after]] of [
      [-1, first],
      [1, last],
    ] as const)
      for (let at = step as number; ; at += step) {
        const pair: Pair = [before + at, after + at];
        if (this.#afterOf[pair[0]] !== -1 || this.#beforeOf[pair[1]] !== -1) break;
        if (likenessOf(this.#sides, ...pair) === 0) break;
        this.#pair(pair);
        this.#isMoved[pair[1]] = 1;
        passage.push(pair);
      }
  }

  #isEnough(passage: readonly Pair[]): boolean {
    const [, { elements, texts }] = this.#sides;
    let words = 0;
    for (const [, after] of passage) {
      if (this.#hasId[after] || isHeadingType(elements[after]?.elementType)) return true;
      words += (texts[after] as MatchedText).words.length;
    }
    return words >= minMovedWords;
  }

  /** Pair similar elements between two pairs. Returns whether there were any to compare. */
  #fill([fromBefore, fromAfter]: Pair, [toBefore, toAfter]: Pair, isMoved: boolean): boolean {
    const free = (pairs: Int32Array, from: number, to: number) => {
      const indexes: number[] = [];
      for (let index = from + 1; index < to; index++) if (pairs[index] === -1) indexes.push(index);
      return indexes;
    };
    const before = free(this.#afterOf, fromBefore, toBefore);
    const after = free(this.#beforeOf, fromAfter, toAfter);
    for (const pair of alignElements(this.#sides, before, after)) {
      this.#pair(pair);
      if (isMoved) this.#isMoved[pair[1]] = 1;
    }
    return before.length > 0 && after.length > 0;
  }
}
