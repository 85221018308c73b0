import { wordDifferences } from '../diff.ts';
import type { ScriptElement } from '../element.ts';
import { isDeepEqual } from '../fdx/same.ts';
import type { ParseResult } from '../screenplay.ts';
import { blocksOf, spellingOf } from './extras.ts';
import { type FountainParts, seam } from './fountainWriter.ts';
import { splitHidden } from './hidden.ts';
import { cutsInLines } from './lineCuts.ts';
import { storedElement } from './spelling.ts';
import { writeTitleEntries } from './titleEntries.ts';
import { writeTitlePage } from './titlePage.ts';
import { type FountainScript, joinParts, writeParts } from './writeParts.ts';

/** How often lines of the file that would be misread are replaced. */
const maxAttempts = 8;

/** A script with lines of the Fountain file from which it was imported (spelling.ts). */
export class SpelledScript {
  readonly #script: FountainScript;
  readonly hasSpelling: boolean;

  constructor(script: FountainScript) {
    this.#script = script;
    const { elements, fountain } = script;
    this.hasSpelling =
      spellingOf(fountain, 'end') !== null ||
      blocksOf(fountain, 'titleEntries').length > 0 ||
      elements.some(
        ({ extras }) => spellingOf(extras?.fountain, 'own') || spellingOf(extras?.fountain, 'gap'),
      );
  }

  /** Write the script in our own lines. */
  writePlain(): string {
    return this.#titled(writeTitlePage(this.#script.titlePage), writeParts(this.#script));
  }

  /**
   * Write the script with the lines of the file. A line can mean something else next to lines that
   * have changed: then it and its neighbours are written as ours. `read` reads what is written.
   */
  write(read: (text: string) => ParseResult): string {
    const { titlePage, elements, fountain } = this.#script;
    const parts = writeParts(this.#script);
    const keys = this.#keys(parts);
    const all = new Set(elements.keys());
    const plainTitle = writeTitlePage(titlePage);
    const plain = this.#titled(plainTitle, this.#spelled(parts, keys, all));
    const plainResult = read(plain);
    if (!plainResult.ok) return plain;
    const expected = factsOf(plainResult);
    const title = writeTitleEntries(blocksOf(fountain, 'titleEntries'), titlePage) ?? plainTitle;
    const replaced = new Set<number>();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const text = this.#titled(title, this.#spelled(parts, keys, replaced));
      const at = firstDifference(expected, factsOf(read(text)));
      if (at === null) return text;
      const isRepeated = replaced.has(at);
      for (const index of isRepeated ? [at - 1, at + 1] : [at]) replaced.add(index);
    }
    return plain;
  }

  #titled(title: string, parts: FountainParts): string {
    const script = joinParts(parts);
    // The gap of the file can be that of a script without a title page.
    return title === '' || /^[ \t]*\n/.test(script) ? title + script : `${title}\n\n${script}`;
  }

  /** Return the parts by which lines of the file are recognised as unchanged. */
  #keys(parts: FountainParts): FountainParts {
    const elements = this.#script.elements.map(storedElement);
    const isStored = elements.every(({ content }, i) => content === this.#script.elements[i]?.content);
    return isStored ? parts : writeParts({ ...this.#script, elements });
  }

  /** Return parts with the lines of the file, except at the replaced elements and next to them. */
  #spelled(parts: FountainParts, keys: FountainParts, replaced: ReadonlySet<number>): FountainParts {
    const { elements, fountain } = this.#script;
    const own = parts.own.map((ours, index) => {
      const spelling = spellingOf(elements[index]?.extras?.fountain, 'own');
      if (!spelling) return ours;
      const isUnchanged = spelling.ours === keys.own[index] && !replaced.has(index);
      return isUnchanged ? spelling.theirs : carryHidden(spelling.theirs, ours);
    });
    const gaps = parts.gaps.map((ours, index) => {
      const isEnd = index === elements.length;
      const spelling = isEnd
        ? spellingOf(fountain, 'end')
        : spellingOf(elements[index]?.extras?.fountain, 'gap');
      const isKept = !replaced.has(index) && !replaced.has(index - 1);
      return spelling && isKept && spelling.ours === keys.gaps[index] ? spelling.theirs : ours;
    });
    return { own, gaps };
  }
}

