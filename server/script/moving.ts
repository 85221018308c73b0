import { compareOrder, moveAfter } from '#screenplay/order.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { type Draft, idBefore, positionOf, setPlaces } from './draft.ts';
import type { MoveEdit } from './edit.ts';

/**
 * Puts elements, kept in their order, behind another one. Noted as if they had moved one by one: putting each back
 * behind the one it left, the last first, gives the order there was.
 */
export function move(draft: Draft, { ids, afterId }: MoveEdit): void {
  const wanted = new Set(ids);
  const moved = draft.order.filter((element) => wanted.has(element.id)).map((element) => element.id);
  if (moved.length < wanted.size) throw notFound('Element');
  if (afterId !== null && positionOf(draft, afterId) < 0) {
    throw invalid('Element not found', { afterId: 'No element of this project' });
  }
  if (afterId !== null && wanted.has(afterId)) {
    throw invalid('An element cannot be moved behind itself.', { afterId: 'Is one of those to move' });
  }
  for (const id of moved) draft.namedIds.add(id);
  const places = moveAfter(draft.order, moved, afterId);
  if (places.length === 0) return;
  noteMoves(draft, moved, afterId);
  setPlaces(draft, places);
  draft.order.sort(compareOrder);
  draft.isOutOfStep = true;
}

function noteMoves(draft: Draft, moved: readonly number[], afterId: number | null) {
  const order = draft.order.map((element) => element.id);
  let behind = afterId;
  for (const id of moved) {
    const from = order.indexOf(id);
    const afterElementId = order[from - 1] ?? null;
    if (afterElementId !== behind) {
      noteMove(draft, id, afterElementId);
      order.splice(from, 1);
      order.splice(behind === null ? 0 : order.indexOf(behind) + 1, 0, id);
    }
    behind = id;
  }
}

function noteMove(draft: Draft, elementId: number, afterElementId: number | null) {
  draft.moves.push({ elementId, afterElementId, entriesBefore: draft.entries.length });
  draft.changedIds.add(elementId);
}

/** Gives an element the number that the caller chose, whoever has it. */
export function moveTo(draft: Draft, elementId: number, orderIndex: number): void {
  const from = positionOf(draft, elementId);
  const element = draft.order[from];
  if (!element) throw notFound('Element');
  const afterElementId = idBefore(draft, from);
  element.orderIndex = orderIndex;
  draft.order.sort(compareOrder);
  draft.changedIds.add(elementId);
  if (positionOf(draft, elementId) === from) return;
  noteMove(draft, elementId, afterElementId);
  draft.isOutOfStep = true;
}
