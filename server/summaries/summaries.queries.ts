import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sceneSummaries } from '#server/db/schema/ai.ts';
import { projects } from '#server/db/schema/projects.ts';
import { scriptElements } from '#server/db/schema/script.ts';

export type SummaryRow = typeof sceneSummaries.$inferSelect;

export function summariesOf(db: Db, projectId: number): Promise<SummaryRow[]> {
  return db.select().from(sceneSummaries).where(eq(sceneSummaries.projectId, projectId));
}

/** In script order; of all scenes, or of these. */
export function findSceneElements(db: Db, projectId: number, sceneIds?: readonly number[]) {
  const { id, sceneId, elementType, content, characterName, orderIndex } = scriptElements;
  return db
    .select({ id, sceneId, elementType, content, characterName })
    .from(scriptElements)
    .where(
      and(eq(scriptElements.projectId, projectId), sceneIds ? inArray(sceneId, [...sceneIds]) : undefined),
    )
    .orderBy(asc(orderIndex), asc(id));
}

/** Keeps the script as it is until the transaction ends; false when the project is gone. */
export async function lockScript(tx: Db, projectId: number): Promise<boolean> {
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('update');
  return found.length > 0;
}

/** In the place of what was said of these scenes before. */
export async function putSummaries(tx: Db, rows: readonly (typeof sceneSummaries.$inferInsert)[]) {
  for (const { sceneId, ...said } of rows) {
    await tx
      .insert(sceneSummaries)
      .values({ sceneId, ...said })
      .onConflictDoUpdate({ target: sceneSummaries.sceneId, set: { ...said, createdAt: new Date() } });
  }
}
