import { and, eq, inArray, isNull, lt, max, sql } from 'drizzle-orm';
import { isSame } from '#screenplay/fdx/same.ts';
import { idIn, insertRows, pieces, updateRows } from '#server/db/bulk.ts';
import { comments, scenes, scriptElements, scriptHistory, scriptMoves } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { dropFiles } from '#server/storage/storage.ts';
import { followText } from './anchors.ts';
import { type Draft, isHeading } from './draft.ts';
import { recordHistory, type Telling } from './history.ts';
import { withFilesThere } from './keptFiles.ts';
import { renumber } from './script.queries.ts';
import { bringBack, keepScenesInStep, renameScenes, type SceneRow } from './stretches.ts';

/** Stores what the edits made of the script, and what is told of it; each kind of write is one statement or a few. */
export async function save(draft: Draft, telling: Telling) {
  const { change, storedPlaces, deletedIds, restoredIds } = draft;
  const { tx, projectId } = change;
  for (const ids of pieces([...deletedIds]))
    await tx.delete(scriptElements).where(idIn(scriptElements.id, ids));
  const renumbered = draft.order.flatMap(({ id, orderIndex }) => {
    const stored = storedPlaces.get(id);
    return stored === undefined || stored === orderIndex || restoredIds.has(id) ? [] : { id, orderIndex };
  });
  await renumber(tx, projectId, renumbered);
  const ended = await endedScenes(draft);
  const backIds = await giveScenesBack(draft);
  const { sceneOf, removed, ...changedScenes } =
    draft.isOutOfStep && !draft.openEnds
      ? await keepScenesInStep(change, draft.order, backIds)
      : { sceneOf: sceneAsPlaced(draft), removed: [], ...(await keepPartInStep(draft)) };
  await storeElements(draft, sceneOf);
  const goneIds = new Set(changedScenes.removedSceneIds);
  for (const { id, heading } of changedScenes.scenes) if (heading === '') goneIds.add(id);
  for (const { entry, sceneId } of draft.endings) {
    const scene = ended.get(sceneId);
    if (scene && goneIds.has(sceneId)) entry.kept = { ...entry.kept, scene };
  }
  const historyIds = await recordHistory(change, draft.entries, telling);
  await dropLostFiles(change, removed);
  await recordMoves(draft, historyIds);
  const commentIds = await keepComments(draft);
  const changedIds = new Set([...draft.changedIds, ...renumbered.map(({ id }) => id)]);
  if (changedIds.size > 0) change.changed('element', [...changedIds]);
  if (commentIds.length > 0) change.changed('comment', commentIds);
  return { renumbered, historyIds, ...changedScenes };
}

/** In a part no heading comes or goes: some may say something else, and other elements may have moved. */
async function keepPartInStep({ change, rows, storedRows, newScenes }: Draft) {
  await updateRows(
    change.tx,
    scriptElements,
    Array.from(newScenes, ([id, sceneId]) => ({ id, sceneId })),
  );
  const renamed = [...rows.values()].filter(
    (row) => isHeading(row) && storedRows.get(row.id)?.content !== row.content,
  );
  return renameScenes(change, renamed);
}

/** Where scenes stay as they are, an element has the scene of the one before it. */
function sceneAsPlaced({ order }: Draft): (elementId: number) => number {
  const sceneIds = new Map(order.map(({ id, sceneId }) => [id, sceneId]));
  return (elementId) => {
    const sceneId = sceneIds.get(elementId);
    if (sceneId == null) throw new Error('An element was given no scene');
    return sceneId;
  };
}

/** The scenes whose heading went, as they are before scenes are brought in step. */
async function endedScenes({ change: { tx }, endings }: Draft): Promise<Map<number, SceneRow>> {
  if (endings.length === 0) return new Map();
  const ids = endings.map(({ sceneId }) => sceneId);
  const found = await tx.select().from(scenes).where(idIn(scenes.id, ids));
  return new Map(found.map((scene) => [scene.id, scene]));
}

/** A scene that history does not keep, such as text without a heading, never comes back; the job removes its files. */
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
  await dropFiles(
    tx,
    lost.flatMap(({ imageUrl, videoUrl }) => [imageUrl, videoUrl]),
    { projectId },
  );
}

