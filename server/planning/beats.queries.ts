import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { storyBeats } from '#server/db/schema/planning.ts';

/** Select the beats act by act, loose beats before those of sequences. */
export function beatsOf(db: Db, projectId: number) {
  return db
    .select()
    .from(storyBeats)
    .where(eq(storyBeats.projectId, projectId))
    .orderBy(
      asc(storyBeats.actNumber),
      sql`${storyBeats.sequenceId} nulls first`,
      asc(storyBeats.orderIndex),
      asc(storyBeats.id),
    );
}

export async function beatById(db: Db, projectId: number, beatId: number) {
  const [beat] = await db
    .select()
    .from(storyBeats)
    .where(and(eq(storyBeats.id, beatId), eq(storyBeats.projectId, projectId)));
  return beat;
}

export async function insertBeat(db: Db, row: typeof storyBeats.$inferInsert): Promise<number> {
  const [beat] = await db.insert(storyBeats).values(row).returning({ id: storyBeats.id });
  if (!beat) throw new Error('INSERT INTO story_beats returned no row');
  return beat.id;
}
