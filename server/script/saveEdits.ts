import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type EditSession, reattachScenes } from '#screenplay/edits/editSession.ts';
import { compareOrder } from '#screenplay/order.ts';
import { idIn, inBatches, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { comments, type SceneRow, scenes, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { detachFiles } from '#server/storage/storage.ts';
import { type ChangeAttribution, recordHistory } from './history.ts';
import { removedAudioUrls, withoutMissingFiles } from './restoredFiles.ts';
import { elementsById } from './script.queries.ts';
import { scenesShifted, sceneUpdates, unseenAssigned } from './statements.ts';
import { planScenes, restoreScenes, type ScenePlan } from './syncScenes.ts';
import { noteTensionPoints, reattachTensionPoints } from './tensionLinks.ts';
import {
  type ElementWrites,
  elementWrites,
  historyNotes,
  moveRows,
  rowsNamedByEdits,
  storeEndedScenes,
} from './writes.ts';

/**
 * Store the result of the edits and their history. Each kind of write takes one statement, or a few
 * for many rows.
 */
export async function saveEdits(change: ProjectChange, draft: EditSession, telling: ChangeAttribution) {
  const { tx } = change;
  const back = await restoreScenes(change, reattachScenes(draft));
  const plan = await planScenes(tx, draft, back);
  const writes = elementWrites(draft, plan);
  writes.restored = await withoutMissingFiles(change, writes.restored, [
    'dialogueAudioUrl',
    'soundEffectUrl',
  ]);
  storeEndedScenes(draft, plan);
  const lostPointIds = await noteTensionPoints(tx, draft, plan);
  await writeScript(tx, draft, plan, writes);
  const historyIds = await recordHistory(change, draft.records, telling);
  await dropLostFiles(change, plan.removed);
  await detachFiles(tx, removedAudioUrls(draft), { projectId: draft.projectId });
  await insertRows(tx, scriptMoves, moveRows(draft, historyIds));
  const returned = await reattachableComments(change, draft);
  await updateRows(tx, comments, returned);
  await updateRows(tx, comments, writes.anchors);
  const returnedIds = returned.map(({ id }) => id);
  const pointIds = [...new Set([...lostPointIds, ...(await reattachTensionPoints(change, draft))])];
  if (pointIds.length > 0) change.changed('tension', pointIds);
  for (const { entity, ids } of historyNotes(draft, writes, plan, returnedIds)) change.changed(entity, ids);
  const { found, unknownIds } = rowsNamedByEdits(draft, writes, plan);
  const elements = [...found, ...(await elementsById(tx, draft.projectId, unknownIds))].sort(compareOrder);
  return buildEditResult(draft, writes, plan, elements, historyIds);
}

/** Build the result that callers receive. */
export function buildEditResult(
  draft: EditSession,
  { renumbered }: ElementWrites,
  { scenes, removedSceneIds }: ScenePlan,
  elements: Awaited<ReturnType<typeof elementsById>>,
  historyIds: number[],
) {
  const movedIds = new Set(draft.moves.map(({ elementId }) => elementId));
  return {
    /** Elements named by the edits, in their present state and script order. */
    elements,
    removedIds: [...draft.deletedIds].filter((id) => !draft.restoredIds.has(id)),
    // An element that an edit changed may have made room for another edit, too.
    renumbered: renumbered.filter(({ id }) => !movedIds.has(id)),
    keys: draft.keys,
    scenes,
    removedSceneIds,
    /** Ids of their history entries, in the order of the edits. */
    historyIds,
  };
}

/**
 * Write the elements and scenes. Scenes are inserted before their elements and deleted after them.
 */
async function writeScript(
  tx: Db,
  { projectId, order }: EditSession,
  plan: ScenePlan,
  writes: ElementWrites,
) {
  for (const ids of inBatches(writes.deletedIds))
    await tx.delete(scriptElements).where(idIn(scriptElements.id, ids));
  if (plan.shift.length > 0) await rows(tx, scenesShifted(projectId, plan.shift));
  await insertRows(tx, scenes, plan.created);
  await updateRows(tx, scenes, sceneUpdates(plan));
  if (plan.unseen.length > 0) await rows(tx, unseenAssigned(projectId, plan.unseen, order));
  await updateRows(tx, scriptElements, writes.placed);
  await updateRows(tx, scriptElements, writes.changed);
  await updateRows(tx, scriptElements, writes.changedAndPlaced);
  await insertRows(tx, scriptElements, writes.created);
  await insertRows(tx, scriptElements, writes.restored);
  for (const ids of inBatches(plan.removedSceneIds)) await tx.delete(scenes).where(idIn(scenes.id, ids));
}

/**
 * Release the files of removed scenes that the history does not store, such as the opening. A job
 * deletes them.
 */
async function dropLostFiles({ tx, projectId }: ProjectChange, removed: readonly SceneRow[]) {
  const drawn = removed.filter(({ imageUrl, videoUrl }) => imageUrl !== null || videoUrl !== null);
  if (drawn.length === 0) return;
  const sceneId = sql<number>`(${scriptHistory.kept} -> 'scene' ->> 'id')::int`;
  const ids = drawn.map(({ id }) => id);
  const found = await tx
    .select({ sceneId })
    .from(scriptHistory)
    .where(and(eq(scriptHistory.projectId, projectId), inArray(sceneId, ids)));
  const kept = new Set(found.map((entry) => entry.sceneId));
  const lost = drawn.filter(({ id }) => !kept.has(id));
  await detachFiles(
    tx,
    lost.flatMap(({ imageUrl, videoUrl }) => [imageUrl, videoUrl]),
    { projectId },
  );
}

/** Return the comments of restored elements that still exist and are on no element. */
async function reattachableComments(
  { tx, projectId }: ProjectChange,
  { returning, restoredIds }: EditSession,
) {
  const going = returning.filter(({ scriptElementId }) => restoredIds.has(scriptElementId));
  if (going.length === 0) return [];
  const ids = going.map(({ id }) => id);
  const found = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.projectId, projectId), isNull(comments.scriptElementId), idIn(comments.id, ids)));
  const there = new Set(found.map(({ id }) => id));
  return going.filter(({ id }) => there.has(id));
}
