import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { insertRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { storyBeats } from '#server/db/schema/planning.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';

/** Select the points in story order. */
export function tensionPointsOf(db: Db, projectId: number) {
  return db
    .select()
    .from(tensionPoints)
    .where(eq(tensionPoints.projectId, projectId))
    .orderBy(asc(tensionPoints.position), asc(tensionPoints.id));
}

/** Replace the tension points of a project. Returns the ids of the old and the new points. */
export async function replaceTensionPoints(
  db: Db,
  projectId: number,
  points: readonly Omit<typeof tensionPoints.$inferInsert, 'projectId'>[],
): Promise<number[]> {
  const deleted = await db
    .delete(tensionPoints)
    .where(eq(tensionPoints.projectId, projectId))
    .returning({ id: tensionPoints.id });
  const rows = points.map((point) => ({ ...point, projectId }));
  const come = await insertRows(db, tensionPoints, rows);
  return [...deleted.map(({ id }) => id), ...come];
}

export async function beatIdsOf(db: Db, projectId: number): Promise<Set<number>> {
  const found = await db
    .select({ id: storyBeats.id })
    .from(storyBeats)
    .where(eq(storyBeats.projectId, projectId));
  return new Set(found.map(({ id }) => id));
}

/** Return the text of the scenes that are linked to beats, by beat, in script order. */
export async function scriptOfBeats(db: Db, projectId: number) {
  const { elementType, content, orderIndex, id } = scriptElements;
  const found = await db
    .select({ beatId: scenes.beatId, elementType, content })
    .from(scriptElements)
    .innerJoin(scenes, eq(scenes.id, scriptElements.sceneId))
    .where(and(eq(scenes.projectId, projectId), isNotNull(scenes.beatId)))
    .orderBy(asc(orderIndex), asc(id));
  return Map.groupBy(found, ({ beatId }) => beatId ?? 0);
}
