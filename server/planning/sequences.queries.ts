import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sequences } from '#server/db/schema/planning.ts';

export function sequencesOf(db: Db, projectId: number) {
  return db
    .select()
    .from(sequences)
    .where(eq(sequences.projectId, projectId))
    .orderBy(asc(sequences.actNumber), asc(sequences.orderIndex), asc(sequences.id));
}

export async function sequenceById(db: Db, projectId: number, sequenceId: number) {
  const [sequence] = await db
    .select()
    .from(sequences)
    .where(and(eq(sequences.id, sequenceId), eq(sequences.projectId, projectId)));
  return sequence;
}

export async function insertSequence(db: Db, row: typeof sequences.$inferInsert): Promise<number> {
  const [sequence] = await db.insert(sequences).values(row).returning({ id: sequences.id });
  if (!sequence) throw new Error('INSERT INTO sequences returned no row');
  return sequence.id;
}