/**
 * Insert the notes and cut passages of a line into its changed text: after the word that they
 * follow, or where the change begins if that word is gone.
 */
function carryHidden(theirs: string, current: string): string {
  const { visible, inserts } = splitHidden(theirs);
  if (inserts.length === 0) return current;
  const end = current.endsWith(` ${seam}`) ? ` ${seam}` : '';
  const text = current.slice(0, current.length - end.length);
  const placeOf = placesIn(visible, text);
  let carried = '';
  let from = 0;
  for (const { at, raw } of inserts) {
    const wordEnd = visible.slice(0, at).trimEnd().length;
    let place = placeOf(wordEnd);
    for (let space = wordEnd; space < at && text[place] === visible[space]; space++) place++;
    // A backslash would make the opening of the note an ordinary character.
    while (text.charAt(place - 1) === '\\') place--;
    place = Math.max(place, from);
    carried += text.slice(from, place) + asInserted(raw, text.charAt(place), place === from);
    from = place;
  }
  return carried + text.slice(from) + end;
}

/**
 * Return hidden text as it is inserted in front of a character. A note that had a line to itself
 * stays within a line that was joined, because its line feed would separate the line again.
 */
function asInserted(raw: string, next: string, isBehindOther: boolean): string {
  if (!raw.startsWith('\n') || next === '' || next === '\n') return raw;
  return (next === ' ' && !isBehindOther ? ' ' : '') + raw.trimStart();
}

/** Return a function that maps offsets in a text to offsets in its changed form. */
function placesIn(before: string, after: string): (offset: number) => number {
  const runs = wordDifferences(before, after);
  return (offset) => {
    let [old, now] = [0, 0];
    for (const { type, text } of runs) {
      if (type !== 'added' && offset <= old + text.length) return type === 'same' ? now + offset - old : now;
      if (type !== 'added') old += text.length;
      if (type !== 'removed') now += text.length;
    }
    return now;
  };
}

/** Everything of a script that must not depend on how its lines are written. */
interface Facts {
  title: unknown;
  /** By element, as text that can be compared. */
  elements: string[];
  /** Sections, synopses and cut passages, sorted. */
  blocks: string[];
}

function factsOf(result: ParseResult): Facts {
  if (!result.ok) return { title: null, elements: [], blocks: [] };
  const { screenplay, notes } = result;
  const notesOf = new Map<number | null, string[]>();
  for (const { elementIndex, text } of notes)
    notesOf.set(elementIndex, [...(notesOf.get(elementIndex) ?? []), text]);
  const sources = [...screenplay.elements.map(({ extras }) => extras?.fountain), screenplay.source?.fountain];
  return {
    title: [screenplay.titlePage, notesOf.get(null)],
    elements: screenplay.elements.map((element, index) =>
      JSON.stringify([...elementFacts(storedElement(element)), notesOf.get(index)?.toSorted()]),
    ),
    blocks: sources.flatMap(blocksIn).sort(),
  };
}

function elementFacts({ elementType, content, dual, originalType, sceneNumber, extras }: ScriptElement) {
  return [elementType, content, dual, originalType, sceneNumber ?? null, extras?.layout ?? null];
}

function blocksIn(fountain: unknown): string[] {
  return [...blocksOf(fountain, 'before'), ...blocksOf(fountain, 'after'), ...cutsInLines(fountain)];
}

/** Return the index of the first element that differs; null if nothing differs. */
function firstDifference(expected: Facts, found: Facts): number | null {
  const count = Math.max(expected.elements.length, found.elements.length);
  for (let index = 0; index < count; index++)
    if (expected.elements[index] !== found.elements[index]) return index;
  return isDeepEqual([expected.title, expected.blocks], [found.title, found.blocks]) ? null : count;
}
