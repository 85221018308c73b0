import { asc, eq } from 'drizzle-orm';
import { changedRows } from '#screenplay/denseOrder.ts';
import type { Plan } from '#screenplay/plan.ts';
import { idIn, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { acts, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { ChangedEntity } from '#shared/contract/live.ts';

/** Read the structure of the plan, without its texts. */
export async function findPlan(db: Db, projectId: number): Promise<Plan> {
  return {
    acts: await db
      .select({ id: acts.id, number: acts.number, orderIndex: acts.orderIndex })
      .from(acts)
      .where(eq(acts.projectId, projectId))
      .orderBy(asc(acts.orderIndex), asc(acts.number)),
    sequences: await db
      .select({ id: sequences.id, actNumber: sequences.actNumber, orderIndex: sequences.orderIndex })
      .from(sequences)
      .where(eq(sequences.projectId, projectId)),
    beats: await db
      .select({
        id: storyBeats.id,
        actId: storyBeats.actId,
        actNumber: storyBeats.actNumber,
        sequenceId: storyBeats.sequenceId,
        orderIndex: storyBeats.orderIndex,
      })
      .from(storyBeats)
      .where(eq(storyBeats.projectId, projectId)),
    scenes: await db
      .select({ id: scenes.id, actNumber: scenes.actNumber, sequenceId: scenes.sequenceId })
      .from(scenes)
      .where(eq(scenes.projectId, projectId)),
  };
}

/** Row that the caller changes. It is announced first, whether or not its position changed. */
export interface Named {
  entity: 'act' | 'sequence' | 'beat';
  id: number;
}

/**
 * Store a plan: rows with a new position or container, and deletions. The caller inserts new rows.
 * Every changed row is announced.
 */
export async function storePlan(
  change: ProjectChange,
  before: Plan,
  after: Plan,
  named?: Named,
): Promise<void> {
  const { tx } = change;
  const moved = {
    act: changedRows(before.acts, after.acts),
    sequence: changedRows(before.sequences, after.sequences),
    beat: changedRows(before.beats, after.beats),
    scene: changedRows(before.scenes, after.scenes),
  };
  await updateRows(tx, acts, moved.act);
  await updateRows(tx, sequences, moved.sequence);
  await updateRows(tx, storyBeats, moved.beat);
  await updateRows(tx, scenes, moved.scene);
  const removed = {
    act: goneIds(before.acts, after.acts),
    sequence: goneIds(before.sequences, after.sequences),
    beat: goneIds(before.beats, after.beats),
  };
  const tension = removed.beat.length > 0 ? await pointsOn(tx, removed.beat) : [];
  // Scenes lose their link to a deleted beat.
  const telling = removed.beat.length > 0 ? await scenesTelling(tx, removed.beat) : [];
  if (removed.beat.length > 0) await tx.delete(storyBeats).where(idIn(storyBeats.id, removed.beat));
  if (removed.sequence.length > 0) await tx.delete(sequences).where(idIn(sequences.id, removed.sequence));
  if (removed.act.length > 0) await tx.delete(acts).where(idIn(acts.id, removed.act));

  const touched: [ChangedEntity, number[]][] = [
    ['act', [...idsOf(moved.act), ...removed.act]],
    ['sequence', [...idsOf(moved.sequence), ...removed.sequence]],
    ['beat', [...idsOf(moved.beat), ...removed.beat]],
    ['scene', [...new Set([...idsOf(moved.scene), ...telling])]],
    ['tension', tension],
  ];
  const first = named ? (touched.find(([entity]) => entity === named.entity)?.[1] ?? []) : [];
  if (named) change.changed(named.entity, [...new Set([named.id, ...first])]);
  for (const [entity, ids] of touched)
    if (entity !== named?.entity && ids.length > 0) change.changed(entity, ids);
}

function goneIds(before: readonly { id: number }[], after: readonly { id: number }[]): number[] {
  const left = new Set(idsOf(after));
  return idsOf(before).filter((id) => !left.has(id));
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Return the tension points of beats, which lose their link when the beats are deleted. */
async function pointsOn(tx: Db, beatIds: readonly number[]): Promise<number[]> {
  const found = await tx
    .select({ id: tensionPoints.id })
    .from(tensionPoints)
    .where(idIn(tensionPoints.storyBeatId, beatIds));
  return idsOf(found);
}

async function scenesTelling(tx: Db, beatIds: readonly number[]): Promise<number[]> {
  const found = await tx.select({ id: scenes.id }).from(scenes).where(idIn(scenes.beatId, beatIds));
  return idsOf(found);
}
