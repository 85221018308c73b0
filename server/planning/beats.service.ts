import { eq } from 'drizzle-orm';
import * as plans from '#screenplay/plan.ts';
import type { Db } from '#server/db/client.ts';
import { storyBeats } from '#server/db/schema/planning.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { createBeat, updateBeat } from '#shared/contract/beats.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { beatById, insertBeat } from './beats.queries.ts';
import { findPlan, storePlan } from './plan.ts';
import { storeDeletion } from './planDeletions.service.ts';

/** Id of a row before it is stored. */
const unstored = 0;

export function createBeatOf(
  db: Db,
  scope: Scope,
  { actNumber, sequenceId = null, orderIndex: at, ...fields }: HandlerInput<typeof createBeat>['body'],
) {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const before = await findPlan(tx, projectId);
    const home = { actNumber, sequenceId };
    expectContainer(before, home);
    const after = plans.addBeat(before, unstored, home, at);
    const place = after.beats.find(({ id }) => id === unstored);
    if (!place) throw new Error('The plan does not contain the new story beat');
    const { actId, orderIndex } = place;
    const id = await insertBeat(tx, { ...fields, ...home, projectId, actId, orderIndex });
    await storePlan(change, before, after, { entity: 'beat', id });
    return findOrThrow(change, id);
  });
}

/**
 * Change fields, move the beat, or both (decision OQ-85). In another act it loses its sequence,
 * unless one of that act is named.
 */
export function changeBeat(
  db: Db,
  scope: Scope,
  beatId: number,
  { actNumber, sequenceId, orderIndex, ...fields }: HandlerInput<typeof updateBeat>['body'],
) {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const beat = await findOrThrow(change, beatId);
    const isEdited = Object.keys(fields).length > 0;
    if (isEdited) await tx.update(storyBeats).set(fields).where(eq(storyBeats.id, beatId));
    if (actNumber === undefined && sequenceId === undefined && orderIndex === undefined) {
      if (isEdited) change.changed('beat', [beatId]);
      return findOrThrow(change, beatId);
    }
    const before = await findPlan(tx, projectId);
    const home = {
      actNumber: actNumber ?? beat.actNumber,
      sequenceId:
        sequenceId === undefined && (actNumber ?? beat.actNumber) === beat.actNumber
          ? beat.sequenceId
          : (sequenceId ?? null),
    };
    expectContainer(before, home);
    const after = plans.moveBeat(before, beatId, home, orderIndex);
    await storePlan(change, before, after, isEdited ? { entity: 'beat', id: beatId } : undefined);
    return findOrThrow(change, beatId);
  });
}

export function deleteBeatOf(db: Db, scope: Scope, beatId: number): Promise<void> {
  return changeContent(db, scope, async (change) => {
    await findOrThrow(change, beatId);
    const before = await findPlan(change.tx, scope.projectId);
    await storeDeletion(change, before, plans.removeBeat(before, beatId), 'beat');
  });
}

/** Delete several beats. Beats that are already deleted are ignored. */
export function deleteBeatsOf(db: Db, scope: Scope, beatIds: readonly number[]): Promise<void> {
  return changeContent(db, scope, async (change) => {
    const before = await findPlan(change.tx, scope.projectId);
    await storeDeletion(change, before, plans.removeBeats(before, new Set(beatIds)), 'beat');
  });
}

/** Throw unless the act and sequence of a beat exist and belong together (decision OQ-84). */
function expectContainer(plan: plans.Plan, home: plans.BeatContainer): void {
  const problem = plans.beatContainerProblem(plan, home);
  if (problem === 'no act') throw notFound('Act');
  if (problem === 'no sequence') throw notFound('Sequence');
  if (problem) throw invalid('This sequence is not in that act.', { sequenceId: 'Is in another act' });
}

/** Return the beat. Throws notFound if it was deleted after the access check. */
async function findOrThrow({ tx, projectId }: ProjectChange, beatId: number) {
  const beat = await beatById(tx, projectId, beatId);
  if (!beat) throw notFound('Story beat');
  return beat;
}
