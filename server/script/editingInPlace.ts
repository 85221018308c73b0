import { type SQL, sql } from 'drizzle-orm';
import { applyEdit, numberDraft } from '#screenplay/edits/apply.ts';
import { carryRuns } from '#screenplay/edits/carryRuns.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import { EditError, NeedsWholeScript } from '#screenplay/edits/editError.ts';
import { createEditSession, type EditSession } from '#screenplay/edits/editSession.ts';
import { sourcesOf } from '#screenplay/edits/references.ts';
import { compareOrder } from '#screenplay/order.ts';
import { idIn, insertSql, updateSql } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import { incrementRevisionSql, recordChangesSql } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { type ChangeAttribution, historyRow } from './history.ts';
import type { IdempotentReply } from './idempotency.ts';
import { editSessionOnSlice, keepsOrderAndScenes } from './loadEditSession.ts';
import { loadSlice } from './loadSlice.ts';
import { removedAudioUrls } from './restoredFiles.ts';
import { buildEditResult } from './saveEdits.ts';
import { loadElementForUpdate } from './script.queries.ts';
import { scenesShifted, sceneUpdates, unseenAssigned } from './statements.ts';
import { planScenes, type ScenePlan } from './syncScenes.ts';
import {
  type ElementWrites,
  elementWrites,
  historyNotes,
  moveRows,
  rowsNamedByEdits,
  storeEndedScenes,
} from './writes.ts';

type Applied = ReturnType<typeof buildEditResult>;

/** Edit session, and the revision of the project at which it was read. */
interface ReadDraft {
  draft: EditSession;
  revision: number;
}

/**
 * Apply edits without a transaction, as for most changes: one statement reads what they need,
 * another the scenes if needed, and one writes everything if the project still has that revision.
 * Returns undefined if that is not possible or an edit is rejected; then nothing is written, and
 * the transaction reports the reason. With `once` the reply is recorded in the same statement; a
 * call that was answered before, or that changes nothing, is left to the transaction.
 */
export async function editInPlace(
  db: Db,
  scope: Scope,
  edits: readonly Edit[],
  telling: ChangeAttribution = {},
  once?: IdempotentReply<Applied>,
): Promise<Applied | undefined> {
  // Files and comments of restored elements may have been deleted.
  if (edits.some((edit) => edit.type === 'restore') || sourcesOf(edits).length > 0) return undefined;
  const read =
    (await readWords(db, scope, edits, once?.isAnswered)) ??
    (await readPlaces(db, scope, edits, once?.isAnswered));
  if (!read) return undefined;
  const { draft, revision } = read;
  try {
    for (const edit of edits) applyEdit(draft, edit);
    numberDraft(draft);
    carryRuns(draft);
  } catch (error) {
    if (error instanceof NeedsWholeScript || error instanceof EditError) return undefined;
    throw error;
  }
  // Their files are released in a transaction.
  if (removedAudioUrls(draft).length > 0) return undefined;
  // The history entry before a move is known once it has an id.
  const isTwofold = draft.moves.length > 0 && draft.records.length > 0;
  if (isTwofold || draft.sceneRestores.size > 0) return undefined;
  return write(db, scope, draft, revision, telling, once);
}

/** Read a single element for an update that affects neither order nor scenes. */
async function readWords(
  db: Db,
  { projectId }: Scope,
  edits: readonly Edit[],
  isAnswered?: SQL,
): Promise<ReadDraft | undefined> {
  const [edit] = edits;
  if (edits.length > 1 || edit?.type !== 'update' || !keepsOrderAndScenes(edit, new Map())) return undefined;
  const found = await loadElementForUpdate(db, projectId, edit.id, isAnswered);
  if (!found || found.isAnswered) return undefined;
  const { element, revision, anchored } = found;
  const stored = new Map([[element.id, element]]);
  const isStale = edit.baseVersion !== undefined && edit.baseVersion !== element.version;
  if (isStale || !keepsOrderAndScenes(edit, stored)) return undefined;
  const draft = createEditSession(projectId, stored);
  draft.comments = new Map([[element.id, anchored.map((each) => ({ ...each, elementId: element.id }))]]);
  return { draft, revision };
}

