import { isHeadingType } from '../elementTypes/predicates.ts';
import type { DeleteEdit } from './edit.ts';
import { elementNotFound } from './editError.ts';
import { type EditSession, recordEdit, removeFromOrder } from './editSession.ts';
import { type RecordedEdit, type RemovedRows, recordedText } from './rows.ts';
import { requireUnchanged } from './updating.ts';

/**
 * Delete an element. Its comments are kept (decision OQ-67). The scene of a deleted heading is
 * merged into the previous one.
 */
export function remove(session: EditSession, edit: DeleteEdit): void {
  const { id } = edit;
  const stored = session.rows.get(id);
  const element = session.order.get(id);
  if (!stored || !element) throw elementNotFound();
  requireUnchanged(session, stored, edit);
  const commentIds = session.stored.comments.get(id)?.map((comment) => comment.id);
  // An element that the same change restored leaves what its earlier deletion stored.
  const attached = session.restoredIds.has(id) ? attachedIds(session.restoredRows.get(id)) : {};
  const entry: RecordedEdit = {
    elementId: id,
    before: recordedText(stored),
    after: null,
    version: stored.version + 1,
    afterElementId: session.order.idBefore(id),
    kept: {
      element: { ...stored, sceneId: element.sceneId ?? stored.sceneId, orderIndex: element.orderIndex },
      ...attached,
      ...(commentIds ? { commentIds } : {}),
    },
  };
  recordEdit(session, entry);
  // Cancel a pending restore of the scene that ended with this heading.
  const endedScene = session.sceneRestores.get(id)?.ended;
  if (endedScene) entry.kept = { ...entry.kept, scene: endedScene };
  session.sceneRestores.delete(id);
  if (isHeadingType(stored.elementType) && element.sceneId !== null)
    session.endings.push({ record: entry, sceneId: element.sceneId });
  removeFromOrder(session, id);
  if (edit.removesSounds)
    session.removedUrls.push(...[stored.dialogueAudioUrl, stored.soundEffectUrl].flatMap((url) => url ?? []));
  session.rows.delete(id);
  session.restoredIds.delete(id);
  session.deletedIds.add(id);
}

/** Return the ids of comments and tension points that were attached to removed rows. */
function attachedIds({ commentIds, tensionPointIds, sceneTensionPointIds }: RemovedRows = {}): RemovedRows {
  return {
    ...(commentIds && { commentIds }),
    ...(tensionPointIds && { tensionPointIds }),
    ...(sceneTensionPointIds && { sceneTensionPointIds }),
  };
}
