import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { EditSession } from '#screenplay/edits/editSession.ts';
import { idIn, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { ScenePlan } from './syncScenes.ts';

type Removed = Pick<ScenePlan, 'removedSceneIds'>;

/** Return the tension points on deleted elements and on scenes that end. */
async function findLostTensionPoints(
  db: Db,
  { projectId, deletedIds }: EditSession,
  { removedSceneIds }: Removed,
) {
  if (deletedIds.size + removedSceneIds.length === 0) return [];
  const { id, scriptElementId, sceneId } = tensionPoints;
  const isOnRemoved = or(idIn(scriptElementId, [...deletedIds]), idIn(sceneId, removedSceneIds));
  return db
    .select({ id, scriptElementId, sceneId })
    .from(tensionPoints)
    .where(and(eq(tensionPoints.projectId, projectId), isOnRemoved));
}

/**
 * Store in the records of deletions which tension points lose their element or scene. Returns the
 * ids of these points.
 */
export async function noteTensionPoints(tx: Db, draft: EditSession, plan: Removed): Promise<number[]> {
  const points = await findLostTensionPoints(tx, draft, plan);
  if (points.length === 0) return [];
  const byElement = Map.groupBy(points, ({ scriptElementId }) => scriptElementId);
  const byScene = Map.groupBy(points, ({ sceneId }) => sceneId);
  const idsOf = (found: typeof points = []) => found.map(({ id }) => id);
  for (const record of draft.records) {
    const tensionPointIds = idsOf(byElement.get(record.elementId));
    if (record.after === null && tensionPointIds.length > 0)
      record.kept = { ...record.kept, tensionPointIds };
  }
  for (const { record, sceneId } of draft.endings) {
    const sceneTensionPointIds = idsOf(byScene.get(sceneId));
    if (sceneTensionPointIds.length > 0) record.kept = { ...record.kept, sceneTensionPointIds };
  }
  return idsOf(points);
}

/**
 * Attach tension points to restored elements and scenes again, unless they were deleted or attached
 * elsewhere. Returns their ids.
 */
export async function reattachTensionPoints({ tx, projectId }: ProjectChange, draft: EditSession) {
  const toElement = new Map<number, number>();
  const toScene = new Map<number, number>();
  // A deletion in the same change has noted its points only now. Of several, the last one counts.
  const deletions = new Map(
    draft.records.flatMap(({ elementId, after, kept }) => (after === null ? [[elementId, kept]] : [])),
  );
  for (const id of draft.restoredIds) {
    const kept = deletions.get(id) ?? draft.restoredRows.get(id);
    for (const pointId of kept?.tensionPointIds ?? []) toElement.set(pointId, id);
    for (const pointId of kept?.sceneTensionPointIds ?? []) toScene.set(pointId, kept?.element?.sceneId ?? 0);
  }
  if (toElement.size + toScene.size === 0) return [];
  const isFree = (ids: Iterable<number>, column: typeof tensionPoints.sceneId) =>
    tx
      .select({ id: tensionPoints.id })
      .from(tensionPoints)
      .where(and(eq(tensionPoints.projectId, projectId), isNull(column), idIn(tensionPoints.id, [...ids])));
  const onElement = (await isFree(toElement.keys(), tensionPoints.scriptElementId)).map(({ id }) => ({
    id,
    scriptElementId: toElement.get(id) ?? null,
  }));
  const stored = await tx
    .select({ id: scenes.id })
    .from(scenes)
    .where(and(eq(scenes.projectId, projectId), inArray(scenes.id, [0, ...toScene.values()])));
  const sceneIds = new Set(stored.map(({ id }) => id));
  const onScene = (await isFree(toScene.keys(), tensionPoints.sceneId))
    .map(({ id }) => ({ id, sceneId: toScene.get(id) ?? null }))
    .filter(({ sceneId }) => sceneIds.has(sceneId ?? 0));
  await updateRows(tx, tensionPoints, onElement);
  await updateRows(tx, tensionPoints, onScene);
  return [...new Set([...onElement, ...onScene].map(({ id }) => id))];
}
