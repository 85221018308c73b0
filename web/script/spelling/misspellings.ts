import type { ElementType } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import {
  isKnownWord,
  isSpellingChecked,
  spellableWords,
  toKnownWord,
  type WordPlace,
  wordsOfScript,
} from '#screenplay/language/spellableWords.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Mark } from '#web/scriptEditor/pages/mark.ts';
import { piecesInView } from '../marks/markRows.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import type { Speller } from './speller.ts';

/** The misspelled word at the caret. */
export interface FoundWord extends WordPlace {
  elementId: number;
}

/** Elements that are checked together on the way to the next misspelling. */
const batchSize = 50;

/**
 * Finds misspelled words of a script: in the elements near the viewport, at the caret, and after
 * it. Names, places and trade words of the script and words of the dictionaries are none.
 */
export class Misspellings {
  readonly #screen: ScriptScreenState;
  readonly #speller: Speller;
  #known: ReadonlySet<string> = new Set();
  /** Words by element, which is another object after each change. */
  readonly #words = new WeakMap<Element, WordPlace[]>();

  constructor(screen: ScriptScreenState, speller: Speller) {
    this.#screen = screen;
    this.#speller = speller;
  }

  /** Read the names of the script again, and take the words of the dictionaries. */
  learn(dictionary: readonly { word: string }[]): void {
    const { given, pages } = this.#screen;
    const naming = pages.rows.get().map(({ elementType, content, characterName }) => ({
      elementType,
      characterName,
      text: isSpellingChecked(elementType) ? '' : plainText(content),
    }));
    const names = given.get().characters.map(({ name }) => name);
    const known = new Set(wordsOfScript(naming, names));
    for (const { word } of dictionary) known.add(toKnownWord(word));
    this.#known = known;
  }

  /** Return the marks of the elements near the viewport, without the active line. */
  async marksInView(): Promise<Mark[]> {
    const { pages, view, writing } = this.#screen;
    const liveId = writing.line.get()?.id;
    const seen = piecesInView(pages.book.get(), view.get());
    const ids = new Set(seen.map(({ element }) => element.id));
    const elements = pages.rows.get().filter(({ id }) => ids.has(id) && id !== liveId);
    const found = await this.#wrongIn(elements);
    return found.map(({ elementId, start, end }) => ({ type: 'misspelled', elementId, start, end }));
  }

  /** Return the misspelled words of the active line, except the one that holds the caret. */
  async inActiveLine(): Promise<WordPlace[]> {
    const { caretOffset, nodes, writing } = this.#screen;
    const live = writing.line.get();
    if (!live || nodes.field.current?.isComposing()) return [];
    const caret = caretOffset.get();
    const words = this.#candidates(live.type, live.text.text);
    await this.#speller.check(words.map(({ word }) => word));
    return words.filter(
      ({ word, start, end }) =>
        this.#speller.isWrong(word) && (caret === null || caret < start || caret > end),
    );
  }

  /** Return the misspelled word at the caret of the active line; null if it is correct. */
  async atCaret(): Promise<FoundWord | null> {
    const { nodes, writing } = this.#screen;
    const live = writing.line.get();
    const selection = nodes.field.current?.selection();
    if (!live || !selection) return null;
    const place = this.#candidates(live.type, live.text.text).find(
      ({ start, end }) => start <= selection.start && end >= selection.end,
    );
    if (!place) return null;
    await this.#speller.check([place.word]);
    return this.#speller.isWrong(place.word) ? { ...place, elementId: live.id } : null;
  }

  /** Return the next misspelled word after the caret, around the end of the script. */
  async next(): Promise<FoundWord | null> {
    const { caretOffset, current, pages } = this.#screen;
    const rows = pages.rows.get();
    const first = Math.max(0, current.index.get());
    const offset = caretOffset.get() ?? 0;
    const order = [...rows.slice(first), ...rows.slice(0, first + 1)];
    for (let at = 0; at < order.length; at += batchSize) {
      const found = await this.#wrongIn(order.slice(at, at + batchSize));
      const isAhead = ({ elementId, start }: FoundWord) =>
        at > 0 || elementId !== rows[first]?.id || start >= offset;
      const next = found.find(isAhead);
      if (next) return next;
    }
    // Only the text before the caret is left.
    return (await this.#wrongIn(order.slice(0, 1)))[0] ?? null;
  }

  suggest(word: string): Promise<string[]> {
    return this.#speller.suggest(word);
  }

  async #wrongIn(elements: readonly Element[]): Promise<FoundWord[]> {
    const places = elements.flatMap((element) =>
      this.#wordsOf(element).map((place) => ({ ...place, elementId: element.id })),
    );
    const candidates = places.filter(({ word }) => !isKnownWord(word, this.#known));
    await this.#speller.check(candidates.map(({ word }) => word));
    return candidates.filter(({ word }) => this.#speller.isWrong(word));
  }

  #wordsOf(element: Element): WordPlace[] {
    const before = this.#words.get(element);
    if (before) return before;
    const isChecked = isSpellingChecked(element.elementType);
    const words = isChecked ? spellableWords(plainText(element.content)) : [];
    this.#words.set(element, words);
    return words;
  }

  #candidates(type: ElementType, text: string): WordPlace[] {
    if (!isSpellingChecked(type)) return [];
    return spellableWords(text).filter(({ word }) => !isKnownWord(word, this.#known));
  }
}
