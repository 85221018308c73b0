import { eq } from 'drizzle-orm';
import {
  changedRows,
  closeGaps,
  insertAmongSiblings,
  isWholeOrder,
  renumberDensely,
} from '#screenplay/denseOrder.ts';
import type { Placed } from '#screenplay/order.ts';
import { updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { outlines } from '#server/db/schema/planning.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { createOutline, updateOutline } from '#shared/contract/outlines.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import {
  deleteOutlineRow,
  findOutline,
  insertOutlineItem,
  outlineItemById,
  outlinePlaces,
} from './outlines.queries.ts';

/** Position of an item among its siblings before it is stored. */
const unstored = 0;

export function addOutlineItem(
  db: Db,
  scope: Scope,
  { orderIndex: at, ...fields }: HandlerInput<typeof createOutline>['body'],
) {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    const before = await outlinePlaces(tx, projectId);
    const after = insertAmongSiblings(before, { id: unstored, orderIndex: 0 }, at);
    const orderIndex = after.find(({ id }) => id === unstored)?.orderIndex ?? 0;
    const id = await insertOutlineItem(tx, { ...fields, projectId, orderIndex });
    change.changed('outline', [id, ...(await storePlaces(change, before, after))]);
    return findOrThrow(change, id);
  });
}

/** Change fields of an item, move it, or both. */
export function changeOutlineItem(
  db: Db,
  scope: Scope,
  itemId: number,
  { orderIndex, ...fields }: HandlerInput<typeof updateOutline>['body'],
) {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    await findOrThrow(change, itemId);
    const isEdited = Object.keys(fields).length > 0;
    if (isEdited) await tx.update(outlines).set(fields).where(eq(outlines.id, itemId));
    const before = await outlinePlaces(tx, projectId);
    const after =
      orderIndex === undefined
        ? before
        : insertAmongSiblings(before, { id: itemId, orderIndex: 0 }, orderIndex);
    const moved = await storePlaces(change, before, after);
    const ids = new Set(isEdited ? [itemId, ...moved] : moved);
    if (ids.size > 0) change.changed('outline', [...ids]);
    return findOrThrow(change, itemId);
  });
}

export function removeOutlineItem(db: Db, scope: Scope, itemId: number): Promise<void> {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    await findOrThrow(change, itemId);
    await deleteOutlineRow(tx, itemId);
    const before = await outlinePlaces(tx, projectId);
    change.changed('outline', [itemId, ...(await storePlaces(change, before, closeGaps(before)))]);
  });
}

/**
 * Reorder the items and return them. The list must contain all of them, so that no item is moved
 * that the user has not seen (decision OQ-92).
 */
export function reorderOutline(db: Db, scope: Scope, outlineIds: readonly number[]) {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId } = change;
    const before = await outlinePlaces(tx, projectId);
    if (!isWholeOrder(before, outlineIds)) {
      throw invalid('The list must contain every outline item exactly once.');
    }
    const places = new Map(before.map((item) => [item.id, item]));
    const after = renumberDensely(outlineIds.flatMap((id) => places.get(id) ?? []));
    const moved = await storePlaces(change, before, after);
    if (moved.length > 0) change.changed('outline', moved);
    return findOutline(tx, projectId);
  });
}

/** Store the changed positions and return the ids of the moved items. */
async function storePlaces(
  { tx }: ProjectChange,
  before: readonly Placed[],
  after: readonly Placed[],
): Promise<number[]> {
  const moved = changedRows(before, after).map(({ id, orderIndex }) => ({ id, orderIndex }));
  await updateRows(tx, outlines, moved);
  return moved.map(({ id }) => id);
}

/** Return the item. Throws notFound if it was deleted after the access check. */
async function findOrThrow({ tx }: ProjectChange, itemId: number) {
  const item = await outlineItemById(tx, itemId);
  if (!item) throw notFound('Outline item');
  return item;
}
