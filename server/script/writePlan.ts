import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PlanOutline, ScriptPlan } from '#screenplay/edits/plan.ts';
import type { HeadingFields } from '#screenplay/edits/rows.ts';
import { idIn, inBatches, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { detachFiles } from '#server/storage/storage.ts';
import { type ChangeAttribution, moveRow, recordHistory } from './history.ts';
import { assignUnloaded, shiftScenes } from './rangeStatements.ts';

/**
 * Return whether one statement can write a plan. Files that lose their owner, rows that return from
 * the history, and moves that refer to entries of the same change need more.
 */
export function isOneStatement({
  elements,
  scenes,
  anchors,
  moves,
  history,
  removedUrls,
}: PlanOutline): boolean {
  const returning = [
    elements.restored,
    scenes.returning,
    scenes.reheaded,
    anchors.returningComments,
    anchors.returningPoints,
  ];
  const losesFiles = removedUrls.length > 0 || scenes.removed.some(hasFiles);
  return (
    returning.every(({ length }) => length === 0) &&
    !losesFiles &&
    (moves.length === 0 || history.length === 0)
  );
}

/**
 * Write a plan and its history in a transaction that locks the project. Returns the ids of the
 * entries. Each kind of write takes one statement, or a few for many rows.
 */
export async function writeLocked(
  change: ProjectChange,
  plan: ScriptPlan,
  attribution: ChangeAttribution,
): Promise<number[]> {
  const { tx, projectId } = change;
  await writeRows(tx, plan);
  const historyIds = await recordHistory(change, plan.history, attribution);
  await detachLostFiles(tx, projectId, plan.scenes.removed);
  await detachFiles(tx, plan.removedUrls, { projectId });
  await insertRows(
    tx,
    scriptMoves,
    plan.moves.map((move) => moveRow(plan, move, historyIds)),
  );
  await updateRows(tx, comments, plan.anchors.returningComments);
  await updateRows(tx, comments, plan.anchors.comments);
  await updateRows(tx, tensionPoints, plan.anchors.returningPoints);
  for (const { entity, ids } of plan.notes) change.changed(entity, ids);
  return historyIds;
}

/** Write elements and scenes. Scenes are inserted before their elements and deleted after them. */
async function writeRows(tx: Db, { projectId, elements, scenes: planned }: ScriptPlan): Promise<void> {
  await insertRows(tx, scenes, planned.returning);
  await updateRows(tx, scenes, planned.reheaded);
  for (const ids of inBatches(elements.deletedIds))
    await tx.delete(scriptElements).where(idIn(scriptElements.id, ids));
  const recordset = (list: readonly object[]) => sql`json_to_recordset(${JSON.stringify(list)}::json)`;
  if (planned.shift.length > 0) await rows(tx, shiftScenes(projectId, recordset(planned.shift)));
  await insertRows(tx, scenes, planned.created);
  await updateRows(tx, scenes, planned.changed);
  if (planned.unloaded.length > 0) await rows(tx, assignUnloaded(projectId, recordset(planned.unloaded)));
  await updateRows(tx, scriptElements, elements.placed);
  await updateRows(tx, scriptElements, elements.changed);
  await updateRows(tx, scriptElements, elements.changedAndPlaced);
  await insertRows(tx, scriptElements, elements.created);
  await insertRows(tx, scriptElements, elements.restored);
  const removedIds = planned.removed.map(({ id }) => id);
  for (const ids of inBatches(removedIds)) await tx.delete(scenes).where(idIn(scenes.id, ids));
}

function hasFiles({ imageUrl, videoUrl }: Pick<HeadingFields, 'imageUrl' | 'videoUrl'>): boolean {
  return imageUrl !== null || videoUrl !== null;
}

/**
 * Release the files of removed scenes that the history does not store, such as the opening. A job
 * deletes them.
 */
async function detachLostFiles(tx: Db, projectId: number, removed: readonly HeadingFields[]): Promise<void> {
  const drawn = removed.filter(hasFiles);
  if (drawn.length === 0) return;
  const sceneId = sql<number>`(${scriptHistory.kept} -> 'scene' ->> 'id')::int`;
  const ids = drawn.map(({ id }) => id);
  const found = await tx
    .select({ sceneId })
    .from(scriptHistory)
    .where(and(eq(scriptHistory.projectId, projectId), inArray(sceneId, ids)));
  const storedIds = new Set(found.map((entry) => entry.sceneId));
  const lost = drawn.filter(({ id }) => !storedIds.has(id));
  const urls = lost.flatMap(({ imageUrl, videoUrl }) => [imageUrl, videoUrl]);
  await detachFiles(tx, urls, { projectId });
}
