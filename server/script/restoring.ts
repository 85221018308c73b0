import { conflict, notFound } from '#server/lib/errors.ts';
import {
  type Draft,
  expectKnown,
  idBefore,
  isHeading,
  type LastEntry,
  positionAbove,
  positionOf,
  putIn,
  tell,
  wantScene,
} from './draft.ts';
import type { RestoreEdit } from './edit.ts';
import { toldFields } from './history.ts';
import { placeBehind } from './inserting.ts';
import type { ElementRow, OutlinedElement } from './script.queries.ts';

/** Brings a deleted element back with its id, its comments, and the scene that ended with it. */
export function restore(draft: Draft, edit: RestoreEdit): void {
  const { id } = edit;
  if (draft.inOrder.has(id)) throw conflict('This element is already in the script.');
  const last = draft.lastEntries.get(id);
  const kept = last?.kept?.element;
  if (!last?.isDeletion || !kept) throw notFound('Element');
  const { position, orderIndex } = placeFor(draft, edit, kept, last);
  const row: ElementRow = { ...kept, orderIndex, version: last.version + 1 };
  const sceneId = draft.order[position - 1]?.sceneId ?? null;
  const element: OutlinedElement = {
    id,
    orderIndex,
    elementType: row.elementType,
    content: isHeading(row) ? row.content : '',
    sceneId: isHeading(row) ? null : sceneId,
  };
  if (isHeading(row)) wantScene(draft, id, kept.sceneId, last.kept?.scene);
  putIn(draft, position, [element]);
  draft.rows.set(id, row);
  draft.restoredIds.add(id);
  draft.namedIds.add(id);
  draft.returning.push(
    ...(last.kept?.commentIds ?? []).map((commentId) => ({ id: commentId, scriptElementId: id })),
  );
  tell(draft, {
    elementId: id,
    before: null,
    after: toldFields(row),
    version: row.version,
    afterElementId: idBefore(draft, position),
    kept: null,
  });
}

/** Behind the element that is named, else behind the one it stood behind, else where its number says. */
function placeFor(draft: Draft, { afterId }: RestoreEdit, kept: ElementRow, last: LastEntry) {
  const { order } = draft;
  const isThere = (id: number | null | undefined) =>
    id === null || (id !== undefined && draft.inOrder.has(id));
  const byNumber = idBefore(draft, positionAbove(draft, kept.orderIndex));
  const behind = isThere(afterId) ? afterId : isThere(last.afterElementId) ? last.afterElementId : byNumber;
  const position = behind == null ? 0 : positionOf(draft, behind) + 1;
  expectKnown(draft, position);
  // Its own number, where that is still free there, spares the others a new one.
  const from = order[position - 1]?.orderIndex ?? Number.NEGATIVE_INFINITY;
  const to = order[position]?.orderIndex ?? Number.POSITIVE_INFINITY;
  if (from < kept.orderIndex && kept.orderIndex < to) return { position, orderIndex: kept.orderIndex };
  const { orderIndexes } = placeBehind(draft, behind ?? null, 1);
  return { position, orderIndex: orderIndexes[0] ?? kept.orderIndex };
}
