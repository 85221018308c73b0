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
 * A title page that its writer set, when its fields have been changed in a form since: what changed is changed in its
 * place, and all else stays as it was set.
 */

/** One paragraph of the changed page: that of the file, or another set like it. */
export interface ChangedParagraph {
  /** Number of the paragraph it is, or is set like. */
  like: number;
  isNew: boolean;
  /** Null: as it was. */
  text: string | null;
  /** Of a field that the page had not: where it stands, in plain type. */
  plainAt: 'Left' | 'Center' | null;
}

const middleFields = ['title', 'credit', 'author', 'source', 'draftDate', 'notes'] as const;
const footFields = ['contact', 'copyright'] as const;
const allFields: readonly TitleField[] = [...middleFields, ...footFields];

/** Null where the fields are still those that the page was read with. */
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
  const draft = new Draft(paragraphs, read.lines, titlePageLines - footLines);
  for (const field of changed) draft.write(field, page[field] === '' ? [] : page[field].split('\n'));
  return draft.result();
}

interface Row extends ChangedParagraph {
  /** Parts between tabs, by line; null until one of them is changed. */
  parts: string[][] | null;
}

class Draft {
  readonly #paragraphs: readonly SetParagraph[];
  readonly #lines: readonly ReadTitleLine[];
  readonly #rows: Row[];
  readonly #byNumber: Row[];
  /** Where each field's last line stands, by then. */
  readonly #last = new Map<TitleField, Row>();
  /** Where on the page what stands at its foot begins. */
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
    // What stands around it, such as "Author: " and the spaces, stays.
    const at = before.indexOf(old);
    parts[part] = at < 0 ? text : before.slice(0, at) + text + before.slice(at + old.length);
  }

  #textOf({ like, text }: Row): string {
    return text ?? textOfSet(this.#paragraphs[like] as SetParagraph);
  }

  /** A line below another and set like it; it takes the place of a blank one, so that nothing below moves. */
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

  /** A blank line below what stands before a field that the page had none of. */
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

  /** A paragraph of the page that stands as wanted, where there is one. */
  #setAs(alignment: 'Left' | 'Center'): number | null {
    const like = this.#paragraphs.findLastIndex(
      (each) => (each.alignment ?? 'Left') === alignment && textOfSet(each).trim() !== '',
    );
    return like < 0 ? null : like;
  }
}

/** The paragraphs as they are with the fields of now. */
export function titleParagraphsNow(paragraphs: readonly SetParagraph[], page: TitlePage): SetParagraph[] {
  const changed = changedTitle(paragraphs, page);
  if (!changed) return [...paragraphs];
  return changed.map(({ like, isNew, text, plainAt }) => {
    const { startsNewPage, ...paragraph } = paragraphs[like] as SetParagraph;
    const kept = { ...paragraph, ...(startsNewPage && !isNew && { startsNewPage }) };
    if (plainAt) return { ...kept, alignment: plainAt, runs: text ? [{ text }] : [] };
    return text === null ? kept : { ...kept, runs: retexted(paragraph.runs, text) };
  });
}

/** A title section with the fields of now. */
export function sectionOfNow(section: TitleSection, page: TitlePage): TitleSection {
  return { ...section, paragraphs: titleParagraphsNow(section.paragraphs, page) };
}

/** Runs with another text; what stayed of it keeps its style. */
export function retexted(runs: readonly SetRun[], text: string): SetRun[] {
  if (text === '') return [];
  const texts = runs.map((run) => (run.field ? '' : run.text));
  if (texts.join('') === '') return [{ ...(runs[0] ?? {}), text }];
  return alignRuns(texts, text).map(({ run, text: own }) => ({ ...(runs[run] as SetRun), text: own }));
}
