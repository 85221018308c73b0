import type { TitlePage } from './element.ts';
import { titlePageLimits as limits, truncateText } from './limits.ts';
import { type SetParagraph, type SetRun, type TitleSection, textOfSet } from './setText.ts';
import { alignRuns } from './textAlignment.ts';
import {
  endOfFirstPage,
  type ReadTitleLine,
  type TitleField,
  titleFieldsOf,
  titlePageLines,
} from './titleFields.ts';

/*
 * Applying form changes to a title page with custom layout. Changed fields are replaced in place;
 * all other content keeps its layout.
 */

/** Paragraph of the changed page: one of the file, or a new one with the same layout. */
export interface ChangedParagraph {
  /** Index of the paragraph in the file whose layout it uses. */
  like: number;
  isNew: boolean;
  /** New text; null: unchanged. */
  text: string | null;
  /** Alignment of a field that was not on the page before; it is set in plain type. */
  plainAt: 'Left' | 'Center' | null;
}

const middleFields = ['title', 'credit', 'author', 'source', 'draftDate', 'notes'] as const;
const footFields = ['contact', 'copyright'] as const;
const allFields: readonly TitleField[] = [...middleFields, ...footFields];

/** Return the changed paragraphs; null if the fields still equal those read from the page. */
export function changedTitle(
  paragraphs: readonly SetParagraph[],
  page: TitlePage,
): ChangedParagraph[] | null {
  const read = titleFieldsOf(paragraphs);
  const changed = allFields.filter((field) => truncateText(read.page[field], limits[field]) !== page[field]);
  if (changed.length === 0) return null;
  const footLines = footFields.reduce(
    (sum, field) => sum + (page[field] ? page[field].split('\n').length : 0),
    0,
  );
  const draft = new TitlePageEditor(paragraphs, read.lines, titlePageLines - footLines);
  for (const field of changed) draft.write(field, page[field] === '' ? [] : page[field].split('\n'));
  return draft.result();
}

interface Row extends ChangedParagraph {
  parts: string[][] | null;
}

class TitlePageEditor {
  readonly #paragraphs: readonly SetParagraph[];
  readonly #lines: readonly ReadTitleLine[];
  readonly #rows: Row[];
  readonly #byNumber: Row[];
  /** The last row of each field. */
  readonly #last = new Map<TitleField, Row>();
  /** Line on the page where the fields at its foot begin. */
  readonly #footAt: number;
  #firstPageRows: number;

