import { compareOrder } from '../order.ts';
import type { MoveEdit } from './edit.ts';
import { type EditSession, requireLoadedNeighbour } from './editSession.ts';
import { placeAfterElement } from './inserting.ts';
import { elementMissing, placeRefused } from './refusal.ts';

/**
 * Puts elements, kept in their order, after another one. Recorded as if they had moved one by one: putting each back
 * after the one it left, the last first, gives the order there was.
 */
export function move(draft: EditSession, { ids, afterId }: MoveEdit): void {
  const { order } = draft;
  const wanted = new Set(ids);
  for (const id of wanted) if (!order.has(id)) throw elementMissing();
  placeAfterElement(draft, afterId);
  if (afterId !== null && wanted.has(afterId))
    throw placeRefused('An element cannot be moved behind itself.', { afterId: 'Is one of those to move' });
  const moved = order.sorted(wanted);
  for (const id of moved) draft.namedIds.add(id);
  if (moved.every((id, i) => order.idAfter(i === 0 ? afterId : (moved[i - 1] ?? null)) === id)) return;
  recordMoves(draft, moved, afterId);
  const elements = moved.flatMap((id) => order.get(id) ?? []);
  for (const id of moved) order.remove(id);
  order.insertAfter(afterId, elements);
  for (const id of moved) draft.wantedNumbers.set(id, null);
  draft.isOutOfStep = true;
}

function recordMoves(draft: EditSession, moved: readonly number[], afterId: number | null): void {
  const { order } = draft;
  /** What the next one comes to stand after. */
  let after = afterId;
  /** The last one that went away, and what stood before it: that stands before its neighbour now. */
  let gone: { id: number; before: number | null } | null = null;
  for (const id of moved) {
    const stoodAfter = order.idBefore(id);
    const neighbour: number | null = gone && gone.id === stoodAfter ? gone.before : stoodAfter;
    // Those that went before it stand between `afterId` and what stood after that.
    const before: number | null = neighbour === afterId ? after : neighbour;
    if (before !== after) {
      recordMove(draft, id, before);
      gone = { id, before: neighbour };
    }
    after = id;
  }
}

function recordMove(draft: EditSession, elementId: number, afterElementId: number | null) {
  draft.moves.push({ elementId, afterElementId, recordsBefore: draft.records.length });
  draft.changedIds.add(elementId);
}

/** Gives an element the number that the caller chose, whoever has it. */
export function moveElement(draft: EditSession, elementId: number, orderIndex: number): void {
  const { order } = draft;
  const element = order.get(elementId);
  if (!element) throw elementMissing();
  const afterElementId = order.idBefore(elementId);
  order.remove(elementId);
  element.orderIndex = orderIndex;
  const afterId = order.findLast((other) => compareOrder(other, element) < 0)?.id ?? null;
  requireLoadedNeighbour(draft, afterId);
  order.insertAfter(afterId, [element]);
  draft.changedIds.add(elementId);
  if (afterId === afterElementId) return;
  recordMove(draft, elementId, afterElementId);
  draft.isOutOfStep = true;
}
