import { compareOrder } from '#screenplay/order.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { type Draft, expectKnown, idBefore, makeRoom, positionOf } from './draft.ts';
import type { MoveEdit } from './edit.ts';
import type { OutlinedElement } from './script.queries.ts';

/**
 * Puts elements, kept in their order, behind another one. Noted as if they had moved one by one: putting each back
 * behind the one it left, the last first, gives the order there was.
 */
export function move(draft: Draft, { ids, afterId }: MoveEdit): void {
  const wanted = new Set(ids);
  const moved = [...wanted].flatMap((id) => draft.inOrder.get(id) ?? []).sort(compareOrder);
  if (moved.length < wanted.size) throw notFound('Element');
  if (afterId !== null && !draft.inOrder.has(afterId)) {
    throw invalid('Element not found', { afterId: 'No element of this project' });
  }
  if (afterId !== null && wanted.has(afterId)) {
    throw invalid('An element cannot be moved behind itself.', { afterId: 'Is one of those to move' });
  }
  for (const { id } of moved) draft.namedIds.add(id);
  const positions = moved.map(({ id }) => positionOf(draft, id));
  const start = afterId === null ? 0 : positionOf(draft, afterId) + 1;
  expectKnown(draft, start);
  if (positions.every((position, i) => position === start + i)) return;
  noteMoves(draft, moved, positions, afterId);
  for (const [from, count] of runs(positions).reverse()) draft.order.splice(from, count);
  const position = afterId === null ? 0 : positionOf(draft, afterId) + 1;
  const orderIndexes = makeRoom(draft, position, moved.length);
  for (const [i, element] of moved.entries()) element.orderIndex = orderIndexes[i] ?? element.orderIndex;
  draft.order.splice(position, 0, ...moved);
  draft.isOutOfStep = true;
}

/** Rising positions → those that stand side by side: the first, and how many. */
function runs(positions: readonly number[]): [from: number, count: number][] {
  const found: [number, number][] = [];
  for (const position of positions) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === position) last[1] += 1;
    else found.push([position, 1]);
  }
  return found;
}

function noteMoves(
  draft: Draft,
  moved: readonly OutlinedElement[],
  positions: readonly number[],
  afterId: number | null,
): void {
  /** What the next one comes to stand behind. */
  let behind = afterId;
  /** The last one that went away, and what stood before it: that stands before its neighbour now. */
  let gone: { position: number; before: number | null } = { position: -2, before: null };
  for (const [i, { id }] of moved.entries()) {
    const position = positions[i] ?? 0;
    const neighbour: number | null = gone.position === position - 1 ? gone.before : idBefore(draft, position);
    // Those that went before it stand between `afterId` and what stood behind that.
    const before: number | null = neighbour === afterId ? behind : neighbour;
    if (before !== behind) {
      noteMove(draft, id, before);
      gone = { position, before: neighbour };
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
  expectKnown(draft, positionOf(draft, elementId));
  draft.changedIds.add(elementId);
  if (positionOf(draft, elementId) === from) return;
  noteMove(draft, elementId, afterElementId);
  draft.isOutOfStep = true;
}
