import { emptyTitlePage, type TitlePage } from '../element.ts';
import type { ElementLines } from './elementLines.ts';
import { withoutSigns } from './hidden.ts';
import { type EntryLines, readTitlePage } from './titlePage.ts';

/** Lines of the title page of a file. */
export interface TitlePageLines {
  from: number;
  /** Line after the title page. */
  end: number;
  entries: EntryLines[];
}

/** Notes and cut passages above a title page that may take more lines are not looked for. */
const maxLines = 500;

/**
 * Read the title page of a file. Only blank lines, notes and cut passages may precede it. These are
 * added to `content`. `lines` is null without a title page.
 */
export function readTitleLines(
  lines: readonly string[],
  content: ElementLines,
  hasHidden: boolean,
): { titlePage: TitlePage; lines: TitlePageLines | null } {
  let start = 0;
  const top = hasHidden ? lines.slice(0, maxLines).map(withoutSigns) : lines;
  while (start < top.length && top[start]?.trim() === '') start++;
  const title = readTitlePage(top, start);
  if (!title) return { titlePage: { ...emptyTitlePage, more: [] }, lines: null };
  for (let i = 0; hasHidden && i < title.end; i++) {
    content.reveal(lines[i] ?? '');
    content.endLine();
  }
  return { titlePage: title.page, lines: { from: start, end: title.end, entries: title.entries } };
}
