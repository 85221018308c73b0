import { sql } from 'drizzle-orm';
import type { Edit } from '#screenplay/edits/edit.ts';
import { sourcesOf } from '#screenplay/edits/references.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { emptySnapshot, type ScriptSnapshot, versionKey } from '#screenplay/edits/snapshot.ts';
import type { RecordedText } from '#screenplay/past.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { loadCopySources } from './loadCopySources.ts';
import { loadRestoreTargets } from './loadRestoreTargets.ts';
import { loadSlice } from './loadSlice.ts';
import { isTextUpdate, loadText } from './loadText.ts';
import { loadWholeScript } from './loadWholeScript.ts';

/** Snapshot that was read without a lock, and the revision of the project at that moment. */
export interface UnlockedSnapshot {
  snapshot: ScriptSnapshot;
  revision: number;
}

/**
 * Maximum number of elements that edits without a transaction may insert and move. More rows would
 * be one long statement, which on the embedded database delays all other calls.
 */
export const maxUnlockedElements = 500;

function countElements(edits: readonly Edit[]): number {
  return edits.reduce((sum, edit) => {
    if (edit.type === 'insert') return sum + edit.elements.length;
    return sum + (edit.type === 'move' ? edit.ids.length : 1);
  }, 0);
}

/**
 * Read what the edits need without locking the project: only the text of an updated element, or
 * slices of the script. Returns undefined if that is not enough, if there are too many elements, or
 * if the call with `requestKey` was answered before.
 */
export async function readSnapshot(
  db: Db,
  { projectId }: Scope,
  edits: readonly Edit[],
  requestKey: string | null = null,
): Promise<UnlockedSnapshot | undefined> {
  // Files and comments of restored elements may have been deleted.
  if (edits.some(({ type }) => type === 'restore') || sourcesOf(edits).length > 0) return undefined;
  if (countElements(edits) > maxUnlockedElements) return undefined;
  const [edit] = edits;
  const isText = edits.length === 1 && edit?.type === 'update' && isTextUpdate(edit);
  const text = isText ? await loadText(db, projectId, edit, requestKey) : undefined;
  if (text) return text.isAnswered ? undefined : text;
  const slice = await loadSlice(db, projectId, edits, requestKey);
  if (!slice || slice.isAnswered) return undefined;
  const { revision, isAnswered: _, ...loaded } = slice;
  const pastTexts = await loadPastTexts(db, projectId, edits, slice.rows);
  return { snapshot: { ...emptySnapshot(projectId), ...loaded, pastTexts }, revision };
}

/** A slice has the former neighbours of each element that may be restored. */
const maxSourcesOfSlice = 20;

/**
 * Read what the edits need in the transaction of a change, which has locked the project: slices of
 * the script if `isSliceEnough`, or all of it.
 */
export async function readLockedSnapshot(
  change: ProjectChange,
  edits: readonly Edit[],
  isSliceEnough: boolean,
): Promise<ScriptSnapshot> {
  const { tx, projectId } = change;
  const isFew = sourcesOf(edits).length <= maxSourcesOfSlice;
  const slice = isSliceEnough && isFew ? await loadSlice(tx, projectId, edits) : null;
  const loaded: ScriptSnapshot = slice
    ? { ...emptySnapshot(projectId), ...slice }
    : await loadWholeScript(tx, projectId, edits);
  return {
    ...loaded,
    pastTexts: await loadPastTexts(tx, projectId, edits, loaded.rows),
    copySources: await loadCopySources(change, edits),
    restoreTargets: await loadRestoreTargets(tx, loaded),
  };
}

/** Read the texts at the versions that updates and deletions are based on. */
async function loadPastTexts(
  db: Db,
  projectId: number,
  edits: readonly Edit[],
  elements: ReadonlyMap<number, ScriptRow>,
): Promise<ReadonlyMap<string, RecordedText>> {
  const named = edits.flatMap((edit) => {
    if (edit.type !== 'update' && edit.type !== 'delete') return [];
    const version = elements.get(edit.id)?.version ?? 0;
    if (edit.baseVersion === undefined || edit.baseVersion >= version) return [];
    return { id: edit.id, version: edit.baseVersion };
  });
  if (named.length === 0) return new Map();
  const found = await rows<{ id: number; version: number } & RecordedText>(
    db,
    sql`select h.element_id as id, h.version, h.new_content as content, h.new_element_type as "elementType",
          h.new_character_name as "characterName", h.new_parenthetical as parenthetical
        from script_history h
        join json_to_recordset(${JSON.stringify(named)}::json) as w(id int, version int)
          on h.element_id = w.id and h.version = w.version
        where h.project_id = ${projectId} and h.new_content is not null`,
  );
  return new Map(found.map(({ id, version, ...text }) => [versionKey(id, version), text]));
}
