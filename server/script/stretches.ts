import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type NewScene, type SceneChanges, scenesInStep } from '#screenplay/scenes.ts';
import { rows } from '#server/db/client.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
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
 * and merges them, and moves elements to the scene they stand in. An element that is not stored yet has a
 * negative id; `sceneOf` of the answer tells the scene in which to store it.
 */
export async function keepScenesInStep(
  change: ProjectChange,
  outline: readonly OutlinedElement[],
): Promise<ChangedScenes & { sceneOf: (elementId: number) => number | undefined }> {
  const changes = scenesInStep(outline, await stretchScenesOf(change.tx, change.projectId));
  const created = await createScenes(change, changes.create);
  const placed = new Map<number, number>();
  for (const [i, scene] of changes.create.entries()) {
    const row = created[i];
    if (row) await moveInto(change, row.id, scene.elementIds, placed);
  }
  for (const { sceneId, elementIds } of changes.assign) await moveInto(change, sceneId, elementIds, placed);
  const updated = await updateScenes(change, changes);
  if (changes.remove.length > 0) {
    await change.tx.delete(scenes).where(idIn(scenes.id, changes.remove));
  }
  const touched = [...created, ...updated];
  if (touched.length + changes.remove.length > 0) {
    change.changed('scene', [...touched.map((scene) => scene.id), ...changes.remove]);
  }
  const scenesById = new Map(outline.map((element) => [element.id, element.sceneId]));
  return {
    scenes: touched,
    removedSceneIds: changes.remove,
    sceneOf: (elementId) => placed.get(elementId) ?? scenesById.get(elementId) ?? undefined,
  };
}

/** New scenes take act and sequence of the scene they come after. */
async function createScenes({ tx, projectId }: ProjectChange, create: NewScene[]): Promise<SceneRow[]> {
  const made: SceneRow[] = [];
  for (const { heading, location, timeOfDay, sceneNumber, afterSceneId } of create) {
    const [before] =
      afterSceneId === null ? [] : await tx.select().from(scenes).where(eq(scenes.id, afterSceneId));
    made.push(
      ...(await tx
        .insert(scenes)
        .values({
          projectId,
          heading,
          location,
          timeOfDay,
          sceneNumber,
          actNumber: before?.actNumber ?? 1,
          sequenceId: before?.sequenceId ?? null,
        })
        .returning()),
    );
  }
  return made;
}

/** A heading is few rows; the numbers behind a new scene may be all of them, so they go in one statement. */
async function updateScenes({ tx }: ProjectChange, { update }: SceneChanges): Promise<SceneRow[]> {
  if (update.length === 0) return [];
  const numbers = update.filter((scene) => scene.sceneNumber !== undefined);
  if (numbers.length > 0) {
    await rows(
      tx,
      sql`update scenes s set scene_number = n."sceneNumber"
          from json_to_recordset(${JSON.stringify(numbers)}::json) as n(id int, "sceneNumber" int)
          where s.id = n.id`,
    );
  }
  for (const { id, sceneNumber: _, ...fields } of update) {
    if (Object.keys(fields).length > 0) await tx.update(scenes).set(fields).where(eq(scenes.id, id));
  }
  return tx
    .select()
    .from(scenes)
    .where(
      idIn(
        scenes.id,
        update.map((scene) => scene.id),
      ),
    );
}

/** `column in (…)` for any number of ids: one parameter, where a list of parameters has a limit. */
function idIn(column: AnyPgColumn, ids: readonly number[]): SQL {
  return sql`${column} in (select value::int from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}

async function moveInto(
  { tx, projectId }: ProjectChange,
  sceneId: number,
  elementIds: readonly number[],
  placed: Map<number, number>,
) {
  for (const elementId of elementIds) placed.set(elementId, sceneId);
  const stored = elementIds.filter((elementId) => elementId > 0);
  if (stored.length === 0) return;
  await tx
    .update(scriptElements)
    .set({ sceneId })
    .where(and(eq(scriptElements.projectId, projectId), idIn(scriptElements.id, stored)));
}
