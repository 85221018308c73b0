import { carryHidden } from './carryHidden.ts';
import { blocksOf, spellingOf } from './extras.ts';
import { factsOf, firstDifference } from './facts.ts';
import type { FountainParts } from './fountainWriter.ts';
import type { FountainReading } from './reading.ts';
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
   * have changed: then it and its neighbours are written as ours. `read` reads what is written;
   * null if it is too long to be read.
   */
  write(read: (text: string) => FountainReading | null): string {
    const { titlePage, elements, fountain } = this.#script;
    const parts = writeParts(this.#script);
    const keys = this.#keys(parts);
    const all = new Set(elements.keys());
    const plainTitle = writeTitlePage(titlePage);
    const plain = this.#titled(plainTitle, this.#spelled(parts, keys, all));
    const plainReading = read(plain);
    if (!plainReading) return plain;
    const expected = factsOf(plainReading);
    const title = writeTitleEntries(blocksOf(fountain, 'titleEntries'), titlePage) ?? plainTitle;
    const replaced = new Set<number>();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const text = this.#titled(title, this.#spelled(parts, keys, replaced));
      const reading = read(text);
      if (!reading) return plain;
      const at = firstDifference(expected, factsOf(reading));
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
