import { baselinePoints, cellPoints, linePoints, pageBoxOf } from '#screenplay/layout/metrics.ts';
import { placePage } from '#screenplay/layout/place.ts';
import type { Pagination } from '#screenplay/layout/types.ts';

/** Columns of the paper that script text never reaches: the left 0.7 inches. */
const marginColumns = 7;

/**
 * Return the printed pages as typewriter text: one character a column, one row a line. A page
 * reaches from the page number down to the last line with text. Styled text is shown as plain text.
 */
export function pagesAsText(pagination: Pagination): string {
  return pagination.pages.map((_, page) => `${pageAsText(pagination, page)}\n`).join('\f\n');
}

export function pageAsText(pagination: Pagination, pageIndex: number): string {
  const { topPoints } = pageBoxOf(pagination.format);
  const rows: string[] = [];
  for (const { text, xPoints, yPoints } of placePage(pagination, pageIndex)) {
    // Three rows precede the body: the page number, an empty one, the repeated cue.
    const row = Math.round((yPoints - baselinePoints - topPoints) / linePoints) + 3;
    while (rows.length <= row) rows.push('');
    const column = Math.max(0, Math.round(xPoints / cellPoints) - marginColumns);
    rows[row] =
      (rows[row] ?? '').padEnd(column).slice(0, column) +
      text +
      (rows[row] ?? '').slice(column + text.length);
  }
  return rows.slice(firstWithText(rows)).join('\n');
}

function firstWithText(rows: string[]): number {
  return Math.max(
    0,
    rows.findIndex((row) => row !== ''),
  );
}
