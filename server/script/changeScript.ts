import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Edit } from '#screenplay/edits/edit.ts';
import type { EditError } from '#screenplay/edits/editError.ts';
import type { PlannedReply, ScriptPlan } from '#screenplay/edits/plan.ts';
import { type PlannedEdits, planEdits, planEditsInSteps } from '#screenplay/edits/planEdits.ts';
import type { FoundSceneNeeds, SceneNeeds } from '#screenplay/edits/planScenes.ts';
import type { HeadingFields, ScriptRow } from '#screenplay/edits/rows.ts';
import { repairDuplicates } from '#screenplay/order.ts';
import { asJson } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';
import { HttpError } from '#server/lib/errors.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { requestWindowId } from '#server/lib/requestWindow.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import type { Scope } from '#server/lib/scope.ts';
import { Element } from '#shared/contract/elements.ts';
import type { ChangeAttribution } from './history.ts';
import type { IdempotentReply } from './idempotency.ts';
import { readLockedSnapshot, readSnapshot } from './readSnapshot.ts';
import { findScriptOutline, renumber } from './script.queries.ts';
import { writeAtRevision } from './scriptStatement.ts';
import { isOneStatement, writeLocked } from './writePlan.ts';

/*
 * The only way to change elements of a script: read a snapshot (readSnapshot.ts), plan the edits
 * without I/O (screenplay/edits/planEdits.ts), write the plan in one statement (scriptStatement.ts)
 * or in a transaction (writePlan.ts).
 */

/** Result of a change in a transaction, with the ids of its history entries. */
export interface LockedResult extends PlannedReply {
  historyIds: number[];
}

/**
 * Apply edits of a script as one change, in order, in a transaction that locks the project. Throws
 * the rejection of an edit, with its index as `editIndex` if `hasEditIndex`; the transaction must
 * then be rolled back.
 */
export async function applyEdits(
  change: ProjectChange,
  edits: readonly Edit[],
  attribution: ChangeAttribution,
  hasEditIndex: boolean,
): Promise<LockedResult> {
  return change.letOthersRead(async () => {
    const planned = await planLocked(change, edits, true);
    if (planned.type === 'rejected')
      throw rejectionOf(planned.error, hasEditIndex ? planned.editIndex : undefined);
    const plan = planned.complete(await findSceneNeeds(change.tx, change.projectId, planned.needs));
    return { ...plan.reply, historyIds: await writeLocked(change, plan, attribution) };
  });
}

/**
 * Apply edits without a transaction, as for most changes. Returns undefined if that is not possible
 * or an edit is rejected; then nothing is written, and the transaction reports the reason. With
 * `once` the reply is recorded in the same statement; a call that was answered before, or that
 * changes nothing, is left to the transaction.
 */
export async function applyEditsUnlocked(
  db: Db,
  scope: Scope,
  edits: readonly Edit[],
  attribution: ChangeAttribution = {},
  once?: IdempotentReply<PlannedReply>,
): Promise<PlannedReply | undefined> {
  const read = await readSnapshot(db, scope, edits, once?.requestKey);
  const planned = read && planEdits(read.snapshot, edits);
  if (!read || planned?.type !== 'planned' || !isOneStatement(planned.outline)) return undefined;
  const { projectId, userId } = scope;
  const plan = planned.complete(await findSceneNeeds(db, projectId, planned.needs));
  if (!changesSomething(plan)) return once ? undefined : plan.reply;
  const request = once?.recorded(plan.reply) ?? null;
  const write = { plan, userId, window: requestWindowId(), attribution, request };
  return (await writeAtRevision(db, write, read.revision)) ? plan.reply : undefined;
}

function changesSomething({ notes }: ScriptPlan): boolean {
  return notes.length > 0;
}

/** Plan the edits on the slice that they need, or on the whole script if that is not enough. */
async function planLocked(
  change: ProjectChange,
  edits: readonly Edit[],
  isSliceEnough: boolean,
): Promise<Exclude<PlannedEdits, { type: 'more' }>> {
  const snapshot = await readLockedSnapshot(change, edits, isSliceEnough);
  const planned = await runInSlices(planEditsInSteps(snapshot, edits));
  if (planned.type !== 'more') return planned;
  if (!isSliceEnough) throw new Error('The plan of the whole script needs more of it');
  return planLocked(change, edits, false);
}

/** Reserve ids for new scenes, and load the scenes that are renumbered, in their new state. */
async function findSceneNeeds(
  db: Db,
  projectId: number,
  { ids, shift }: SceneNeeds,
): Promise<FoundSceneNeeds> {
  if (ids + shift.length === 0) return { ids: [], shifted: [] };
  const [found] = await rows<{ ids: number[] | null; shifted: HeadingFields[] | null }>(
    db,
    sql`select (
          select json_agg(id) from (
            select nextval(pg_get_serial_sequence('scenes', 'id'))::int as id
            from generate_series(1, ${ids}::int)
          ) taken
        ) as ids, (
          select json_agg(${asJson(scenes, sql`s`, { sceneNumber: sql`s.scene_number + shift.by` })})
          from json_to_recordset(${JSON.stringify(shift)}::json) as shift(above int, "upTo" int, by int)
          join scenes s on s.project_id = ${projectId} and s.scene_number > shift.above
            and s.scene_number <= coalesce(shift."upTo", 2147483647)
        ) as shifted`,
  );
  return { ids: found?.ids ?? [], shifted: found?.shifted ?? [] };
}

/** Convert the rejection of an edit to that of a call. */
function rejectionOf({ code, message, extra }: EditError, editIndex: number | undefined): HttpError {
  const { current, ...others } = extra;
  const shown = current === undefined ? {} : { current: z.encode(Element, current as ScriptRow) };
  const index = editIndex === undefined ? {} : { editIndex };
  return new HttpError(code, message, { ...others, ...shown, ...index });
}

/** Renumber a script in which two elements share an order number. */
export async function repairScript(change: ProjectChange): Promise<void> {
  const places = repairDuplicates(await findScriptOutline(change.tx, change.projectId));
  await renumber(change.tx, change.projectId, places);
  const ids = places.map((place) => place.id);
  if (ids.length > 0) change.changed('element', ids);
}
