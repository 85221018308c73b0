import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { acts } from '#server/db/schema/planning.ts';

export function findActs(db: Db, projectId: number) {
  return db
    .select()
    .from(acts)
    .where(eq(acts.projectId, projectId))
    .orderBy(asc(acts.orderIndex), asc(acts.number), asc(acts.id));
}

export async function actById(db: Db, projectId: number, actId: number) {
  const [act] = await db
    .select()
    .from(acts)
    .where(and(eq(acts.id, actId), eq(acts.projectId, projectId)));
  return act;
}

export async function insertAct(db: Db, row: typeof acts.$inferInsert): Promise<number> {
  const [act] = await db.insert(acts).values(row).returning({ id: acts.id });
  if (!act) throw new Error('INSERT INTO acts returned no row');
  return act.id;
}
