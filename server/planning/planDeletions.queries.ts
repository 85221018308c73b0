import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { idIn, insertRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import {
  acts,
  type DeletedPlanContent,
  planDeletions,
  sequences,
  storyBeats,
} from '#server/db/schema/planning.ts';
import { scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { type PlanKind, restorableDays } from '#shared/contract/planDeletions.ts';

const isRestorable = gt(planDeletions.deletedAt, sql`now() - make_interval(days => ${restorableDays}::int)`);

/** Read the rows with these ids, and the links to the beats among them. */
export async function findDeletedRows(
  tx: Db,
  ids: Record<'acts' | 'sequences' | 'beats', number[]>,
): Promise<Omit<DeletedPlanContent, 'part'>> {
  return {
    acts: await tx.select().from(acts).where(idIn(acts.id, ids.acts)).orderBy(asc(acts.id)),
    sequences: await tx
      .select()
      .from(sequences)
      .where(idIn(sequences.id, ids.sequences))
      .orderBy(asc(sequences.id)),
    beats: await tx
      .select()
      .from(storyBeats)
      .where(idIn(storyBeats.id, ids.beats))
      .orderBy(asc(storyBeats.id)),
    toldBeats: await tx
      .select({ sceneId: scenes.id, beatId: sql<number>`${scenes.beatId}` })
      .from(scenes)
      .where(idIn(scenes.beatId, ids.beats)),
    tensionBeats: await tx
      .select({ pointId: tensionPoints.id, beatId: sql<number>`${tensionPoints.storyBeatId}` })
      .from(tensionPoints)
      .where(idIn(tensionPoints.storyBeatId, ids.beats)),
  };
}

export async function insertDeletions(tx: Db, values: (typeof planDeletions.$inferInsert)[]): Promise<void> {
  await insertRows(tx, planDeletions, values);
}

/** Return the latest deletion of a row that can still be restored. */
export async function findDeletion(tx: Db, projectId: number, kind: PlanKind, rowId: number) {
  const [found] = await tx
    .select()
    .from(planDeletions)
    .where(
      and(
        eq(planDeletions.projectId, projectId),
        eq(planDeletions.kind, kind),
        eq(planDeletions.rowId, rowId),
        isRestorable,
      ),
    )
    .orderBy(desc(planDeletions.id))
    .limit(1);
  return found;
}

/** Return the deleted acts with the links of their scenes: the act that each scene was moved to. */
export function findActDeletions(tx: Db, projectId: number) {
  return tx
    .select({
      actId: planDeletions.rowId,
      scenes: sql<DeletedPlanContent['part']['scenes']>`${planDeletions.content} -> 'part' -> 'scenes'`,
    })
    .from(planDeletions)
    .where(and(eq(planDeletions.projectId, projectId), eq(planDeletions.kind, 'act')));
}

export async function removeDeletion(tx: Db, deletionId: number): Promise<void> {
  await tx.delete(planDeletions).where(eq(planDeletions.id, deletionId));
}

/** Remove the deletions that can no longer be restored. */
export async function prunePlanDeletions(db: Db): Promise<void> {
  await db
    .delete(planDeletions)
    .where(lt(planDeletions.deletedAt, sql`now() - make_interval(days => ${restorableDays}::int)`));
}
