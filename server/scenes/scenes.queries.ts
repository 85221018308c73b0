import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, sql } from 'drizzle-orm';
import { asJson } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { sequences, storyBeats } from '#server/db/schema/planning.ts';
import { characters, type SceneRow, scenes, scriptElements } from '#server/db/schema/script.ts';
import { readConsistently } from '#server/script/screenplay.service.ts';

/** Scenes per statement, so that other calls can run in between. A feature has two hundred. */
const scenesAtOnce = 1000;

/** Load the scenes of a project by number: many of them in batches, of one state of the project. */
export async function findScenes(db: Db, projectId: number): Promise<SceneRow[]> {
  const first = await scenesAfter(db, projectId, null);
  if (first.length < scenesAtOnce) return first;
  return readConsistently(db, projectId, true, async (at) => {
    const found: SceneRow[] = [];
    for (let batch = first; batch.length > 0; await setImmediate()) {
      batch = await scenesAfter(at, projectId, found.at(-1) ?? null);
      for (const scene of batch) found.push(scene);
    }
    return found;
  });
}

/** Load the next scenes as one JSON text, which takes less time than rows. */
async function scenesAfter(db: Db, projectId: number, last: SceneRow | null): Promise<SceneRow[]> {
  const after = last ? sql`and (s.scene_number, s.id) > (${last.sceneNumber}::int, ${last.id}::int)` : sql``;
  const [found] = await rows<{ list: string }>(
    db,
    sql`select coalesce(json_agg(${asJson(scenes, sql`s`)}), '[]')::text as list from (
          select * from scenes s where s.project_id = ${projectId} ${after}
          order by s.scene_number, s.id limit ${scenesAtOnce}::int
        ) s`,
  );
  return JSON.parse(found?.list ?? '[]') as SceneRow[];
}

export async function sceneById(db: Db, projectId: number, sceneId: number): Promise<SceneRow | undefined> {
  const [scene] = await db
    .select()
    .from(scenes)
    .where(and(eq(scenes.id, sceneId), eq(scenes.projectId, projectId)));
  return scene;
}

/** Return the headings up to that of a scene, in script order. The opening has "". */
export async function headingsUpTo(db: Db, { projectId, id }: SceneRow): Promise<string[]> {
  const all = await db
    .select({ id: scenes.id, heading: scenes.heading })
    .from(scenes)
    .where(eq(scenes.projectId, projectId))
    .orderBy(asc(scenes.sceneNumber), asc(scenes.id));
  return all.slice(0, all.findIndex((scene) => scene.id === id) + 1).map(({ heading }) => heading);
}

/** Return the elements of a scene, in script order. */
export function elementsOfScene(db: Db, sceneId: number) {
  const { id, elementType, content, dialogueAudioUrl, soundEffectUrl, orderIndex } = scriptElements;
  return db
    .select({ id, elementType, content, dialogueAudioUrl, soundEffectUrl })
    .from(scriptElements)
    .where(eq(scriptElements.sceneId, sceneId))
    .orderBy(asc(orderIndex), asc(id));
}

/** Return the act number of a sequence. Undefined: the project has no such sequence. */
export async function actOfSequence(db: Db, projectId: number, sequenceId: number) {
  const [sequence] = await db
    .select({ actNumber: sequences.actNumber })
    .from(sequences)
    .where(and(eq(sequences.id, sequenceId), eq(sequences.projectId, projectId)));
  return sequence?.actNumber;
}

export async function isBeatOf(db: Db, projectId: number, beatId: number): Promise<boolean> {
  const [beat] = await db
    .select({ id: storyBeats.id })
    .from(storyBeats)
    .where(and(eq(storyBeats.id, beatId), eq(storyBeats.projectId, projectId)));
  return beat !== undefined;
}

/** Return the looks of a project's characters in display order. */
export function castCards(db: Db, projectId: number) {
  return db
    .select({
      name: characters.name,
      age: characters.age,
      role: characters.role,
      description: characters.description,
    })
    .from(characters)
    .where(eq(characters.projectId, projectId))
    .orderBy(asc(characters.displayOrder), asc(characters.id))
    .limit(200);
}
