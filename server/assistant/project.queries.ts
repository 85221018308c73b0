import { and, asc, desc, eq, lt, or } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { acts, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { characters, scenes, scriptElements } from '#server/db/schema/script.ts';

export function readScenes(db: Db, projectId: number) {
  const { id, sceneNumber, displayNumber, actNumber, notes } = scenes;
  return db
    .select({ id, sceneNumber, displayNumber, actNumber, notes, sequence: sequences.name })
    .from(scenes)
    .leftJoin(sequences, eq(scenes.sequenceId, sequences.id))
    .where(eq(scenes.projectId, projectId));
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