async function readPlaces(
  db: Db,
  { projectId }: Scope,
  edits: readonly Edit[],
  isAnswered?: SQL,
): Promise<ReadDraft | undefined> {
  const part = await loadSlice(db, projectId, edits, isAnswered);
  // Tension points that lose their element or scene are noted in the history in a transaction.
  if (!part || part.isAnswered || part.hasTensionPoints) return undefined;
  return { draft: await editSessionOnSlice(db, projectId, edits, part), revision: part.revision };
}

async function write(
  db: Db,
  scope: Scope,
  draft: EditSession,
  revision: number,
  telling: ChangeAttribution,
  once?: IdempotentReply<Applied>,
): Promise<Applied | undefined> {
  const plan = await planScenes(db, draft);
  // Their files are looked up in the history.
  if (plan.removed.some(({ imageUrl, videoUrl }) => imageUrl !== null || videoUrl !== null)) return undefined;
  const writes = elementWrites(draft, plan);
  storeEndedScenes(draft, plan);
  const { found, unknownIds } = rowsNamedByEdits(draft, writes, plan);
  if (unknownIds.length > 0) return undefined;
  const result = buildEditResult(draft, writes, plan, found.sort(compareOrder), []);
  const notes = historyNotes(draft, writes, plan);
  if (notes.length === 0) return once ? undefined : result;
  const parts = statementsFor(scope, draft, plan, writes, telling);
  if (once) parts.push(once.recording(result));
  // Lock the project's row first, as in every change: all else reads from the result of that write.
  const named = parts.map((part, i) => sql`, ${sql.identifier(`part${i}`)} as (${part})`);
  const written = await rows(
    db,
    sql`with counted as (${incrementRevisionSql(scope, notes, revision)}) ${sql.join(named, sql` `)} ${recordChangesSql(scope, notes)}`,
  );
  return written.length > 0 ? result : undefined;
}

/**
 * Build the statements to run if there is a row of `counted`. No two of them write the same row.
 */
function statementsFor(
  scope: Scope,
  draft: EditSession,
  plan: ScenePlan,
  writes: ElementWrites,
  telling: ChangeAttribution,
) {
  const { projectId, order, records } = draft;
  const beside = sql`counted,`;
  const scenesChanged = sceneUpdates(plan);
  const moves = moveRows(draft, []);
  const parts: SQL[] = [];
  if (writes.deletedIds.length > 0)
    parts.push(
      sql`delete from script_elements using counted where ${idIn(sql`script_elements.id`, writes.deletedIds)}`,
    );
  if (plan.shift.length > 0) parts.push(scenesShifted(projectId, plan.shift, beside));
  if (plan.created.length > 0) parts.push(insertSql(scenes, plan.created, beside));
  if (scenesChanged.length > 0) parts.push(updateSql(scenes, scenesChanged, beside));
  if (plan.unseen.length > 0) parts.push(unseenAssigned(projectId, plan.unseen, order, beside));
  for (const changed of [writes.placed, writes.changed, writes.changedAndPlaced])
    if (changed.length > 0) parts.push(updateSql(scriptElements, changed, beside));
  if (writes.created.length > 0) parts.push(insertSql(scriptElements, writes.created, beside));
  if (plan.removedSceneIds.length > 0)
    parts.push(sql`delete from scenes using counted where ${idIn(sql`scenes.id`, plan.removedSceneIds)}`);
  if (records.length > 0) {
    const entries = records.map((record) => historyRow(scope, record, telling));
    parts.push(insertSql(scriptHistory, entries, beside));
  }
  if (moves.length > 0) parts.push(insertSql(scriptMoves, moves, beside));
  if (writes.anchors.length > 0) parts.push(updateSql(comments, writes.anchors, beside));
  return parts;
}
