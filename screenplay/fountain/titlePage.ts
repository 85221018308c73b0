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

const entry = /^([^\s:!@.>~#=][^:]*):(.*)$/;
const indented = /^(?: {3}|\t)/;

/**
 * Read a title page that begins at line `from`: `Key: value` lines, or `Key:` with indented lines
 * below, up to the first blank line. At least one key must be known, so that a script that starts
 * with "FADE IN:" or "Mara: Hello" has no title page. Lines below a bare key need no indent, since
 * some programs write none. Return null without a title page; `end` is the line after it.
 */
export function readTitlePage(
  lines: readonly string[],
  from: number,
): { page: TitlePage; end: number } | null {
  const first = lines[from] ?? '';
  if (!entry.test(first) || readsAsHeading(first, true)) return null;
  const entries: { key: string; values: string[]; isIndented: boolean }[] = [];
  let end = from;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const last = entries.at(-1);
    const isIndented = indented.test(line);
    if (isIndented && last) {
      last.values.push(line.trim());
      last.isIndented = true;
      continue;
    }
    const match = entry.exec(line);
    if (match && !readsAsHeading(line, true)) {
      const value = match[2]?.trim() ?? '';
      entries.push({
        key: match[1]?.trim() ?? '',
        values: value === '' ? [] : [value],
        isIndented: value !== '',
      });
    } else if (last && !last.isIndented && line.trim() !== '' && !readsAsHeading(line, true)) {
      last.values.push(line.trim());
    } else break;
  }
  if (!entries.some(({ key }) => fields.has(key.toLowerCase()))) return null;
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  for (const { key, values } of entries) {
    const value = values.join('\n').trim();
    const field = fields.get(key.toLowerCase());
    if (!field) page.more.push({ key, value });
    else if (value !== '') page[field] = page[field] === '' ? value : `${page[field]}\n${value}`;
  }
  return { page, end };
}

/** Write the title page; "" if it is empty. */
export function writeTitlePage(page: TitlePage): string {
  const entries = keys
    .map(([key, field]) => ({ key, value: page[field] }))
    .filter(({ value }) => value.trim() !== '');
  for (const { key, value } of page.more) {
    const plainKey = key.replace(/[:\n]/g, ' ').trim();
    if (plainKey !== '' && entry.test(`${plainKey}:`)) entries.push({ key: plainKey, value });
  }
  if (entries.length === 0) return '';
  // Without a known key the lines would be read as script.
  if (!entries.some(({ key }) => fields.has(key.toLowerCase()))) entries.unshift({ key: 'Title', value: '' });
  return entries.map(({ key, value }) => writeEntry(key, value)).join('\n');
}

function writeEntry(key: string, value: string): string {
  const lines = escapeHidden(value.trim())
    .split('\n')
    .map((line) => line.trim());
  return lines.length === 1
    ? `${key}: ${lines[0]}`.trimEnd()
    : [`${key}:`, ...lines.map((line) => `    ${line}`)].join('\n');
}
