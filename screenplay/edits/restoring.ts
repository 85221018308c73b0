import { isHeadingType } from '../elementTypes/predicates.ts';
import type { RestoreEdit } from './edit.ts';
import { EditError, elementNotFound } from './editError.ts';
import {
  type EditSession,
  idAtOrBefore,
  insertIntoOrder,
  recordEdit,
  requestSceneRestore,
} from './editSession.ts';
import { requireInsertable } from './insertable.ts';
import { recordedText, type ScriptRow } from './rows.ts';
import type { LastRecord } from './snapshot.ts';

/** Restore a deleted element with its id, its comments, and the scene that ended with it. */
export function restore(session: EditSession, edit: RestoreEdit): void {
  const { id } = edit;
  const { order } = session;
  if (order.has(id)) throw new EditError('conflict', 'This element is already in the script.');
  const last = session.lastRecords.get(id);
  const deletedRow = last?.kept?.element;
  if (!last?.isDeletion || !deletedRow) throw elementNotFound();
  const afterId = requireInsertable(session, restorePosition(session, edit, deletedRow, last));
  const row: ScriptRow = {
    ...deletedRow,
    version: last.version + 1,
    // Old history entries lack these fields.
    typedContent: deletedRow.typedContent ?? null,
    dialogueAudioKey: deletedRow.dialogueAudioKey ?? null,
    soundEffectKey: deletedRow.soundEffectKey ?? null,
  };
  const opensScene = isHeadingType(row.elementType);
  // A heading that was inserted and deleted in one change never had a scene.
  if (opensScene && deletedRow.sceneId !== 0)
    requestSceneRestore(session, id, deletedRow.sceneId, last.kept?.scene);
  const sceneId = afterId === null ? null : (order.get(afterId)?.sceneId ?? null);
  insertIntoOrder(session, afterId, [
    {
      id,
      orderIndex: deletedRow.orderIndex,
      elementType: row.elementType,
      content: opensScene ? row.content : '',
      sceneId: opensScene ? null : sceneId,
    },
  ]);
  // Reuse its old number if possible, so that other elements need not be renumbered.
  session.numbersToAssign.set(id, deletedRow.orderIndex);
  session.rows.set(id, row);
  session.restoredIds.add(id);
  if (last.kept) session.restoredRows.set(id, last.kept);
  session.namedIds.add(id);
  for (const commentId of last.kept?.commentIds ?? [])
    session.returning.push({ id: commentId, scriptElementId: id });
  recordEdit(session, {
    elementId: id,
    before: null,
    after: recordedText(row),
    version: row.version,
    afterElementId: afterId,
    kept: null,
  });
}

/**
 * Return the element to insert after: the requested one, else the one before the deletion, else by
 * the old order index.
 */
function restorePosition(
  session: EditSession,
  { afterId }: RestoreEdit,
  deletedRow: ScriptRow,
  last: LastRecord,
): number | null {
  const isExisting = (id: number | null | undefined) =>
    id === null || (id !== undefined && session.order.has(id));
  if (afterId !== undefined && isExisting(afterId)) return afterId;
  return isExisting(last.afterElementId) ? last.afterElementId : idAtOrBefore(session, deletedRow.orderIndex);
}
