import type { TitlePage } from '../element.ts';
import { extractHidden, hasSigns } from './hidden.ts';
import { fieldOfKey, readTitlePage, titleEntriesOf, writeEntry } from './titlePage.ts';

/**
 * Write a title page with the entries of its file: their keys, their order, and the lines of those
 * that have not changed. Return null if there are no such entries or they cannot be read.
 */
export function writeTitleEntries(entries: readonly string[], page: TitlePage): string | null {
  const { text } = extractHidden(entries.join('\n'));
  const read = hasSigns(text) ? null : titlePageIn(text.split('\n'));
  if (!read || read.entries.length !== entries.length) return null;
  const isWritten = new Set<string>();
  const more = [...page.more];
  const written = read.entries.flatMap(({ key }, index) => {
    const original = entries[index] ?? '';
    const field = fieldOfKey(key);
    if (field) {
      if (page[field] === read.page[field]) {
        isWritten.add(field);
        return [original];
      }
      if (isWritten.has(field) || page[field].trim() === '') return [];
      isWritten.add(field);
      return [writeEntry(key, page[field])];
    }
    const at = more.findIndex((each) => each.key === key);
    const [entry] = at < 0 ? [] : more.splice(at, 1);
    if (!entry) return [];
    return [
      read.page.more.some((each) => each.key === key && each.value === entry.value)
        ? original
        : writeEntry(key, entry.value),
    ];
  });
  const added = titleEntriesOf({ ...page, more }).filter(({ field }) => !field || !isWritten.has(field));
  const all = [...written, ...added.map(({ key, value }) => writeEntry(key, value))];
  // Without a known key the lines would be read as script.
  return all.length > 0 && isTitlePage(all) ? all.join('\n') : null;
}

function isTitlePage(entries: readonly string[]): boolean {
  return titlePageIn(entries.join('\n').split('\n')) !== null;
}

/** Read the title page of lines that may begin with blank ones. */
function titlePageIn(lines: readonly string[]) {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? null : readTitlePage(lines, first);
}
