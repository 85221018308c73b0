import { type NewScene, type SceneChanges, type StretchElement, scenesInStep } from '#screenplay/scenes.ts';
import { idIn, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { withFilesThere } from './keptFiles.ts';
import { type OutlinedElement, stretchScenesOf } from './script.queries.ts';

export type SceneRow = typeof scenes.$inferSelect;

/** What an edit did to scenes, as calls answer it. */
export interface ChangedScenes {
  scenes: SceneRow[];
  removedSceneIds: number[];
}

export const noChangedScenes: ChangedScenes = { scenes: [], removedSceneIds: [] };

/**
 * Brings the scenes in step with the script as `outline` tells it (decision OQ-51): makes, renames, renumbers
 * and merges them, and moves stored elements to the scene they stand in. `sceneOf` of the answer tells the scene
 * of any element, also of one that is not stored yet. Scenes that came back are told as changed ones are.
 */
export async function keepScenesInStep(
  change: ProjectChange,
  outline: readonly OutlinedElement[],
  backIds: readonly number[] = [],
): Promise<ChangedScenes & { removed: SceneRow[]; sceneOf: (elementId: number) => number }> {
  const { tx, projectId } = change;
  const changes = scenesInStep(outline, await stretchScenesOf(tx, projectId));
  const createdIds = await createScenes(change, changes.create);
  const placed = new Map<number, number>();
  for (const [i, sceneId] of createdIds.entries())
    for (const elementId of changes.create[i]?.elementIds ?? []) placed.set(elementId, sceneId);
  for (const { sceneId, elementIds } of changes.assign)
    for (const elementId of elementIds) placed.set(elementId, sceneId);
  await updateRows(
    tx,
    scriptElements,
    Array.from(placed, ([id, sceneId]) => ({ id, sceneId })),
  );
  await updateScenes(change, changes);
  const removed =
    changes.remove.length === 0
      ? []
      : await tx.delete(scenes).where(idIn(scenes.id, changes.remove)).returning();
  const updatedIds = changes.update.map((scene) => scene.id);
  const touchedIds = [...new Set([...createdIds, ...backIds, ...updatedIds])];
  if (touchedIds.length + changes.remove.length > 0) {
    change.changed('scene', [...touchedIds, ...changes.remove]);
  }
  const scenesById = new Map(outline.map((element) => [element.id, element.sceneId]));
  return {
    scenes: await sceneRows(tx, touchedIds),
    removedSceneIds: changes.remove,
    removed,
    sceneOf: (elementId) => {
      const sceneId = placed.get(elementId) ?? scenesById.get(elementId);
      if (sceneId == null) throw new Error('An element was given no scene');
      return sceneId;
    },
  };
}

/** Gives scenes the words that their headings say now; neither stretches nor numbers change by that. */
export async function renameScenes(
  change: ProjectChange,
  headings: readonly StretchElement[],
): Promise<ChangedScenes> {
  if (headings.length === 0) return noChangedScenes;
  const stored = await sceneRows(
    change.tx,
    headings.flatMap(({ sceneId }) => sceneId ?? []),
  );
  const byId = new Map(stored.map(({ id, heading }) => [id, { id, heading, sceneNumber: 1 }]));
  const update = headings.flatMap((heading) => {
    const scene = byId.get(heading.sceneId ?? 0);
    return scene ? scenesInStep([heading], [scene]).update : [];
  });
  const ids = update.map(({ id }) => id);
  if (ids.length === 0) return noChangedScenes;
  await updateScenes(change, { update });
  change.changed('scene', ids);
  return { scenes: await sceneRows(change.tx, ids), removedSceneIds: [] };
}

/** The rows of those scenes in that order. */
async function sceneRows(tx: Db, ids: readonly number[]): Promise<SceneRow[]> {
  if (ids.length === 0) return [];
  const found = await tx.select().from(scenes).where(idIn(scenes.id, ids));
  const byId = new Map(found.map((scene) => [scene.id, scene]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** New scenes take act and sequence of the scene they come after. */
async function createScenes({ tx, projectId }: ProjectChange, create: NewScene[]): Promise<number[]> {
  const before = await sceneRows(
    tx,
    create.flatMap(({ afterSceneId }) => afterSceneId ?? []),
  );
  const byId = new Map(before.map((scene) => [scene.id, scene]));
  return insertRows(
    tx,
    scenes,
    create.map(({ heading, location, timeOfDay, sceneNumber, afterSceneId }) => {
      const { actNumber = 1, sequenceId = null } = byId.get(afterSceneId ?? 0) ?? {};
      return { projectId, heading, location, timeOfDay, sceneNumber, actNumber, sequenceId };
    }),
  );
}

/** A new scene may change the numbers of all behind it, so they go in one statement; so do headings. */
async function updateScenes({ tx }: ProjectChange, { update }: Pick<SceneChanges, 'update'>): Promise<void> {
  const numbers = update.flatMap(({ id, sceneNumber }) =>
    sceneNumber === undefined ? [] : { id, sceneNumber },
  );
  await updateRows(tx, scenes, numbers);
  const headings = update.flatMap(({ id, heading, location, timeOfDay }) =>
    heading === undefined || location === undefined || timeOfDay === undefined
      ? []
      : { id, heading, location, timeOfDay },
  );
  await updateRows(tx, scenes, headings);
}

/**
 * Stores scenes that had ended with their heading again, with their ids; of one that stayed without its heading the
 * heading comes back. A sequence or a picture that is gone by now is none; a sequence that is in another act by now takes
 * its scene there.
 */
export async function bringBack(change: ProjectChange, ended: readonly SceneRow[]): Promise<void> {
  if (ended.length === 0) return;
  const { tx, projectId } = change;
  const sequenceIds = ended.flatMap((scene) => scene.sequenceId ?? []);
  const found = await tx
    .select({ id: sequences.id, actNumber: sequences.actNumber })
    .from(sequences)
    .where(idIn(sequences.id, sequenceIds));
  const acts = new Map(found.map(({ id, actNumber }) => [id, actNumber]));
  const ids = ended.map((scene) => scene.id);
  const there = await tx.select().from(scenes).where(idIn(scenes.id, ids));
  const stored = new Map(there.map((scene) => [scene.id, scene]));
  const gone = ended.filter((scene) => !stored.has(scene.id));
  const returning = await withFilesThere(change, gone, ['imageUrl', 'videoUrl']);
  await insertRows(
    tx,
    scenes,
    returning.map(({ sequenceId, actNumber, ...scene }) => {
      const act = acts.get(sequenceId ?? 0);
      return {
        ...scene,
        projectId,
        sequenceId: act === undefined ? null : sequenceId,
        actNumber: act ?? actNumber,
      };
    }),
  );
  await updateRows(
    tx,
    scenes,
    ended
      .filter((scene) => stored.get(scene.id)?.heading === '')
      .map(({ id, heading, location, timeOfDay }) => ({ id, heading, location, timeOfDay })),
  );
}
