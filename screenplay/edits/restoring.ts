import type { RestoreEdit } from './edit.ts';
import {
  type EditSession,
  idAtOrBefore,
  insertIntoOrder,
  type LastRecord,
  recordEdit,
  requestSceneRestore,
} from './editSession.ts';
import { placeAfterElement } from './inserting.ts';
import { EditRefusal, elementMissing } from './refusal.ts';
import { isSceneHeading, recordedText, type ScriptRow } from './rows.ts';

/** Brings a deleted element back with its id, its comments, and the scene that ended with it. */
export function restore(draft: EditSession, edit: RestoreEdit): void {
  const { id } = edit;
  const { order } = draft;
  if (order.has(id)) throw new EditRefusal('conflict', 'This element is already in the script.');
  const last = draft.lastRecords.get(id);
  const kept = last?.kept?.element;
  if (!last?.isDeletion || !kept) throw elementMissing();
  const afterId = placeAfterElement(draft, placeFor(draft, edit, kept, last));
  const row: ScriptRow = {
    ...kept,
    version: last.version + 1,
    // Entries from before they were noted have none.
    dialogueAudioKey: kept.dialogueAudioKey ?? null,
    soundEffectKey: kept.soundEffectKey ?? null,
  };
  const opensScene = isSceneHeading(row);
  // A heading that was inserted and deleted in one change never had a scene.
  if (opensScene && kept.sceneId !== 0) requestSceneRestore(draft, id, kept.sceneId, last.kept?.scene);
  const sceneId = afterId === null ? null : (order.get(afterId)?.sceneId ?? null);
  insertIntoOrder(draft, afterId, [
    {
      id,
      orderIndex: kept.orderIndex,
      elementType: row.elementType,
      content: opensScene ? row.content : '',
      sceneId: opensScene ? null : sceneId,
    },
  ]);
  // Its own number, where that is still free there, spares the others a new one.
  draft.wantedNumbers.set(id, kept.orderIndex);
  draft.rows.set(id, row);
  draft.restoredIds.add(id);
  draft.namedIds.add(id);
  for (const commentId of last.kept?.commentIds ?? [])
    draft.returning.push({ id: commentId, scriptElementId: id });
  recordEdit(draft, {
    elementId: id,
    before: null,
    after: recordedText(row),
    version: row.version,
    afterElementId: afterId,
    kept: null,
  });
}

/** After the element that is named, else after the one it stood after, else where its number says. */
function placeFor(
  draft: EditSession,
  { afterId }: RestoreEdit,
  kept: ScriptRow,
  last: LastRecord,
): number | null {
  const isThere = (id: number | null | undefined) => id === null || (id !== undefined && draft.order.has(id));
  if (afterId !== undefined && isThere(afterId)) return afterId;
  return isThere(last.afterElementId) ? last.afterElementId : idAtOrBefore(draft, kept.orderIndex);
}
