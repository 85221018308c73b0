import type { Comparison } from './compareDrafts.ts';

/** Return where a moved passage is now, for a reader of its old position. */
export function movedToText({ rows, passages, after }: Comparison, passage: number): string {
  const { toRow = -1, elementCount = 0 } = passages[passage] ?? {};
  const first = rows[toRow];
  const page = after.labels.pages[first?.afterIndex ?? -1] ?? '';
  return `Moved to page ${page}${elementCount > 1 ? ` (${elementCount.toLocaleString('en-US')} elements)` : ''}`;
}

/** Return where a moved passage was, for a reader of its new position. */
export function movedFromText({ rows, passages, before }: Comparison, passage: number): string {
  const first = rows[passages[passage]?.fromRow ?? -1];
  return `Moved from page ${before.labels.pages[first?.beforeIndex ?? -1] ?? ''}`;
}

/** Return the earlier number of a scene if its number changed; null otherwise. */
export function earlierNumberOf({ before, after, rows }: Comparison, row: number): string | null {
  const { beforeIndex = -1, afterIndex = -1 } = rows[row] ?? {};
  const [was, is] = [before.labels.scenes[beforeIndex], after.labels.scenes[afterIndex]];
  return was && is && was !== is ? was : null;
}

/** Pages that begin with a row; null where none does. */
export interface PageStarts {
  before: string | null;
  after: string | null;
}

/** Return for each row the labels of the pages of both drafts that begin there. */
export function pageStartsOf({ rows, before, after }: Comparison): PageStarts[] {
  let [lastBefore, lastAfter]: (string | undefined)[] = [];
  return rows.map((row) => {
    const earlier = row.before ? before.labels.pages[row.beforeIndex] : lastBefore;
    const later = row.after ? after.labels.pages[row.afterIndex] : lastAfter;
    const starts = {
      before: earlier === lastBefore ? null : (earlier ?? null),
      after: later === lastAfter ? null : (later ?? null),
    };
    [lastBefore, lastAfter] = [earlier, later];
    return starts;
  });
}
