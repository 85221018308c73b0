import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sceneSummaries } from '#server/db/schema/ai.ts';
import { projects } from '#server/db/schema/projects.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { elementsInBatches } from '#server/script/script.service.ts';
import type { HashedElement } from './sceneHash.ts';

export type SummaryRow = typeof sceneSummaries.$inferSelect;

export function summariesOf(db: Db, projectId: number): Promise<SummaryRow[]> {
  return db.select().from(sceneSummaries).where(eq(sceneSummaries.projectId, projectId));
}

/** Load the elements of all scenes, in script order. */
export function findAllSceneElements(db: Db, projectId: number): Promise<HashedElement[]> {
  return elementsInBatches(
    db,
    projectId,
    sql`e.id, e.scene_id as "sceneId", e.element_type as "elementType", e.content,
      e.character_name as "characterName"`,
  );
}

/** Select the elements of scenes, in script order. */
export function findSceneElements(db: Db, projectId: number, sceneIds: readonly number[]) {
  const { id, sceneId, elementType, content, characterName, orderIndex } = scriptElements;
  return db
    .select({ id, sceneId, elementType, content, characterName })
    .from(scriptElements)
    .where(and(eq(scriptElements.projectId, projectId), inArray(sceneId, [...sceneIds])))
    .orderBy(asc(orderIndex), asc(id));
}

/** Lock the script until the transaction ends. Returns false if the project was deleted. */
export async function lockScript(tx: Db, projectId: number): Promise<boolean> {
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('update');
  return found.length > 0;
}

/** Insert summaries, or replace those of the same scenes. */
export async function putSummaries(tx: Db, rows: readonly (typeof sceneSummaries.$inferInsert)[]) {
  for (const { sceneId, ...summary } of rows) {
    await tx
      .insert(sceneSummaries)
      .values({ sceneId, ...summary })
      .onConflictDoUpdate({ target: sceneSummaries.sceneId, set: { ...summary, createdAt: new Date() } });
  }
}