  constructor(paragraphs: readonly SetParagraph[], lines: readonly ReadTitleLine[], footAt: number) {
    this.#footAt = footAt;
    this.#paragraphs = paragraphs;
    this.#lines = lines;
    this.#byNumber = paragraphs.map((_, like) => ({
      like,
      isNew: false,
      text: null,
      plainAt: null,
      parts: null,
    }));
    this.#rows = [...this.#byNumber];
    this.#firstPageRows = endOfFirstPage(paragraphs);
    for (const { field, paragraph } of lines) this.#last.set(field, this.#byNumber[paragraph] as Row);
  }

  write(field: TitleField, texts: readonly string[]): void {
    const old = this.#lines.filter((line) => line.field === field);
    for (const [index, line] of old.entries()) {
      const text = texts[index] ?? '';
      if (text !== line.text) this.#replace(line, text);
    }
    const added = texts.slice(old.length);
    if (added.length === 0) return;
    const last = old.at(-1);
    const row = last && (this.#byNumber[last.paragraph] as Row);
    const plainAt = row ? row.plainAt : footFields.some((each) => each === field) ? 'Left' : 'Center';
    let { after, like } = row ? { after: row, like: row.like } : this.#placeFor(field);
    for (const text of added) after = this.#insert(after, { text, like, plainAt });
    this.#last.set(field, after);
  }

  result(): ChangedParagraph[] {
    return this.#rows.map(({ like, isNew, text, plainAt, parts }) => ({
      like,
      isNew,
      plainAt,
      text: parts ? parts.map((line) => line.join('\t')).join('\n') : text,
    }));
  }

  #replace({ paragraph, line, part, text: old }: ReadTitleLine, text: string): void {
    const row = this.#byNumber[paragraph] as Row;
    row.parts ??= this.#textOf(row)
      .split('\n')
      .map((each) => each.split('\t'));
    const parts = row.parts[line];
    const before = parts?.[part];
    if (!parts || before === undefined) return;
    // Keep the text around the field, such as "Author: " and white space.
    const at = before.indexOf(old);
    parts[part] = at < 0 ? text : before.slice(0, at) + text + before.slice(at + old.length);
  }

  #textOf({ like, text }: Row): string {
    return text ?? textOfSet(this.#paragraphs[like] as SetParagraph);
  }

  /**
   * Insert a line below another with the same layout. It replaces a blank line, so that the text
   * below does not move.
   */
  #insert(after: Row, set: Pick<Row, 'text' | 'like' | 'plainAt'>): Row {
    const at = this.#rows.indexOf(after) + 1;
    const next = this.#rows[at];
    const isFree = next !== undefined && at < this.#firstPageRows && this.#isBlank(next);
    const row: Row = { ...set, isNew: true, parts: null };
    this.#rows.splice(at, isFree ? 1 : 0, row);
    if (!isFree) this.#firstPageRows++;
    return row;
  }

  #isBlank(row: Row): boolean {
    return row.parts === null && this.#textOf(row).trim() === '';
  }

  /**
   * Insert a blank line after the fields that precede a new field, and return the row to insert
   * after.
   */
  #placeFor(field: TitleField): { after: Row; like: number } {
    const isFoot = footFields.some((each) => each === field);
    const order: readonly TitleField[] = isFoot ? footFields : middleFields;
    const before = order.slice(0, order.indexOf(field)).findLast((each) => this.#last.has(each));
    const found = before && this.#last.get(before);
    if (found) {
      const blank = { text: '', like: found.like, plainAt: found.plainAt };
      return { after: isFoot ? found : this.#insert(found, blank), like: found.like };
    }
    if (!isFoot) {
      const middle = this.#rows[this.#middle()] as Row;
      return { after: middle, like: this.#setAs('Center') ?? middle.like };
    }
    let foot = this.#rows[this.#firstPageRows - 1] as Row;
    while (this.#firstPageRows < this.#footAt) foot = this.#insertBlank(foot);
    return { after: foot, like: this.#setAs('Left') ?? foot.like };
  }

  #middle(): number {
    const first = this.#lines.find(({ field }) => middleFields.some((each) => each === field));
    const at = first ? this.#rows.indexOf(this.#byNumber[first.paragraph] as Row) - 2 : titlePageLines / 3;
    return Math.max(0, Math.min(Math.floor(at), this.#firstPageRows - 1));
  }

  #insertBlank(after: Row): Row {
    const row: Row = { like: after.like, isNew: true, text: '', plainAt: 'Left', parts: null };
    this.#rows.splice(this.#rows.indexOf(after) + 1, 0, row);
    this.#firstPageRows++;
    return row;
  }

  /** Return a paragraph of the page with that alignment; null if there is none. */
  #setAs(alignment: 'Left' | 'Center'): number | null {
    const like = this.#paragraphs.findLastIndex(
      (each) => (each.alignment ?? 'Left') === alignment && textOfSet(each).trim() !== '',
    );
    return like < 0 ? null : like;
  }
}

/** Return the paragraphs with the current fields applied. */
export function currentTitleParagraphs(paragraphs: readonly SetParagraph[], page: TitlePage): SetParagraph[] {
  const changed = changedTitle(paragraphs, page);
  if (!changed) return [...paragraphs];
  return changed.map(({ like, isNew, text, plainAt }) => {
    const { startsNewPage, ...paragraph } = paragraphs[like] as SetParagraph;
    const base = { ...paragraph, ...(startsNewPage && !isNew && { startsNewPage }) };
    if (plainAt) return { ...base, alignment: plainAt, runs: text ? [{ text }] : [] };
    return text === null ? base : { ...base, runs: withRunText(paragraph.runs, text) };
  });
}

/** Return a title section with the current fields applied. */
export function currentTitleSection(section: TitleSection, page: TitlePage): TitleSection {
  return { ...section, paragraphs: currentTitleParagraphs(section.paragraphs, page) };
}

/** Replace the text of runs. Unchanged text keeps its style. */
export function withRunText(runs: readonly SetRun[], text: string): SetRun[] {
  if (text === '') return [];
  const texts = runs.map((run) => (run.field ? '' : run.text));
  if (texts.join('') === '') return [{ ...(runs[0] ?? {}), text }];
  return alignRuns(texts, text).map(({ run, text: own }) => ({ ...(runs[run] as SetRun), text: own }));
}
