import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { RecordedMove } from '#screenplay/edits/editSession.ts';
import type { ScriptPlan } from '#screenplay/edits/plan.ts';
import type { RecordedEdit } from '#screenplay/edits/rows.ts';
import { idIn, inBatches, insertRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { scriptHistory, type scriptMoves } from '#server/db/schema/history.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';

/** Reason and author of a change, for the history. */
export interface ChangeAttribution {
  reason?: string | null | undefined;
  changedBy?: 'user' | 'ai';
  /** Stay in which the text was typed (decision OQ-120). */
  stayId?: string | null | undefined;
}

/** Newest history entry of an element, with the rows that a deletion removed. */
type NewestRecord = Pick<typeof scriptHistory.$inferSelect, 'version' | 'afterElementId' | 'kept'> & {
  isDeletion: boolean;
};

/** Insert history entries in order, in the transaction of their change. Returns their ids. */
export function recordHistory(
  change: ProjectChange,
  records: readonly RecordedEdit[],
  telling: ChangeAttribution,
): Promise<number[]> {
  return insertRows(
    change.tx,
    scriptHistory,
    records.map((record) => historyRow(change, record, telling)),
  );
}

/** Build the row of a history entry. */
export function historyRow(
  { projectId, userId }: Pick<ProjectChange, 'projectId' | 'userId'>,
  { elementId, before, after, version, afterElementId, kept }: RecordedEdit,
  { reason = null, changedBy = 'user', stayId = null }: ChangeAttribution,
) {
  return {
    projectId,
    elementId,
    action: before === null ? 'create' : after === null ? 'delete' : 'update',
    changedBy,
    userId,
    version,
    previousContent: before?.content ?? null,
    newContent: after?.content ?? null,
    previousElementType: before?.elementType ?? null,
    newElementType: after?.elementType ?? null,
    previousCharacterName: before?.characterName ?? null,
    newCharacterName: after?.characterName ?? null,
    previousParenthetical: before?.parenthetical ?? null,
    newParenthetical: after?.parenthetical ?? null,
    changeReason: reason,
    afterElementId,
    kept: kept ?? null,
    stayId,
  } satisfies typeof scriptHistory.$inferInsert;
}

/** Build the row of a move. `historyIds` are the ids of the entries of the same change. */
export function moveRow(
  { projectId, newestHistoryId }: Pick<ScriptPlan, 'projectId' | 'newestHistoryId'>,
  { elementId, afterElementId, recordsBefore }: RecordedMove,
  historyIds: readonly number[],
) {
  return {
    projectId,
    elementId,
    afterElementId,
    historyId: historyIds[recordsBefore - 1] ?? newestHistoryId,
  } satisfies typeof scriptMoves.$inferInsert;
}

/**
 * Build the id of a project's newest entry, null without entries. It uses the index of entries,
 * because ordering by id alone would scan the entries of all projects.
 */
export function newestEntry(projectId: number): SQL {
  return sql`(select newest.id from (
      select h.id, h.project_id from script_history h where (h.project_id, h.id) < (${projectId}::int, 2147483647)
      order by h.project_id desc, h.id desc limit 1
    ) newest where newest.project_id = ${projectId}::int)`;
}

/** Return the newest history entry of each element that has one. */
export async function newestRecords(db: Db, projectId: number, elementIds: readonly number[]) {
  const found = new Map<number, NewestRecord>();
  for (const ids of inBatches(elementIds)) {
    const entries = await db
      .selectDistinctOn([scriptHistory.elementId], {
        elementId: scriptHistory.elementId,
        action: scriptHistory.action,
        version: scriptHistory.version,
        afterElementId: scriptHistory.afterElementId,
        kept: scriptHistory.kept,
      })
      .from(scriptHistory)
      .where(and(eq(scriptHistory.projectId, projectId), idIn(scriptHistory.elementId, ids)))
      .orderBy(scriptHistory.elementId, desc(scriptHistory.id));
    for (const { elementId, action, ...entry } of entries)
      found.set(elementId, { ...entry, isDeletion: action === 'delete' });
  }
  return found;
}
