import { notFound } from '#server/lib/errors.ts';
import { type Draft, idBefore, isHeading, positionOf, takeOut, tell } from './draft.ts';
import type { DeleteEdit } from './edit.ts';
import { type HistoryEntry, toldFields } from './history.ts';
import { expectUnchanged } from './updating.ts';

/** Deletes an element; its comments stay (decision OQ-67), its stretch merges when it was a heading. */
export function remove(draft: Draft, edit: DeleteEdit): void {
  const { rows } = draft;
  const stored = rows.get(edit.id);
  const position = positionOf(draft, edit.id);
  const element = draft.inOrder.get(edit.id);
  if (!stored || !element) throw notFound('Element');
  expectUnchanged(draft, stored, edit);
  const commentIds = draft.comments.get(edit.id)?.map(({ id }) => id);
  const entry: HistoryEntry = {
    elementId: edit.id,
    before: toldFields(stored),
    after: null,
    version: stored.version + 1,
    afterElementId: idBefore(draft, position),
    kept: {
      element: { ...stored, sceneId: element.sceneId ?? stored.sceneId, orderIndex: element.orderIndex },
      ...(commentIds ? { commentIds } : {}),
    },
  };
  tell(draft, entry);
  // A scene that was to come back with it stays gone.
  const wanted = draft.scenesWanted.get(edit.id)?.ended;
  if (wanted) entry.kept = { ...entry.kept, scene: wanted };
  draft.scenesWanted.delete(edit.id);
  if (isHeading(stored) && element.sceneId !== null) {
    draft.endings.push({ entry, sceneId: element.sceneId });
  }
  takeOut(draft, position);
  rows.delete(edit.id);
  draft.restoredIds.delete(edit.id);
  draft.deletedIds.add(edit.id);
}
