import type { EditSession } from '#screenplay/edits/editSession.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { findMissingUrls } from '#server/storage/storage.ts';

/**
 * Rows that come back from the history, without the addresses of files that have gone since: a scene that is deleted
 * takes its picture along (decision OQ-89), and bringing its script back draws no other.
 */
export async function withoutMissingFiles<Row extends object>(
  { tx, projectId }: ProjectChange,
  rows: readonly Row[],
  fields: readonly (keyof Row)[],
): Promise<Row[]> {
  const urls = rows.flatMap((row) =>
    fields.map((field) => row[field]).filter((url) => typeof url === 'string'),
  );
  const gone = await findMissingUrls(tx, urls, { projectId });
  return rows.map((row) => {
    const empty = fields.filter((field) => gone.has(String(row[field])));
    return { ...row, ...Object.fromEntries(empty.map((field) => [field, null])) };
  });
}

/**
 * Addresses of sounds that edits took from elements (decision OQ-76). What is deleted keeps its own: history brings it
 * back with them.
 */
export function removedAudioUrls({ storedRows, rows }: Pick<EditSession, 'storedRows' | 'rows'>): string[] {
  return [...rows].flatMap(([id, row]) => {
    const stored = storedRows.get(id);
    const before = [stored?.dialogueAudioUrl, stored?.soundEffectUrl];
    const after = [row.dialogueAudioUrl, row.soundEffectUrl];
    return before.flatMap((url, place) => (url && after[place] === null ? [url] : []));
  });
}
