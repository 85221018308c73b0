import { emptyTitlePage, type TitlePage } from '../element.ts';
import { escapeHidden, readsAsHeading } from './rules.ts';

type Field = Exclude<keyof TitlePage, 'more'>;

/** Keys in the order in which they are written. */
const keys: [key: string, field: Field][] = [
  ['Title', 'title'],
  ['Credit', 'credit'],
  ['Author', 'author'],
  ['Source', 'source'],
  ['Draft date', 'draftDate'],
  ['Contact', 'contact'],
  ['Copyright', 'copyright'],
  ['Notes', 'notes'],
];

const fields = new Map<string, Field>([
  ...keys.map(([key, field]): [string, Field] => [key.toLowerCase(), field]),
  ['authors', 'author'],
  ['date', 'draftDate'],
]);

/** Return the field of a key; undefined for other keys. */
export function fieldOfKey(key: string): Field | undefined {
  return fields.get(key.toLowerCase());
}

/** Lines of one entry; `end` is the line after it. */
export interface EntryLines {
  key: string;
  from: number;
  end: number;
}

const entry = /^([^\s:!@.>~#=][^:]*):(.*)$/;
const indented = /^(?: {3}|\t)/;

/** A title page, and the lines that it has. */
interface ReadTitlePage {
  page: TitlePage;
  /** Line after the title page. */
  end: number;
  entries: EntryLines[];
}

/**
 * Read a title page that begins at line `from`: `Key: value` lines, or `Key:` with indented lines
 * below, up to the first blank line. At least one key must be known, so that a script that starts
 * with "FADE IN:" or "Mara: Hello" has no title page. Lines below a bare key need no indent, since
 * some programs write none. All lines may be indented alike. Return null without a title page.
 */
export function readTitlePage(lines: readonly string[], from: number): ReadTitlePage | null {
  const indent = /^[ \t]*/.exec(lines[from] ?? '')?.[0] ?? '';
  const lineAt = (index: number) => withoutIndent(lines[index] ?? '', indent);
  const first = lineAt(from);
  if (!entry.test(first) || readsAsHeading(first, true)) return null;
  const entries: (EntryLines & { values: string[]; isIndented: boolean })[] = [];
  let end = from;
  for (; end < lines.length; end++) {
    const line = lineAt(end);
    const last = entries.at(-1);
    const isIndented = indented.test(line);
    if (isIndented && last) {
      last.values.push(line.trim());
      last.isIndented = true;
      last.end = end + 1;
      continue;
    }
    const match = entry.exec(line);
    if (match && !readsAsHeading(line, true)) {
      const value = match[2]?.trim() ?? '';
      const key = match[1]?.trim() ?? '';
      const values = value === '' ? [] : [value];
      entries.push({ key, values, isIndented: value !== '', from: end, end: end + 1 });
    } else if (last && !last.isIndented && line.trim() !== '' && !readsAsHeading(line, true)) {
      last.values.push(line.trim());
      last.end = end + 1;
    } else break;
  }
  if (!entries.some(({ key }) => fieldOfKey(key))) return null;
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  for (const { key, values } of entries) {
    const value = values.join('\n').trim();
    const field = fieldOfKey(key);
    if (!field) page.more.push({ key, value });
    else if (value !== '') page[field] = page[field] === '' ? value : `${page[field]}\n${value}`;
  }
  return { page, end, entries };
}

function withoutIndent(line: string, indent: string): string {
  return indent !== '' && line.startsWith(indent) ? line.slice(indent.length) : line;
}

/** Write the title page; "" if it is empty. */
export function writeTitlePage(page: TitlePage): string {
  const entries = titleEntriesOf(page);
  if (entries.length === 0) return '';
  // Without a known key the lines would be read as script.
  if (!entries.some(({ field }) => field)) entries.unshift({ key: 'Title', value: '' });
  return entries.map(({ key, value }) => writeEntry(key, value)).join('\n');
}

/** Return the entries of a title page in the order in which they are written. */
export function titleEntriesOf(page: TitlePage): { key: string; value: string; field?: Field }[] {
  const entries: { key: string; value: string; field?: Field }[] = keys
    .map(([key, field]) => ({ key, value: page[field], field }))
    .filter(({ value }) => value.trim() !== '');
  for (const { key, value } of page.more) {
    const plainKey = key.replace(/[:\n]/g, ' ').trim();
    const field = fieldOfKey(plainKey);
    if (plainKey !== '' && entry.test(`${plainKey}:`))
      entries.push({ key: plainKey, value, ...(field && { field }) });
  }
  return entries;
}

export function writeEntry(key: string, value: string): string {
  const lines = escapeHidden(value.trim())
    .split('\n')
    .map((line) => line.trim());
  return lines.length === 1
    ? `${key}: ${lines[0]}`.trimEnd()
    : [`${key}:`, ...lines.map((line) => `    ${line}`)].join('\n');
}
