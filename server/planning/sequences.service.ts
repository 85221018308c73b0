import { eq } from 'drizzle-orm';
import * as plans from '#screenplay/plan.ts';
import type { Db } from '#server/db/client.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { createSequence, updateSequence } from '#shared/contract/sequences.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { findPlan, storePlan } from './plan.ts';
import { storeDeletion } from './planDeletions.service.ts';
import { insertSequence, sequenceById } from './sequences.queries.ts';

/** Id of a row before it is stored. */
const unstored = 0;

export async function createSequenceOf(
  db: Db,
  scope: Scope,
  { projectId: named, actNumber, orderIndex: at, ...fields }: HandlerInput<typeof createSequence>['body'],
) {
  if (named !== undefined && named !== scope.projectId) {
    throw invalid('Another project', { projectId: 'Must be the project of the address' });
  }
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const before = await findPlan(tx, projectId);
    if (!plans.actNumbered(before, actNumber)) throw notFound('Act');
    const after = plans.addSequence(before, unstored, actNumber, at);
    const orderIndex = after.sequences.find(({ id }) => id === unstored)?.orderIndex ?? 0;
    const id = await insertSequence(tx, { ...fields, projectId, actNumber, orderIndex });
    await storePlan(change, before, after, { entity: 'sequence', id });
    return findOrThrow(change, id);
  });
}

/**
 * Change fields, move the sequence, or both. Its beats and scenes move with it into another act.
 */
export function changeSequence(
  db: Db,
  scope: Scope,
  sequenceId: number,
  { actNumber, orderIndex, ...fields }: HandlerInput<typeof updateSequence>['body'],
) {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const sequence = await findOrThrow(change, sequenceId);
    const isEdited = Object.keys(fields).length > 0;
    if (isEdited) await tx.update(sequences).set(fields).where(eq(sequences.id, sequenceId));
    const before = await findPlan(tx, projectId);
    const act = plans.actNumbered(before, actNumber ?? sequence.actNumber);
    if (!act) throw notFound('Act');
    const after = plans.moveSequence(before, sequenceId, act.number, orderIndex);
    await storePlan(change, before, after, isEdited ? { entity: 'sequence', id: sequenceId } : undefined);
    return findOrThrow(change, sequenceId);
  });
}

/** Delete a sequence. Its beats become loose at the end of its act (decision OQ-82). */
export function deleteSequenceOf(db: Db, scope: Scope, sequenceId: number): Promise<void> {
  return changeContent(db, scope, async (change) => {
    await findOrThrow(change, sequenceId);
    const before = await findPlan(change.tx, scope.projectId);
    await storeDeletion(change, before, plans.removeSequence(before, sequenceId), 'sequence');
  });
}

/** Return the sequence. Throws notFound if it was deleted after the access check. */
async function findOrThrow({ tx, projectId }: ProjectChange, sequenceId: number) {
  const sequence = await sequenceById(tx, projectId, sequenceId);
  if (!sequence) throw notFound('Sequence');
  return sequence;
}
