import { eq } from 'drizzle-orm';
import * as plans from '#screenplay/plan.ts';
import type { Db } from '#server/db/client.ts';
import { acts } from '#server/db/schema/planning.ts';
import { conflict, invalid, notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { createAct, updateAct } from '#shared/contract/acts.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { errorTexts } from '#shared/errors.ts';
import { actById, insertAct } from './acts.queries.ts';
import { findPlan, storePlan } from './plan.ts';
import { storeDeletion } from './planDeletions.service.ts';

/** Id of a row before it is stored. */
const unstored = 0;

/**
 * Add an act with the next number. A call that names another number has an outdated plan and is
 * rejected.
 */
export function createActOf(
  db: Db,
  scope: Scope,
  { number, orderIndex: at, ...fields }: HandlerInput<typeof createAct>['body'],
) {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId } = change;
    const before = await findPlan(tx, projectId);
    if (number !== undefined && plans.actNumbered(before, number)) {
      throw conflict(`Act ${number} already exists.`);
    }
    const next = before.acts.length + 1;
    if (number !== undefined && number !== next) {
      throw invalid(errorTexts.invalidBody, { number: `Must be ${next}, the next number` });
    }
    const after = plans.addAct(before, unstored, at);
    const place = after.acts.find(({ id }) => id === unstored);
    if (!place) throw new Error('The plan does not contain the new act');
    const { orderIndex } = place;
    const id = await insertAct(tx, { ...fields, projectId, number: next, orderIndex });
    await storePlan(change, before, after, { entity: 'act', id });
    return findOrThrow(change, id);
  });
}

export function changeAct(
  db: Db,
  scope: Scope,
  actId: number,
  fields: HandlerInput<typeof updateAct>['body'],
) {
  return changeContent(db, scope, async (change) => {
    await findOrThrow(change, actId);
    await change.tx.update(acts).set(fields).where(eq(acts.id, actId));
    change.changed('act', [actId]);
    return findOrThrow(change, actId);
  });
}

/**
 * Delete an act with its sequences and beats, and renumber the others with their contents (decision
 * OQ-81).
 */
export function deleteActOf(db: Db, scope: Scope, actId: number): Promise<void> {
  return changeContent(db, scope, async (change) => {
    await findOrThrow(change, actId);
    const before = await findPlan(change.tx, scope.projectId);
    await storeDeletion(change, before, plans.removeAct(before, actId), 'act');
  });
}

/** Return the act. Throws notFound if it was deleted after the access check. */
async function findOrThrow({ tx, projectId }: ProjectChange, actId: number) {
  const act = await actById(tx, projectId, actId);
  if (!act) throw notFound('Act');
  return act;
}
