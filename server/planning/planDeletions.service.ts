import { and, eq, isNull } from 'drizzle-orm';
import type { Plan } from '#screenplay/plan.ts';
import { type RemovedPart, removedPart, restorePart } from '#screenplay/planRestoring.ts';
import { idIn, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { acts, type DeletedPlanContent, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { PlanKind } from '#shared/contract/planDeletions.ts';
import { findPlan, storePlan } from './plan.ts';
import {
  findActDeletions,
  findDeletedRows,
  findDeletion,
  insertDeletions,
  removeDeletion,
} from './planDeletions.queries.ts';

/**
 * Store a plan from which rows were removed, and store the removed rows for 30 days, so that the
 * deletion can be undone. Several deleted beats can be restored separately.
 */
export async function storeDeletion(
  change: ProjectChange,
  before: Plan,
  after: Plan,
  kind: PlanKind,
): Promise<void> {
  const { tx, projectId, userId: deletedBy } = change;
  const part = removedPart(before, after);
  const rows = await findDeletedRows(tx, {
    acts: idsOf(part.acts),
    sequences: idsOf(part.sequences),
    beats: idsOf(part.beats),
  });
  await storePlan(change, before, after);
  const contents = kind === 'beat' ? beatByBeat(part, rows) : [{ part, ...rows }];
  const deletions = contents.flatMap((content) => {
    const root = { act: content.acts, sequence: content.sequences, beat: content.beats }[kind][0];
    if (!root) return [];
    const title = 'title' in root ? root.title : root.name;
    return [{ projectId, kind, rowId: root.id, title, content, deletedBy }];
  });
  if (deletions.length > 0) await insertDeletions(tx, deletions);
}

type DeletedRows = Omit<DeletedPlanContent, 'part'>;

function beatByBeat(part: RemovedPart, rows: DeletedRows): DeletedPlanContent[] {
  const scenesByBeat = Map.groupBy(rows.toldBeats, ({ beatId }) => beatId);
  const tension = Map.groupBy(rows.tensionBeats, ({ beatId }) => beatId);
  const planned = new Map(part.beats.map((beat) => [beat.id, beat]));
  return rows.beats.flatMap((row) => {
    const beat = planned.get(row.id);
    if (!beat) return [];
    return {
      part: { acts: [], sequences: [], beats: [beat], freedBeats: [], scenes: [], numbers: [] },
      ...{ acts: [], sequences: [], beats: [row] },
      toldBeats: scenesByBeat.get(beat.id) ?? [],
      tensionBeats: tension.get(beat.id) ?? [],
    };
  });
}

/**
 * Restore a deleted row under its id, with the rows and links that were deleted with it. Does
 * nothing if the row exists, because the client may repeat a call whose answer was lost.
 */
export function restoreInPlanOf(
  db: Db,
  scope: Scope,
  { kind, rowId }: { kind: PlanKind; rowId: number },
): Promise<void> {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const before = await findPlan(tx, projectId);
    const rowsOfKind = { act: before.acts, sequence: before.sequences, beat: before.beats }[kind];
    if (rowsOfKind.some(({ id }) => id === rowId)) return;
    const deletion = await findDeletion(tx, projectId, kind, rowId);
    if (!deletion) throw notFound(`Deleted ${kind}`);
    const { content } = deletion;
    const after = restorePart(before, content.part, await movedOnIn(tx, projectId, before));
    if (!after) throw conflict(`The act of this ${kind} is deleted, too. Restore the act first.`);
    await insertRestored(change, content, after);
    await storePlan(change, before, after);
    await restoreBeatLinks(change, content);
    await removeDeletion(tx, deletion.id);
  });
}

/**
 * Create a function that returns the act in which a scene is now, following it through deletions of
 * acts.
 */
async function movedOnIn(tx: Db, projectId: number, { acts: present }: Plan) {
  const known = new Set(idsOf(present));
  const deletions = await findActDeletions(tx, projectId);
  const movedTo = new Map(
    deletions.flatMap(({ actId, scenes: links }) =>
      links.filter((link) => link.actId === actId).map((link) => [`${actId} ${link.id}`, link.movedToActId]),
    ),
  );
  return (sceneId: number, actId: number | null): number | null => {
    let now = actId;
    // Follow each deletion at most once.
    for (let step = 0; step < deletions.length && now !== null && !known.has(now); step++)
      now = movedTo.get(`${now} ${sceneId}`) ?? null;
    return now;
  };
}

/** Insert the rows of a deletion at their positions in the current plan, parents first. */
async function insertRestored(
  change: ProjectChange,
  content: DeletedPlanContent,
  after: Plan,
): Promise<void> {
  const { tx, projectId } = change;
  const placed = <Row extends { id: number }>(
    rows: readonly Row[],
    planned: readonly { id: number }[],
  ): Row[] => {
    const places = new Map(planned.map((row) => [row.id, row]));
    return rows.map((row) => ({ ...row, ...places.get(row.id), projectId }));
  };
  const back = {
    act: placed(content.acts, after.acts),
    sequence: placed(content.sequences, after.sequences),
    beat: placed(content.beats, after.beats),
  };
  if (back.act.length > 0) change.changed('act', await insertRows(tx, acts, back.act));
  if (back.sequence.length > 0) change.changed('sequence', await insertRows(tx, sequences, back.sequence));
  if (back.beat.length > 0) change.changed('beat', await insertRows(tx, storyBeats, back.beat));
}

/** Link scenes and tension points to the restored beats again, unless they have other links. */
async function restoreBeatLinks(change: ProjectChange, content: DeletedPlanContent): Promise<void> {
  const { tx } = change;
  const free = await tx
    .select({ id: scenes.id })
    .from(scenes)
    .where(
      and(
        idIn(
          scenes.id,
          content.toldBeats.map(({ sceneId }) => sceneId),
        ),
        isNull(scenes.beatId),
      ),
    );
  const freeScenes = new Set(idsOf(free));
  const scenesByBeat = content.toldBeats
    .filter(({ sceneId }) => freeScenes.has(sceneId))
    .map(({ sceneId: id, beatId }) => ({ id, beatId }));
  await updateRows(tx, scenes, scenesByBeat);
  if (scenesByBeat.length > 0) change.changed('scene', idsOf(scenesByBeat));
  const points = await tx
    .select({ id: tensionPoints.id })
    .from(tensionPoints)
    .where(
      and(
        eq(tensionPoints.projectId, change.projectId),
        idIn(
          tensionPoints.id,
          content.tensionBeats.map(({ pointId }) => pointId),
        ),
        isNull(tensionPoints.storyBeatId),
      ),
    );
  const freePoints = new Set(idsOf(points));
  const tension = content.tensionBeats
    .filter(({ pointId }) => freePoints.has(pointId))
    .map(({ pointId: id, beatId: storyBeatId }) => ({ id, storyBeatId }));
  await updateRows(tx, tensionPoints, tension);
  if (tension.length > 0) change.changed('tension', idsOf(tension));
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
