/*
 * The own text of a writer: lines of numbered words, such as A0017. Other words on the screen
 * belong to the other writer. Words with an even number are typed with a small letter, which some
 * types show as a capital.
 */

export type Lines = readonly (readonly string[])[];

const wordPattern = /[AB]\d{4}/gi;

/** A word in a text, by offsets. */
export interface WordRange {
  word: string;
  start: number;
  end: number;
}

export function wordsIn(text: string): WordRange[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word: word.toUpperCase(),
    start: index,
    end: index + word.length,
  }));
}

/** Return a word with the letter that its writer types. */
export function typedWord(word: string): string {
  return Number(word.slice(1)) % 2 === 0 ? word.toLowerCase() : word;
}

/** Return the words that have another letter than the typed one. */
export function changedLetters(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    wordsIn(text).flatMap(({ word, start, end }) =>
      text.slice(start, end) === typedWord(word) ? [] : text.slice(start, end),
    ),
  );
}

/** Return the words of a writer, by paragraph. Paragraphs without any are left out. */
export function linesOf(texts: readonly string[], letter: string): Lines {
  return texts
    .map((text) => wordsIn(text).flatMap(({ word }) => (word.startsWith(letter) ? word : [])))
    .filter((words) => words.length > 0);
}

export const joinLines = (lines: Lines) => lines.map((words) => words.join(' ')).join(' | ');

/** Return the words that occur more than once. */
export function repeatedWords(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts
    .flatMap((text) => wordsIn(text))
    .flatMap(({ word }) => {
      const isRepeated = seen.has(word);
      seen.add(word);
      return isRepeated ? word : [];
    });
}

/** Return the lines with the line at `index` replaced by others. Empty ones are left out. */
export function withLines(lines: Lines, index: number, count: number, next: Lines): Lines {
  return lines.toSpliced(index, count, ...next.filter((words) => words.length > 0));
}

/** Copied text: whole lines, or parts of them. */
export interface CopiedLines {
  lines: Lines;
  /** Whether the first line begins inside a paragraph, and the last ends inside one. */
  startsInside: boolean;
  endsInside: boolean;
  html: string;
  text: string;
}

/** Return what a line with these words before and after the caret becomes by a paste. */
export function pasted(head: readonly string[], copied: CopiedLines, tail: readonly string[]): Lines {
  const { lines, startsInside, endsInside } = copied;
  const [first = [], ...more] = lines;
  if (more.length === 0 && (startsInside || endsInside)) return [[...head, ...first, ...tail]];
  const inserted = startsInside && head.length > 0 ? more : lines;
  const before = startsInside && head.length > 0 ? [...head, ...first] : head;
  const last = inserted.at(-1) ?? [];
  if (endsInside && tail.length > 0) return [before, ...inserted.slice(0, -1), [...last, ...tail]];
  return [before, ...inserted, tail];
}