/** Gives headings that came back the scene they had, unless another heading has it now; the scenes that came back. */
async function giveScenesBack(draft: Draft): Promise<number[]> {
  const { change, order, scenesWanted, storedPlaces, restoredIds } = draft;
  if (scenesWanted.size === 0) return [];
  const back = order.filter((element) => isHeading(element) && scenesWanted.has(element.id));
  const taken = new Set(
    order.flatMap((element) => (isHeading(element) && !scenesWanted.has(element.id) ? element.sceneId : [])),
  );
  const ended: SceneRow[] = [];
  const moved: { id: number; sceneId: number }[] = [];
  for (const element of back) {
    const wanted = scenesWanted.get(element.id);
    if (!wanted || taken.has(wanted.sceneId)) continue;
    element.sceneId = wanted.sceneId;
    taken.add(wanted.sceneId);
    if (wanted.ended?.id === wanted.sceneId) ended.push(wanted.ended);
    const { id } = element;
    if (storedPlaces.has(id) && !restoredIds.has(id)) moved.push({ id, sceneId: wanted.sceneId });
  }
  await bringBack(change, ended);
  // Now, since an element goes with the scene that it is said to stand in when that is removed.
  await updateRows(change.tx, scriptElements, moved);
  return ended.map(({ id }) => id);
}

async function storeElements(draft: Draft, sceneOf: (elementId: number) => number) {
  const { tx } = draft.change;
  const { rows, storedRows, restoredIds } = draft;
  const isNew = draft.created.length + restoredIds.size > 0;
  const places = new Map(isNew ? draft.order.map(({ id, orderIndex }) => [id, orderIndex]) : []);
  const placed = <Row extends { id: number }>(row: Row) => ({
    ...row,
    sceneId: sceneOf(row.id),
    orderIndex: places.get(row.id) ?? 0,
  });
  await insertRows(tx, scriptElements, draft.created.map(placed));
  const restored = await withFilesThere(
    draft.change,
    [...restoredIds].flatMap((id) => rows.get(id) ?? []),
    ['dialogueAudioUrl', 'soundEffectUrl'],
  );
  await insertRows(tx, scriptElements, restored.map(placed));
  const changed = [...rows.values()].filter((row) => {
    const stored = storedRows.get(row.id);
    return stored && !restoredIds.has(row.id) && !isSame(stored, row);
  });
  // Place and scene are written for the whole script.
  await updateRows(
    tx,
    scriptElements,
    changed.map(({ projectId: _, sceneId: __, orderIndex: ___, ...fields }) => fields),
  );
}

async function recordMoves({ change, moves }: Draft, historyIds: readonly number[]) {
  if (moves.length === 0) return;
  const { tx, projectId } = change;
  const [newest] =
    moves[0]?.entriesBefore === 0
      ? await tx
          .select({ id: max(scriptHistory.id) })
          .from(scriptHistory)
          .where(
            and(
              eq(scriptHistory.projectId, projectId),
              historyIds[0] === undefined ? undefined : lt(scriptHistory.id, historyIds[0]),
            ),
          )
      : [];
  await insertRows(
    tx,
    scriptMoves,
    moves.map(({ elementId, afterElementId, entriesBefore }) => ({
      projectId,
      elementId,
      afterElementId,
      historyId: historyIds[entriesBefore - 1] ?? newest?.id ?? 0,
    })),
  );
}

/** Puts comments back on elements that came back, and lets those on selected text follow it; the changed ones. */
async function keepComments(draft: Draft): Promise<number[]> {
  const { change, returning, storedRows, rows, deletedIds, commentIds } = draft;
  const { tx, projectId } = change;
  const lost = [...deletedIds].flatMap((id) => commentIds.get(id) ?? []);
  const wanted = await returningNow(draft);
  await updateRows(tx, comments, wanted);
  const moved = await followText(
    change,
    [...rows.values()].flatMap((row) => {
      const stored = storedRows.get(row.id);
      if (!stored || stored.content === row.content) return [];
      return { elementId: row.id, before: stored.content, after: row.content };
    }),
  );
  return [...new Set([...lost, ...wanted.map(({ id }) => id), ...moved])];

  /** Of the comments that stood on restored elements, those that still are there and on no element. */
  async function returningNow({ restoredIds }: Draft) {
    const going = returning.filter(({ scriptElementId }) => restoredIds.has(scriptElementId));
    if (going.length === 0) return [];
    const found = await tx
      .select({ id: comments.id })
      .from(comments)
      .where(
        and(
          eq(comments.projectId, projectId),
          isNull(comments.scriptElementId),
          idIn(
            comments.id,
            going.map(({ id }) => id),
          ),
        ),
      );
    const there = new Set(found.map(({ id }) => id));
    return going.filter(({ id }) => there.has(id));
  }
}
