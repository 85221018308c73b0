import type { DeleteEdit } from './edit.ts';
import { type EditSession, recordEdit, removeFromOrder } from './editSession.ts';
import { elementMissing } from './refusal.ts';
import { isSceneHeading, type RecordedEdit, recordedText } from './rows.ts';
import { expectUnchanged } from './updating.ts';

/** Deletes an element; its comments stay (decision OQ-67), its stretch merges when it was a heading. */
export function remove(draft: EditSession, edit: DeleteEdit): void {
  const { id } = edit;
  const stored = draft.rows.get(id);
  const element = draft.order.get(id);
  if (!stored || !element) throw elementMissing();
  expectUnchanged(draft, stored, edit);
  const commentIds = draft.comments.get(id)?.map((comment) => comment.id);
  const entry: RecordedEdit = {
    elementId: id,
    before: recordedText(stored),
    after: null,
    version: stored.version + 1,
    afterElementId: draft.order.idBefore(id),
    kept: {
      element: { ...stored, sceneId: element.sceneId ?? stored.sceneId, orderIndex: element.orderIndex },
      ...(commentIds ? { commentIds } : {}),
    },
  };
  recordEdit(draft, entry);
  // A scene that was to come back with it stays gone.
  const wanted = draft.scenesWanted.get(id)?.ended;
  if (wanted) entry.kept = { ...entry.kept, scene: wanted };
  draft.scenesWanted.delete(id);
  if (isSceneHeading(stored) && element.sceneId !== null)
    draft.endings.push({ record: entry, sceneId: element.sceneId });
  removeFromOrder(draft, id);
  draft.rows.delete(id);
  draft.restoredIds.delete(id);
  draft.deletedIds.add(id);
}
