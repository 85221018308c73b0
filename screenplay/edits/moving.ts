import { compareOrder } from '../order.ts';
import type { MoveEdit } from './edit.ts';
import { elementNotFound, invalidPosition } from './editError.ts';
import { type EditSession, requireLoadedNeighbour } from './editSession.ts';
import { requireInsertable } from './insertable.ts';

/**
 * Move elements, in their current order, after another one. They are recorded as single moves:
 * undoing these in reverse order restores the previous order.
 */
export function move(session: EditSession, { ids, afterId }: MoveEdit): void {
  const { order } = session;
  const movedIds = new Set(ids);
  for (const id of movedIds) if (!order.has(id)) throw elementNotFound();
  requireInsertable(session, afterId);
  if (afterId !== null && movedIds.has(afterId))
    throw invalidPosition('An element cannot be moved after itself.', {
      afterId: 'Is one of the elements to move',
    });
  const moved = order.sorted(movedIds);
  for (const id of moved) session.namedIds.add(id);
  if (moved.every((id, i) => order.idAfter(i === 0 ? afterId : (moved[i - 1] ?? null)) === id)) return;
  recordMoves(session, moved, afterId);
  const elements = moved.flatMap((id) => order.get(id) ?? []);
  for (const id of moved) order.remove(id);
  order.insertAfter(afterId, elements);
  for (const id of moved) session.numbersToAssign.set(id, null);
  session.hasStaleScenes = true;
}

function recordMoves(session: EditSession, moved: readonly number[], afterId: number | null): void {
  const { order } = session;
  /** Element after which the next one is inserted. */
  let after = afterId;
  /** The last moved element and its former predecessor, which now precedes the next element. */
  let lastMoved: { id: number; before: number | null } | null = null;
  for (const id of moved) {
    const predecessor = order.idBefore(id);
    const neighbour: number | null =
      lastMoved && lastMoved.id === predecessor ? lastMoved.before : predecessor;
    // Elements already moved are between `afterId` and its former successor.
    const before: number | null = neighbour === afterId ? after : neighbour;
    if (before !== after) {
      recordMove(session, id, before);
      lastMoved = { id, before: neighbour };
    }
    after = id;
  }
}

function recordMove(session: EditSession, elementId: number, afterElementId: number | null) {
  session.moves.push({ elementId, afterElementId, recordsBefore: session.records.length });
  session.changedIds.add(elementId);
}

/** Move an element to an order index, even if another element has it already. */
export function moveElement(session: EditSession, elementId: number, orderIndex: number): void {
  const { order } = session;
  const element = order.get(elementId);
  if (!element) throw elementNotFound();
  const afterElementId = order.idBefore(elementId);
  order.remove(elementId);
  element.orderIndex = orderIndex;
  const afterId = order.findLast((other) => compareOrder(other, element) < 0)?.id ?? null;
  requireLoadedNeighbour(session, afterId);
  order.insertAfter(afterId, [element]);
  session.changedIds.add(elementId);
  if (afterId === afterElementId) return;
  recordMove(session, elementId, afterElementId);
  session.hasStaleScenes = true;
}
