import { and, asc, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { acts, storyBeats } from '#server/db/schema/planning.ts';
import { characters, type SceneRow, scriptElements } from '#server/db/schema/script.ts';

interface ReadScene extends Pick<SceneRow, 'id' | 'sceneNumber' | 'displayNumber' | 'actNumber' | 'notes'> {
  sequence: string | null;
}

/** Load the scenes as one JSON text, which for thousands takes a fraction of the time of rows. */
export async function readScenes(db: Db, projectId: number): Promise<ReadScene[]> {
  const [found] = await rows<{ list: string }>(
    db,
    sql`select coalesce(json_agg(told), '[]')::text as list from (
          select s.id, s.scene_number as "sceneNumber", s.display_number as "displayNumber",
            s.act_number as "actNumber", s.notes, q.name as sequence
          from scenes s left join sequences q on q.id = s.sequence_id
          where s.project_id = ${projectId}
        ) told`,
  );
  return JSON.parse(found?.list ?? '[]') as ReadScene[];
}

export function readCast(db: Db, projectId: number) {
  const { name, role, description } = characters;
  return db
    .select({ name, role, description })
    .from(characters)
    .where(eq(characters.projectId, projectId))
    .orderBy(asc(characters.displayOrder), asc(characters.id));
}

export function readActs(db: Db, projectId: number) {
  const { number, title, startPage, endPage } = acts;
  return db
    .select({ number, title, startPage, endPage })
    .from(acts)
    .where(eq(acts.projectId, projectId))
    .orderBy(asc(acts.orderIndex), asc(acts.id));
}

export function readBeats(db: Db, projectId: number) {
  const { title, description, actNumber, pageNumber } = storyBeats;
  return db
    .select({ title, description, actNumber, pageNumber })
    .from(storyBeats)
    .where(eq(storyBeats.projectId, projectId))
    .orderBy(asc(storyBeats.actNumber), asc(storyBeats.orderIndex), asc(storyBeats.id));
}

export async function elementIn(db: Db, projectId: number, elementId: number) {
  const [element] = await db
    .select()
    .from(scriptElements)
    .where(and(eq(scriptElements.id, elementId), eq(scriptElements.projectId, projectId)));
  return element;
}

/** Return the id of the preceding element. Null for the first. */
export async function idBefore(
  db: Db,
  { projectId, orderIndex, id }: { projectId: number; orderIndex: number; id: number },
): Promise<number | null> {
  const [before] = await db
    .select({ id: scriptElements.id })
    .from(scriptElements)
    .where(
      and(
        eq(scriptElements.projectId, projectId),
        or(
          lt(scriptElements.orderIndex, orderIndex),
          and(eq(scriptElements.orderIndex, orderIndex), lt(scriptElements.id, id)),
        ),
      ),
    )
    .orderBy(desc(scriptElements.orderIndex), desc(scriptElements.id))
    .limit(1);
  return before?.id ?? null;
}
