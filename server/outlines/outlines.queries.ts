import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { outlines } from '#server/db/schema/planning.ts';

export function findOutline(db: Db, projectId: number) {
  return db
    .select()
    .from(outlines)
    .where(eq(outlines.projectId, projectId))
    .orderBy(asc(outlines.orderIndex), asc(outlines.id));
}

/** Select only the positions of the items, in order. */
export function outlinePlaces(db: Db, projectId: number) {
  return db
    .select({ id: outlines.id, orderIndex: outlines.orderIndex })
    .from(outlines)
    .where(eq(outlines.projectId, projectId))
    .orderBy(asc(outlines.orderIndex), asc(outlines.id));
}

export async function outlineItemById(db: Db, itemId: number) {
  const [item] = await db.select().from(outlines).where(eq(outlines.id, itemId));
  return item;
}

export async function insertOutlineItem(db: Db, row: typeof outlines.$inferInsert): Promise<number> {
  const [item] = await db.insert(outlines).values(row).returning({ id: outlines.id });
  if (!item) throw new Error('INSERT INTO outlines returned no row');
  return item.id;
}

export async function deleteOutlineRow(db: Db, itemId: number): Promise<void> {
  await db.delete(outlines).where(eq(outlines.id, itemId));
}
