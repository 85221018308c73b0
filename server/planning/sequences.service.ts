import { eq } from 'drizzle-orm';
import * as plans from '#screenplay/plan.ts';
import type { Db } from '#server/db/client.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { createSequence, updateSequence } from '#shared/contract/sequences.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { planOf, storePlan } from './plan.ts';
import { insertSequence, sequenceById } from './sequences.queries.ts';

type Where = { projectId: number; userId: string };

/** What a row is in a plan before it is stored. */
const unstored = 0;

export async function addSequence(
  db: Db,
  where: Where,
  { projectId: named, actNumber, orderIndex: at, ...fields }: HandlerInput<typeof createSequence>['body'],
) {
  if (named !== undefined && named !== where.projectId) {
    throw invalid('Another project', { projectId: 'Must be the project of the address' });
  }
  return changeProject(db, where, async (change) => {
    const { tx, projectId } = change;
    const before = await planOf(tx, projectId);
    if (!plans.actNumbered(before, actNumber)) throw notFound('Act');
    const after = plans.addSequence(before, unstored, actNumber, at);
    const orderIndex = after.sequences.find(({ id }) => id === unstored)?.orderIndex ?? 0;
    const id = await insertSequence(tx, { ...fields, projectId, actNumber, orderIndex });
    await storePlan(change, before, after, { entity: 'sequence', id });
    return stored(change, id);
  });
}

/** Changes fields, moves it, or both; into another act it takes its beats and scenes along. */
export function changeSequence(
  db: Db,
  where: Where,
  sequenceId: number,
  { actNumber, orderIndex, ...fields }: HandlerInput<typeof updateSequence>['body'],
) {
  return changeProject(db, where, async (change) => {
    const { tx, projectId } = change;
    const sequence = await stored(change, sequenceId);
    const isEdited = Object.keys(fields).length > 0;
    if (isEdited) await tx.update(sequences).set(fields).where(eq(sequences.id, sequenceId));
    const before = await planOf(tx, projectId);
    const act = plans.actNumbered(before, actNumber ?? sequence.actNumber);
    if (!act) throw notFound('Act');
    const after = plans.moveSequence(before, sequenceId, act.number, orderIndex);
    await storePlan(change, before, after, isEdited ? { entity: 'sequence', id: sequenceId } : undefined);
    return stored(change, sequenceId);
  });
}

/** Its beats stay, loose at the end of its act (decision OQ-82). */
export function removeSequence(db: Db, where: Where, sequenceId: number): Promise<void> {
  return changeProject(db, where, async (change) => {
    await stored(change, sequenceId);
    const before = await planOf(change.tx, where.projectId);
    await storePlan(change, before, plans.removeSequence(before, sequenceId));
  });
}

/** Somebody else can have deleted it since the door let the call in. */
async function stored({ tx, projectId }: ProjectChange, sequenceId: number) {
  const sequence = await sequenceById(tx, projectId, sequenceId);
  if (!sequence) throw notFound('Sequence');
  return sequence;
}
