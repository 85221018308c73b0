import type { ProjectChange } from '#server/lib/projectChange.ts';
import { goneAmong } from '#server/storage/storage.ts';

/**
 * Rows that come back from the history, without the addresses of files that have gone since: a scene that is deleted
 * takes its picture along (decision OQ-89), and bringing its script back draws no other.
 */
export async function withFilesThere<Row extends object>(
  { tx, projectId }: ProjectChange,
  rows: readonly Row[],
  fields: readonly (keyof Row)[],
): Promise<Row[]> {
  const urls = rows.flatMap((row) =>
    fields.map((field) => row[field]).filter((url) => typeof url === 'string'),
  );
  const gone = await goneAmong(tx, urls, { projectId });
  return rows.map((row) => {
    const empty = fields.filter((field) => gone.has(String(row[field])));
    return { ...row, ...Object.fromEntries(empty.map((field) => [field, null])) };
  });
}
