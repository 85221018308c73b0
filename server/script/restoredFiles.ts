import type { EditSession } from '#screenplay/edits/editSession.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { findMissingUrls } from '#server/storage/storage.ts';

/**
 * Return restored rows without the addresses of deleted files: deleting a scene deletes its picture
 * (decision OQ-89), and restoring it creates no other.
 */
export async function withoutMissingFiles<Row extends object>(
  { tx, projectId }: ProjectChange,
  rows: readonly Row[],
  fields: readonly (keyof Row)[],
): Promise<Row[]> {
  const urls = rows.flatMap((row) =>
    fields.map((field) => row[field]).filter((url) => typeof url === 'string'),
  );
  const missing = await findMissingUrls(tx, urls, { projectId });
  return rows.map((row) => {
    const empty = fields.filter((field) => missing.has(String(row[field])));
    return { ...row, ...Object.fromEntries(empty.map((field) => [field, null])) };
  });
}

/**
 * Return the addresses of sounds that edits removed from elements (decision OQ-76). Deleted
 * elements keep their sounds, because the history may restore them.
 */
export function removedAudioUrls({ storedRows, rows }: Pick<EditSession, 'storedRows' | 'rows'>): string[] {
  return [...rows].flatMap(([id, row]) => {
    const stored = storedRows.get(id);
    const before = [stored?.dialogueAudioUrl, stored?.soundEffectUrl];
    const after = [row.dialogueAudioUrl, row.soundEffectUrl];
    return before.flatMap((url, place) => (url && after[place] === null ? [url] : []));
  });
}
