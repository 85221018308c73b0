import type { Db } from '#server/db/client.ts';
import { acts, sequences, storyBeats } from '#server/db/schema/planning.ts';

/**
 * Create a plan with two acts, of which the first has a sequence and a loose beat after it. Returns
 * the ids of the beats in story order.
 */
export async function aPlan(db: Db, projectId: number): Promise<number[]> {
  const [first, second] = await db
    .insert(acts)
    .values([
      { projectId, number: 1, title: 'Departure', orderIndex: 0 },
      { projectId, number: 2, title: 'Open sea', orderIndex: 1 },
    ])
    .returning();
  const [sequence] = await db
    .insert(sequences)
    .values({ projectId, actNumber: 1, name: 'Casting off', orderIndex: 0 })
    .returning();
  const rows = [
    { title: 'The storm', description: 'They fight for the wheel!', actNumber: 2, orderIndex: 0 },
    { title: 'Ropes', actNumber: 1, orderIndex: 0 },
    { title: 'Breakfast', actNumber: 1, sequenceId: sequence?.id, orderIndex: 0 },
  ];
  const beats = await db
    .insert(storyBeats)
    .values(
      rows.map((row) => ({ ...row, projectId, actId: (row.actNumber === 1 ? first : second)?.id ?? 0 })),
    )
    .returning();
  return beats.map(({ id }) => id).reverse();
}
