import { emptyTitlePage, type TitlePage } from '../element.ts';
import { childNode, childNodes, paragraphText, type XmlNode } from './xml.ts';

/** Lines that fill a title page; what follows is a second page, such as a quotation. */
const linesPerPage = 54;
const lineColumns = 60;

/** A line of the title page with how many blank lines stand above it. */
interface Line {
  text: string;
  isCentered: boolean;
  gap: number;
}

type Field = 'title' | 'credit' | 'author' | 'source' | 'draftDate' | 'contact' | 'copyright' | 'notes';

// What Final Draft's untouched templates hold.
const placeholder =
  /^\(?(script title|name of project|by|written by|name of (the )?(first )?writer|based on, if any|(current )?revisions by.*|name \(.*|address|phone number|e-?mail( address)?|draft information|contact information)\)?$/i;
const keyed = /^(title|credit|authors?|source|draft date|contact|copyright|notes)\s*:\s*(.*)$/i;
const credit = /\bby\s*:?$/i;
const origin =
  /^(based (up)?on|from (the|a|an) |adapted from|inspired by|(original )?story by|suggested by|created by)\b/i;
const copyrightLine = /^(copyright\b|©|\(c\))/i;
const date =
  /\b\d{1,4}([-./])\d{1,2}\1\d{1,4}\b|\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d|\bdraft\b|\brevis(ed|ions?)\b/i;

/**
 * The TitlePage of a file → its fields. Final Draft names no field, so they are told by place and wording:
 * title first, a line that ends in "by" is the credit, the lines after it the author; a line at the left is
 * contact unless it is a date or a copyright. Source: docs/format.md, "FDX".
 */
export function fdxTitlePage(node: XmlNode | null): TitlePage {
  const found: Record<Field, string[]> = {
    title: [],
    credit: [],
    author: [],
    source: [],
    draftDate: [],
    contact: [],
    copyright: [],
    notes: [],
  };
  const lines = node ? linesOf(node) : [];
  const hasCredit = lines.some(
    (line) => line.isCentered && credit.test(line.text) && !origin.test(line.text),
  );
  let field: Field = 'title';
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    field = fieldOf(line, next, field, found, hasCredit);
    const named = keyed.exec(line.text);
    const text = named ? (named[2] ?? '') : line.text;
    if (text !== '') found[field].push(text);
  }
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  for (const name of Object.keys(found) as Field[]) page[name] = found[name].join('\n');
  return page;
}

function fieldOf(
  line: Line,
  next: Line | undefined,
  before: Field,
  found: Record<Field, string[]>,
  hasCredit: boolean,
): Field {
  const { text, gap } = line;
  const name = keyed
    .exec(text)?.[1]
    ?.toLowerCase()
    .replace(/^authors$/, 'author');
  if (name) return name === 'draft date' ? 'draftDate' : (name as Field);
  if (copyrightLine.test(text)) return 'copyright';
  if (!line.isCentered) return date.test(text) ? 'draftDate' : 'contact';
  if (before === 'title' && gap === 0 && !credit.test(text)) return 'title';
  if (found.title.length === 0) return 'title';
  if (origin.test(text)) return 'source';
  if (date.test(text)) return 'draftDate';
  // "Story by", then the name, with or without a blank line between.
  if (before === 'source' && (gap === 0 || (gap === 1 && credit.test(found.source.at(-1) ?? ''))))
    return 'source';
  if (found.credit.length === 0 && found.author.length === 0) {
    if (credit.test(text)) return 'credit';
    // Without any "by": two lines a blank apart are credit and author, one alone is the author.
    if (!hasCredit) return next?.isCentered && next.gap === 1 && !isTold(next.text) ? 'credit' : 'author';
    return 'notes';
  }
  if (before === 'credit') return 'author';
  return before === 'author' && gap === 0 ? 'author' : 'notes';
}

function isTold(text: string): boolean {
  return origin.test(text) || date.test(text) || copyrightLine.test(text);
}

/** The printed lines of the first page. */
function linesOf(node: XmlNode): Line[] {
  const lines: Line[] = [];
  let gap = 0;
  for (const paragraph of firstPage(node)) {
    const isCentered = paragraph.attributes.Alignment === 'Center';
    const whole = paragraphText(paragraph);
    const isPlaceholder = placeholder.test(squeezed(whole)) && !credit.test(squeezed(whole));
    for (const raw of isPlaceholder ? [''] : whole.split('\n')) {
      // A tab parts what stands at the left from what stands at the right.
      const texts = raw
        .split('\t')
        .map(squeezed)
        .filter((text) => text !== '');
      if (texts.length === 0) gap++;
      for (const text of texts) {
        lines.push({ text, isCentered, gap });
        gap = 0;
      }
    }
  }
  return lines;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The paragraphs up to the next page: one that starts a page, or more than a page holds. */
export function firstPage(node: XmlNode): XmlNode[] {
  const content = childNode(node, 'Content');
  const paragraphs = content ? childNodes(content, 'Paragraph') : [];
  let used = 0;
  const end = paragraphs.findIndex((paragraph, index) => {
    if (index > 0 && paragraph.attributes.StartsNewPage === 'Yes') return true;
    const text = paragraphText(paragraph).trimEnd();
    for (const line of text.split('\n')) used += Math.max(1, Math.ceil(line.length / lineColumns));
    return used > linesPerPage;
  });
  return end < 0 ? paragraphs : paragraphs.slice(0, end);
}

/** Paragraphs that Final Draft sets as a title page, and titlePageOf reads back as the same fields. */
export function titleParagraphs(page: TitlePage): XmlNode[] {
  const paragraphs: XmlNode[] = [];
  const add = (alignment: string, text: string) => {
    const attributes = {
      Alignment: alignment,
      FirstIndent: '0.00',
      Leading: 'Regular',
      LeftIndent: '1.00',
      RightIndent: '7.50',
      SpaceBefore: '0',
      Spacing: '1',
      StartsNewPage: 'No',
    };
    const run = { name: 'Text', attributes: {}, children: text === '' ? [] : [text] };
    paragraphs.push({ name: 'Paragraph', attributes, children: [run] });
  };
  const center = (gap: number, text: string) => {
    if (text === '') return;
    for (let blank = 0; blank < gap; blank++) add('Center', '');
    for (const line of text.split('\n')) add('Center', line);
  };
  const more = page.more.map(({ key, value }) => `${key}: ${value}`).join('\n');
  const bottom = [page.contact, page.copyright].filter((text) => text !== '').join('\n');
  center(18, page.title);
  center(3, page.credit);
  center(1, page.author);
  center(3, page.source);
  center(3, page.draftDate);
  center(3, [page.notes, more].filter((text) => text !== '').join('\n'));
  if (bottom === '') return paragraphs;
  const bottomLines = bottom.split('\n');
  while (paragraphs.length + bottomLines.length < linesPerPage - 2) add('Left', '');
  for (const line of bottomLines) add('Left', line);
  return paragraphs;
}
