import type { EditSession } from './editSession.ts';
import type { AnchorWrites } from './plan.ts';
import type { KnownScenes } from './planScenes.ts';
import type { TensionAnchor } from './snapshot.ts';

/*
 * Comments and tension points of elements and scenes that edits delete and restore. The history
 * entry of a deletion lists them, so that restoring attaches them again.
 */

/** Return the comments on restored elements that are on no other element and still exist. */
export function planReturningComments(session: EditSession): AnchorWrites['returningComments'] {
  const { stored, deletedIds, returning, restoredIds } = session;
  const { freeCommentIds } = stored.restoreTargets;
  const detachedIds = new Set(
    [...deletedIds].flatMap((id) => stored.comments.get(id)?.map((each) => each.id) ?? []),
  );
  return returning.filter(
    ({ id, scriptElementId }) =>
      restoredIds.has(scriptElementId) && (freeCommentIds.has(id) || detachedIds.has(id)),
  );
}

/**
 * Store in the entries of deletions which tension points lose their element or scene. Returns these
 * points.
 */
export function noteTensionPoints(session: EditSession, { removedSceneIds }: KnownScenes): TensionAnchor[] {
  const { stored, deletedIds, records, endings } = session;
  const removedIds = new Set(removedSceneIds);
  const lost = stored.tensionPoints.filter(
    ({ scriptElementId, sceneId }) => deletedIds.has(scriptElementId ?? 0) || removedIds.has(sceneId ?? 0),
  );
  if (lost.length === 0) return [];
  const byElement = Map.groupBy(lost, ({ scriptElementId }) => scriptElementId);
  const byScene = Map.groupBy(lost, ({ sceneId }) => sceneId);
  const idsOf = (found: readonly TensionAnchor[] = []) => found.map(({ id }) => id);
  for (const record of records) {
    const tensionPointIds = idsOf(byElement.get(record.elementId));
    if (record.after === null && tensionPointIds.length > 0)
      record.kept = { ...record.kept, tensionPointIds };
  }
  for (const { record, sceneId } of endings) {
    const sceneTensionPointIds = idsOf(byScene.get(sceneId));
    if (sceneTensionPointIds.length > 0) record.kept = { ...record.kept, sceneTensionPointIds };
  }
  return lost;
}

/**
 * Return the tension points that are on restored elements and scenes again: those that are not
 * deleted and not attached elsewhere.
 */
export function planReturningPoints(session: EditSession, planned: KnownScenes): TensionAnchor[] {
  const { stored, records, restoredIds, restoredRows, deletedIds, sceneRestores } = session;
  const toElement = new Map<number, number>();
  const toScene = new Map<number, number>();
  // A deletion in the same change has noted its points only now. Of several, the last one counts.
  const deletions = new Map(
    records.flatMap(({ elementId, after, kept }) => (after === null ? [[elementId, kept]] : [])),
  );
  for (const id of restoredIds) {
    const kept = deletions.get(id) ?? restoredRows.get(id);
    for (const pointId of kept?.tensionPointIds ?? []) toElement.set(pointId, id);
    for (const pointId of kept?.sceneTensionPointIds ?? []) toScene.set(pointId, kept?.element?.sceneId ?? 0);
  }
  for (const [headingId, { scene, tensionPointIds }] of stored.endedScenes)
    if (sceneRestores.has(headingId) && !restoredIds.has(headingId))
      for (const pointId of tensionPointIds) toScene.set(pointId, scene.id);
  const removedIds = new Set(planned.removedSceneIds);
  const isStored = (sceneId: number) => planned.before.has(sceneId) && !removedIds.has(sceneId);
  const returning: TensionAnchor[] = [];
  for (const point of stored.tensionPoints) {
    const elementId = toElement.get(point.id);
    const sceneId = toScene.get(point.id);
    const hasFreeElement = point.scriptElementId === null || deletedIds.has(point.scriptElementId);
    const hasFreeScene = point.sceneId === null || removedIds.has(point.sceneId);
    const onElement = elementId !== undefined && hasFreeElement;
    const onScene = sceneId !== undefined && hasFreeScene && isStored(sceneId);
    if (!onElement && !onScene) continue;
    returning.push({
      id: point.id,
      scriptElementId: onElement ? elementId : hasFreeElement ? null : point.scriptElementId,
      sceneId: onScene ? sceneId : hasFreeScene ? null : point.sceneId,
    });
  }
  return returning;
}
