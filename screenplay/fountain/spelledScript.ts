import type { ScriptElement } from '../element.ts';
import { maxParagraphs } from '../screenplay.ts';
import { carryHidden } from './carryHidden.ts';
import { Differences } from './differences.ts';
import { blocksOf, type LineSpelling, spellingOf } from './extras.ts';
import { factsOf, firstDifference } from './facts.ts';
import type { FountainParts } from './fountainWriter.ts';
import { extractHidden } from './hidden.ts';
import type { FountainReading } from './reading.ts';
import { storedElement } from './storedElement.ts';
import { writeTitleEntries } from './titleEntries.ts';
import { writeTitlePage } from './titlePage.ts';
import { type FountainScript, joinParts, writeParts } from './writeParts.ts';

/** How often lines of the file that would be misread are replaced. */
const maxAttempts = 8;

/** Reader of written text. Returns null for a text that is too long to be read. */
type Read = (text: string) => FountainReading | null;

/** Lines of the file for the element or gap at an index. */
interface IndexedSpelling extends LineSpelling {
  index: number;
}

/** A script with lines of the Fountain file from which it was imported (spelling.ts). */
export class SpelledScript {
  readonly #script: FountainScript;
  readonly #own: IndexedSpelling[] = [];
  readonly #gaps: IndexedSpelling[] = [];

  constructor(script: FountainScript) {
    this.#script = script;
    const { elements, fountain } = script;
    for (let index = 0; index < elements.length; index++) {
      const spelled = elements[index]?.extras?.fountain;
      if (!spelled) continue;
      addSpelling(this.#own, index, spellingOf(spelled, 'own'));
      addSpelling(this.#gaps, index, spellingOf(spelled, 'gap'));
    }
    addSpelling(this.#gaps, elements.length, spellingOf(fountain, 'end'));
  }

  get hasSpelling(): boolean {
    const hasTitle = blocksOf(this.#script.fountain, 'titleEntries').length > 0;
    return hasTitle || this.#own.length > 0 || this.#gaps.length > 0;
  }

  /** Write the script in our own lines. */
  writePlain(): string {
    return joinParts(writeParts(this.#script), writeTitlePage(this.#script.titlePage));
  }

  /**
   * Write the script with the lines of the file. A line can mean something else next to lines that
   * have changed: then it and its neighbours are written as ours. `read` reads what is written;
   * null if it is too long to be read.
   */
  write(read: Read): string {
    const { titlePage, elements, fountain } = this.#script;
    const parts = writeParts(this.#script);
    const keys = this.#keys(parts);
    const plainTitle = writeTitlePage(titlePage);
    const title = writeTitleEntries(blocksOf(fountain, 'titleEntries'), titlePage) ?? plainTitle;
    const plainParts = this.#spelled(parts, keys, (index) => index in elements);
    const spelledParts = this.#spelled(parts, keys, () => false);
    const spelled = joinParts(spelledParts, title);
    const isReducible = !(plainTitle + title).includes('/*') && elements.length <= maxParagraphs;
    if (isReducible && !this.#hasOpenCut(plainParts) && !this.#hasOpenCut(spelledParts)) {
      const indexes = [...this.#own, ...this.#gaps].flatMap(({ index }) => [index - 1, index]);
      const { a, b } = new Differences(plainParts, spelledParts, indexes).reduced();
      if (isReadAlike(read, joinParts(a, plainTitle), joinParts(b, title))) return spelled;
    }
    const plain = joinParts(plainParts, plainTitle);
    const plainReading = read(plain);
    if (!plainReading) return plain;
    const expected = factsOf(plainReading);
    const replaced = new Set<number>();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const text = joinParts(
        this.#spelled(parts, keys, (index) => replaced.has(index)),
        title,
      );
      const reading = read(text);
      if (!reading) return plain;
      const at = firstDifference(expected, factsOf(reading));
      if (at === null) return text;
      const isRepeated = replaced.has(at);
      for (const index of isRepeated ? [at - 1, at + 1] : [at]) replaced.add(index);
    }
    return plain;
  }

  /**
   * Return whether a cut passage may begin in one part and end in another. Then it hides blank
   * lines that limit differences to blocks. Lines that are written as ours have none.
   */
  #hasOpenCut({ own, gaps }: FountainParts): boolean {
    for (const gap of gaps) if (gap.length > 2 && isCutOpen(gap)) return true;
    return this.#own.some(({ index }) => isCutOpen(own[index] ?? ''));
  }

  /** Return the parts by which lines of the file are recognised as unchanged. */
  #keys(parts: FountainParts): FountainParts {
    const elements = [...this.#script.elements];
    let isStored = true;
    for (const { index } of this.#own) {
      const element = elements[index] as ScriptElement;
      elements[index] = storedElement(element);
      isStored &&= elements[index] === element;
    }
    return isStored ? parts : writeParts({ ...this.#script, elements });
  }

  /** Return parts with the lines of the file, except at the replaced elements and next to them. */
  #spelled(parts: FountainParts, keys: FountainParts, isReplaced: (index: number) => boolean): FountainParts {
    const own = [...parts.own];
    for (const { index, ours, theirs } of this.#own) {
      const isUnchanged = ours === keys.own[index] && !isReplaced(index);
      own[index] = isUnchanged ? theirs : carryHidden(theirs, own[index] ?? '');
    }
    const gaps = [...parts.gaps];
    for (const { index, ours, theirs } of this.#gaps)
      if (ours === keys.gaps[index] && !isReplaced(index) && !isReplaced(index - 1)) gaps[index] = theirs;
    return { own, gaps };
  }
}

function isCutOpen(text: string): boolean {
  return text.includes('/*') && extractHidden(text).hasOpenCut;
}

function addSpelling(to: IndexedSpelling[], index: number, spelling: LineSpelling | null): void {
  if (spelling) to.push({ index, ...spelling });
}

/** Return whether two texts are certain to be read alike, also with other blocks between theirs. */
function isReadAlike(read: Read, plain: string, spelled: string): boolean {
  const plainReading = read(plain);
  const reading = plainReading && read(spelled);
  if (!reading || plainReading.dependsOnAllLines || reading.dependsOnAllLines) return false;
  return firstDifference(factsOf(plainReading), factsOf(reading)) === null;
}
