import { emptyTitlePage, type TitlePage } from './element.ts';
import { type SetParagraph, textOfSet } from './setText.ts';

/** Lines of a title page. Further lines are on a second page, such as a quotation. */
export const titlePageLines = 54;
const lineColumns = 60;

export type TitleField = Exclude<keyof TitlePage, 'more'>;

/** Return a title page with other texts; null if it is empty and prints the project's name. */
export function withTitleTexts(
  page: TitlePage,
  texts: Partial<Record<TitleField, string>>,
): TitlePage | null {
  const { more, ...written } = { ...page, ...texts };
  const isBlank = more.length === 0 && Object.values(written).every((text) => text.trim() === '');
  return isBlank ? null : { ...written, more };
}

/** Line of the title page with its field and position. */
export interface ReadTitleLine {
  text: string;
  field: TitleField;
  /** Index of the paragraph, of the line in it, and of the part between tabs. */
  paragraph: number;
  line: number;
  part: number;
}

interface ReadLine extends Omit<ReadTitleLine, 'field'> {
  isCentered: boolean;
  gap: number;
}

// Text of Final Draft's unmodified templates, versions 8 to 13. Some of it spans two lines.
const placeholder =
  /^\(?(script title|title|name of project|by|written by|names? of (the )?(first |subsequent )?writers?,?( ?in order of work performed)?|in order of work performed|based on, if any|(current )?revisions by:?( \(?(names? of|current writer).*)?|current writer, date|name \(.*|address( line \d)?|phone( number)?|e-?mail( address)?|draft information|contact information)\)?$/i;
const defaultCredit = /^(written )?by$/i;
const bareCopyright = /^copyright (\(c\)|©)( \d{4})?$/i;
const labelledLine = /^(title|credit|authors?|source|draft date|contact|copyright|notes)\s*:\s*(.*)$/i;
const credit = /\bby\s*:?$/i;
const sourceLine =
  /^(based (up)?on|from (the|a|an) |adapted from|inspired by|(original )?story by|suggested by|created by)\b/i;
const copyrightLine = /^(copyright\b|©|\(c\))/i;
const date =
  /\b\d{1,4}([-./])\d{1,2}\1\d{1,4}\b|\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d|\bdraft\b|\brevis(ed|ions?)\b/i;

/** Return whether the title page only contains text of Final Draft's template (decision OQ-115). */
export function isUntouchedTemplate(paragraphs: readonly SetParagraph[]): boolean {
  const isTemplateText = (text: string) => text === '' || placeholder.test(text) || bareCopyright.test(text);
  return paragraphs.every((paragraph) => {
    const text = textOfSet(paragraph);
    return (
      isTemplateText(collapseSpaces(text)) ||
      text
        .split(/[\n\t]/)
        .map(collapseSpaces)
        .every(isTemplateText)
    );
  });
}

/**
 * Read the fields of a file's title page. Final Draft does not mark fields, so position and wording
 * determine them. The title is first, with all lines up to one that ends in "by". That line is the
 * credit, the lines after it are the author. A left-aligned line is contact, unless it is a date or
 * a copyright. Template placeholders are ignored. Source: docs/format.md, "FDX".
 */
export function titleFieldsOf(paragraphs: readonly SetParagraph[]): {
  page: TitlePage;
  lines: ReadTitleLine[];
} {
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  const read = isUntouchedTemplate(paragraphs) ? [] : linesOf(paragraphs);
  const classifier = new FieldClassifier(read);
  const lines: ReadTitleLine[] = [];
  for (const [index, line] of read.entries()) {
    const field = classifier.fieldOf(line, read[index + 1]);
    const named = labelledLine.exec(line.text);
    const text = named ? (named[2] ?? '') : line.text;
    classifier.record(field, text);
    if (text === '') continue;
    const { paragraph, line: at, part } = line;
    lines.push({ text, field, paragraph, line: at, part });
    page[field] = page[field] === '' ? text : `${page[field]}\n${text}`;
  }
  return { page, lines };
}

/** Classifier of title page lines. It keeps the fields found so far. */
class FieldClassifier {
  readonly #seen = new Map<TitleField, string>();
  readonly #hasCredit: boolean;
  #field: TitleField = 'title';

  constructor(lines: readonly ReadLine[]) {
    this.#hasCredit = lines.some(
      ({ isCentered, text }) => isCentered && credit.test(text) && !sourceLine.test(text),
    );
  }

  record(field: TitleField, text: string): void {
    this.#field = field;
    if (text !== '') this.#seen.set(field, text);
  }

  fieldOf({ text, gap, isCentered }: ReadLine, next: ReadLine | undefined): TitleField {
    const name = labelledLine
      .exec(text)?.[1]
      ?.toLowerCase()
      .replace(/^authors$/, 'author');
    if (name) return name === 'draft date' ? 'draftDate' : (name as TitleField);
    if (copyrightLine.test(text)) return 'copyright';
    if (!isCentered) return date.test(text) ? 'draftDate' : 'contact';
    const before = this.#field;
    if (before === 'title' && gap === 0 && !credit.test(text)) return 'title';
    // Ignore a title that is still the template's.
    if (!this.#seen.has('title') && !this.#seen.has('credit'))
      return defaultCredit.test(text) ? 'credit' : 'title';
    if (sourceLine.test(text)) return 'source';
    if (date.test(text)) return 'draftDate';
    // "Story by" followed by the name, with or without a blank line between.
    const isAfterOrigin = gap === 0 || (gap === 1 && credit.test(this.#seen.get('source') ?? ''));
    if (before === 'source' && isAfterOrigin) return 'source';
    if (!this.#seen.has('credit') && !this.#seen.has('author')) {
      if (credit.test(text)) return 'credit';
      // The line under the title is the title of the episode.
      if (this.#hasCredit) return 'title';
      // Without any "by": two lines separated by a blank line are credit and author, a single one
      // is the author.
      return next?.isCentered && next.gap === 1 && !hasRecognisableField(next.text) ? 'credit' : 'author';
    }
    if (before === 'credit') return 'author';
    return before === 'author' && gap === 0 ? 'author' : 'notes';
  }
}

function hasRecognisableField(text: string): boolean {
  return sourceLine.test(text) || date.test(text) || copyrightLine.test(text);
}

/**
 * Return the non-blank lines of the first page. If no paragraph has an alignment, all count as
 * centred.
 */
function linesOf(paragraphs: readonly SetParagraph[]): ReadLine[] {
  const lines: ReadLine[] = [];
  let gap = 0;
  const first = paragraphs.slice(0, endOfFirstPage(paragraphs));
  const hasNoAlignment = first.every(({ alignment }) => alignment === undefined);
  for (const [index, paragraph] of first.entries()) {
    const isCentered = hasNoAlignment || paragraph.alignment === 'Center';
    const isPlaceholder = placeholder.test(collapseSpaces(textOfSet(paragraph)));
    for (const [line, raw] of textOfSet(paragraph).split('\n').entries()) {
      // A tab separates text on the left from text on the right.
      const parts = raw.split('\t').map(collapseSpaces);
      const isBlank = parts.every(
        (text) => text === '' || ((isPlaceholder || placeholder.test(text)) && !defaultCredit.test(text)),
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

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Return the index of the first paragraph of the second page: one that starts a page or does not
 * fit on the first.
 */
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
