import { emptyTitlePage, type TitlePage } from './element.ts';
import { type SetParagraph, textOfSet } from './setText.ts';

/** Lines that fill a title page; what follows is a second page, such as a quotation. */
export const titlePageLines = 54;
const lineColumns = 60;

export type TitleField = Exclude<keyof TitlePage, 'more'>;

/** A line of the title page: where its text stands, and with how many blank lines above it. */
export interface ReadTitleLine {
  text: string;
  field: TitleField;
  /** Of the paragraph, of the line in it, and of the text between two tabs of that. */
  paragraph: number;
  line: number;
  part: number;
}

interface ReadLine extends Omit<ReadTitleLine, 'field'> {
  isCentered: boolean;
  gap: number;
}

// What Final Draft's untouched templates hold: of versions 8 to 13, some in two lines.
const placeholder =
  /^\(?(script title|title|name of project|by|written by|names? of (the )?(first |subsequent )?writers?,?( ?in order of work performed)?|in order of work performed|based on, if any|(current )?revisions by:?( \(?(names? of|current writer).*)?|current writer, date|name \(.*|address( line \d)?|phone( number)?|e-?mail( address)?|draft information|contact information)\)?$/i;
const usualCredit = /^(written )?by$/i;
const bareCopyright = /^copyright (\(c\)|©)( \d{4})?$/i;
const keyed = /^(title|credit|authors?|source|draft date|contact|copyright|notes)\s*:\s*(.*)$/i;
const credit = /\bby\s*:?$/i;
const origin =
  /^(based (up)?on|from (the|a|an) |adapted from|inspired by|(original )?story by|suggested by|created by)\b/i;
const copyrightLine = /^(copyright\b|©|\(c\))/i;
const date =
  /\b\d{1,4}([-./])\d{1,2}\1\d{1,4}\b|\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d|\bdraft\b|\brevis(ed|ions?)\b/i;

/** Whether nothing is written but what Final Draft's template holds (decision OQ-115). */
export function isUntouchedTemplate(paragraphs: readonly SetParagraph[]): boolean {
  const isNothing = (text: string) => text === '' || placeholder.test(text) || bareCopyright.test(text);
  return paragraphs.every((paragraph) => {
    const text = textOfSet(paragraph);
    return (
      isNothing(squeezed(text)) ||
      text
        .split(/[\n\t]/)
        .map(squeezed)
        .every(isNothing)
    );
  });
}

/**
 * The title page of a file → its fields. Final Draft names no field, so they are told by place and wording: title
 * first, with what stands between it and a line that ends in "by"; that line is the credit, those after it the author;
 * a line at the left is contact unless it is a date or a copyright. Placeholders of the template are nothing.
 * Source: docs/format.md, "FDX".
 */
export function titleFieldsOf(paragraphs: readonly SetParagraph[]): {
  page: TitlePage;
  lines: ReadTitleLine[];
} {
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  const read = isUntouchedTemplate(paragraphs) ? [] : linesOf(paragraphs);
  const found = new Found(read);
  const lines: ReadTitleLine[] = [];
  for (const [index, line] of read.entries()) {
    const field = found.fieldOf(line, read[index + 1]);
    const named = keyed.exec(line.text);
    const text = named ? (named[2] ?? '') : line.text;
    found.note(field, text);
    if (text === '') continue;
    const { paragraph, line: at, part } = line;
    lines.push({ text, field, paragraph, line: at, part });
    page[field] = page[field] === '' ? text : `${page[field]}\n${text}`;
  }
  return { page, lines };
}

/** What of a title page is told already, line by line. */
class Found {
  readonly #seen = new Map<TitleField, string>();
  readonly #hasCredit: boolean;
  #field: TitleField = 'title';

  constructor(lines: readonly ReadLine[]) {
    this.#hasCredit = lines.some(
      ({ isCentered, text }) => isCentered && credit.test(text) && !origin.test(text),
    );
  }

  note(field: TitleField, text: string): void {
    this.#field = field;
    if (text !== '') this.#seen.set(field, text);
  }

  fieldOf({ text, gap, isCentered }: ReadLine, next: ReadLine | undefined): TitleField {
    const name = keyed
      .exec(text)?.[1]
      ?.toLowerCase()
      .replace(/^authors$/, 'author');
    if (name) return name === 'draft date' ? 'draftDate' : (name as TitleField);
    if (copyrightLine.test(text)) return 'copyright';
    if (!isCentered) return date.test(text) ? 'draftDate' : 'contact';
    const before = this.#field;
    if (before === 'title' && gap === 0 && !credit.test(text)) return 'title';
    // A title that is still the template's is none.
    if (!this.#seen.has('title') && !this.#seen.has('credit'))
      return usualCredit.test(text) ? 'credit' : 'title';
    if (origin.test(text)) return 'source';
    if (date.test(text)) return 'draftDate';
    // "Story by", then the name, with or without a blank line between.
    const isAfterOrigin = gap === 0 || (gap === 1 && credit.test(this.#seen.get('source') ?? ''));
    if (before === 'source' && isAfterOrigin) return 'source';
    if (!this.#seen.has('credit') && !this.#seen.has('author')) {
      if (credit.test(text)) return 'credit';
      // Under the title stands that of the episode.
      if (this.#hasCredit) return 'title';
      // Without any "by": two lines a blank apart are credit and author, one alone is the author.
      return next?.isCentered && next.gap === 1 && !isTold(next.text) ? 'credit' : 'author';
    }
    if (before === 'credit') return 'author';
    return before === 'author' && gap === 0 ? 'author' : 'notes';
  }
}

function isTold(text: string): boolean {
  return origin.test(text) || date.test(text) || copyrightLine.test(text);
}

/** The printed lines of the first page. Where none is set to anywhere, all count as set to the middle. */
function linesOf(paragraphs: readonly SetParagraph[]): ReadLine[] {
  const lines: ReadLine[] = [];
  let gap = 0;
  const first = paragraphs.slice(0, endOfFirstPage(paragraphs));
  const isUnset = first.every(({ alignment }) => alignment === undefined);
  for (const [index, paragraph] of first.entries()) {
    const isCentered = isUnset || paragraph.alignment === 'Center';
    const isPlaceholder = placeholder.test(squeezed(textOfSet(paragraph)));
    for (const [line, raw] of textOfSet(paragraph).split('\n').entries()) {
      // A tab parts what stands at the left from what stands at the right.
      const parts = raw.split('\t').map(squeezed);
      const isBlank = parts.every(
        (text) => text === '' || ((isPlaceholder || placeholder.test(text)) && !usualCredit.test(text)),
      );
      if (isBlank) gap++;
      for (const [part, text] of isBlank ? [] : parts.entries()) {
        if (text === '') continue;
        lines.push({ text, isCentered, gap, paragraph: index, line, part });
        gap = 0;
      }
    }
  }
  return lines;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Where the second page begins: with a paragraph that starts one, or with what the first does not hold. */
export function endOfFirstPage(paragraphs: readonly SetParagraph[]): number {
  let used = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0 && paragraph.startsNewPage) return index;
    if (index > 0) used += paragraph.spaceBeforeLines;
    for (const line of textOfSet(paragraph).trimEnd().split('\n'))
      used += Math.max(1, Math.ceil(line.length / lineColumns));
    if (used > titlePageLines) return index;
  }
  return paragraphs.length;
}
