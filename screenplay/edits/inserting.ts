import { isHeadingType } from '../elementTypes/predicates.ts';
import type { InsertEdit } from './edit.ts';
import {
  type EditSession,
  idAtOrBefore,
  insertIntoOrder,
  recordEdit,
  requireLoadedNeighbour,
} from './editSession.ts';
import { normaliseNewElement } from './elementFields.ts';
import { invalidPosition } from './refusal.ts';
import { emptyRow, type NewRow, recordedText } from './rows.ts';
import type { OrderedElement } from './scriptOrder.ts';

/**
 * Insert new elements. Any type may precede the first heading (decision OQ-99). Throws EditRefusal
 * if the position is not in this script.
 */
export function insert(session: EditSession, edit: InsertEdit): void {
  const { order, projectId } = session;
  const afterId = insertionPoint(session, edit);
  const isNumbered = edit.afterId === undefined && edit.orderIndex !== undefined;
  const sceneId = afterId === null ? null : (order.get(afterId)?.sceneId ?? null);
  let afterElementId = afterId;
  const newElements = edit.elements.map(({ key, ...input }): OrderedElement => {
    const id = session.freeIds.pop();
    if (id === undefined) throw new Error('No id was reserved for a new element');
    const fields = normaliseNewElement(input);
    if (key !== undefined) {
      session.keys.push({ key, id });
      session.idsByKey.set(key, id);
    }
    const row: NewRow = { ...emptyRow, ...fields, id, projectId };
    session.created.push(row);
    session.rows.set(id, { ...row, orderIndex: 0, sceneId: 0 });
    session.namedIds.add(id);
    if (!isNumbered) session.numbersToAssign.set(id, null);
    recordEdit(session, {
      elementId: id,
      before: null,
      after: recordedText(fields),
      version: 1,
      afterElementId,
      kept: null,
    });
    afterElementId = id;
    const opensScene = isHeadingType(fields.elementType);
    return {
      id,
      orderIndex: edit.orderIndex ?? 0,
      elementType: fields.elementType,
      content: opensScene ? fields.content : '',
      sceneId: opensScene ? null : sceneId,
    };
  });
  insertIntoOrder(session, afterId, newElements);
}

/**
 * Return the element to insert after: `afterId`, else the one at or before `orderIndex`, else the
 * last of `sceneId`, else the last of the script.
 */
function insertionPoint(session: EditSession, { afterId, orderIndex, sceneId }: InsertEdit): number | null {
  const { order } = session;
  const lastOfScene = sceneId == null ? undefined : order.findLast((element) => element.sceneId === sceneId);
  if (sceneId != null && !lastOfScene)
    throw invalidPosition('Scene not found', { sceneId: 'No scene of this project' });
  if (afterId !== undefined) return requireInsertable(session, afterId);
  const found =
    orderIndex === undefined ? (lastOfScene?.id ?? order.lastId) : idAtOrBefore(session, orderIndex);
  return requireInsertable(session, found);
}

/**
 * Return `afterId` if it can be inserted after; throw EditRefusal or NeedsWholeScript otherwise.
 */
export function requireInsertable(session: EditSession, afterId: number | null): number | null {
  if (afterId !== null && !session.order.has(afterId))
    throw invalidPosition('Element not found', { afterId: 'No element of this project' });
  requireLoadedNeighbour(session, afterId);
  return afterId;
}
