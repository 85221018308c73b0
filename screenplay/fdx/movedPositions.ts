import type { ScriptElement } from '../element.ts';
import { longestIncreasingSubsequence } from '../longestIncreasingSubsequence.ts';
import { caretAfter } from '../textAlignment.ts';
import { lastAtOrBefore } from './notes.ts';
import type { PreservedParagraph, PreservedPosition } from './preserved.ts';
import type { WrittenContent } from './writeContent.ts';
import { preservedOf, writtenText } from './writtenParagraph.ts';

type Anchor = NonNullable<PreservedParagraph['anchor']>;

/** A paragraph of the source file that is still in the script. */
interface Move {
  from: Anchor;
  to: PreservedPosition;
  element: ScriptElement;
}

/**
 * Converts positions in the source file to positions in the script as it is written now. A position
 * in a paragraph stays at its letters, also when the paragraph moves.
 */
export class MovedPositions {
  readonly #moves: Move[] = [];
  readonly #starts: number[];
  /** The moves of paragraphs that are in the order of the file. */
  readonly #inOrder: ReadonlySet<Move>;
  readonly #isComplete: boolean;

  /** `isComplete`: all paragraphs of the file have an anchor, not only those with notes. */
  constructor(elements: readonly ScriptElement[], { places }: WrittenContent, isComplete: boolean) {
    this.#isComplete = isComplete;
    for (const [index, element] of elements.entries()) {
      const { anchor } = preservedOf(element);
      const to = places[index];
      if (anchor && to) this.#moves.push({ from: anchor, to, element });
    }
    this.#moves.sort((a, b) => a.from.at - b.from.at);
    this.#starts = this.#moves.map(({ from }) => from.at);
    const order = this.#moves.map(({ to }, index) => to.at * this.#moves.length + index);
    this.#inOrder = new Set(longestIncreasingSubsequence(order).map((index) => this.#moves[index] as Move));
  }

  /** Return the current position; null if its paragraph is gone. */
  ofText(position: number): number | null {
    const move = this.#moves[lastAtOrBefore(this.#starts, position)];
    if (!move) return null;
    const { from, to, element } = move;
    const offset = position - from.at;
    // The length includes the end of the paragraph.
    if (offset < 0 || offset >= from.length) return null;
    if (offset === 0 || from.text === undefined) return to.at + Math.min(offset, to.length);
    const text = writtenText(element);
    return to.at + (text === from.text ? offset : caretAfter(from.text, text, offset));
  }

  /**
   * Return the current position, also if its paragraph is gone: the end of the last one before it
   * that is left. Positions in blank paragraphs keep their distance from the next paragraph.
   */
  of(position: number): number {
    const found = this.ofText(position);
    if (found !== null || !this.#isComplete || this.#moves.length === 0) return found ?? position;
    let index = lastAtOrBefore(this.#starts, position);
    const next = (this.#starts[index] as number) > position ? this.#moves[index] : this.#moves[index + 1];
    const blanks = next?.element.extras?.blanksBefore?.length ?? 0;
    if (next && next.from.at - position <= blanks) return Math.max(0, next.to.at - (next.from.at - position));
    if (!next && index === this.#moves.length - 1) {
      const { from, to } = this.#moves[index] as Move;
      return to.at + to.length + 1 + position - (from.at + from.length);
    }
    while (index > 0 && !this.#inOrder.has(this.#moves[index] as Move)) index--;
    const { from, to } = this.#moves[index] as Move;
    return from.at > position ? 0 : to.at + to.length;
  }
}
