import { plainTextOf } from '../layout/text.ts';
import type { DraftElement } from './draft.ts';

/** Text of an element, prepared for matching. */
export interface MatchedText {
  /** Number of its text, without styles, case and extra spaces. Equal texts have equal numbers. */
  key: number;
  /** Numbers of its words, ascending. */
  words: Int32Array;
}

const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** Numbers texts and words, so that comparing them compares numbers. */
export class TextNumbers {
  readonly #keys = new Map<string, number>();
  readonly #words = new Map<string, number>();

  textOf(element: DraftElement): MatchedText {
    const text = plainTextOf(element).toUpperCase().replace(/\s+/g, ' ').trim();
    const words = Int32Array.from(text.match(word) ?? [], (each) => numberOf(this.#words, each));
    return { key: numberOf(this.#keys, text), words: words.sort() };
  }
}

function numberOf(known: Map<string, number>, text: string): number {
  const number = known.get(text) ?? known.size;
  known.set(text, number);
  return number;
}

/** Return how many words two texts share: from 0 for none to 1 for all. */
export function similarityOf(a: MatchedText, b: MatchedText): number {
  if (a.key === b.key) return 1;
  const total = a.words.length + b.words.length;
  if (total === 0) return 1;
  // The shorter text cannot share more words than it has.
  if (Math.min(a.words.length, b.words.length) * 2 < total * minSimilarity) return 0;
  let common = 0;
  for (let i = 0, j = 0; i < a.words.length && j < b.words.length; ) {
    const difference = (a.words[i] as number) - (b.words[j] as number);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return (2 * common) / total;
}

/** Share of words from which two texts count as versions of one element. */
export const minSimilarity = 0.5;
/** Share of words from which texts of different types do. */
export const minSimilarityOfTypes = 0.75;
