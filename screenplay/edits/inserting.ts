import type { InsertEdit } from './edit.ts';
import {
  type EditSession,
  idAtOrBefore,
  insertIntoOrder,
  recordEdit,
  requireLoadedNeighbour,
} from './editSession.ts';
import { normaliseNewElement } from './elementFields.ts';
import { placeRefused } from './refusal.ts';
import { emptyRow, isSceneHeading, type NewRow, recordedText } from './rows.ts';
import type { OrderedElement } from './scriptOrder.ts';

/**
 * Puts new elements in a row at their place; any type may stand before the first heading (decision OQ-99). Refused when
 * the place is not in this script.
 */
export function insert(draft: EditSession, edit: InsertEdit): void {
  const { order, projectId } = draft;
  const afterId = placeOf(draft, edit);
  const isNumbered = edit.afterId === undefined && edit.orderIndex !== undefined;
  const sceneId = afterId === null ? null : (order.get(afterId)?.sceneId ?? null);
  let afterElementId = afterId;
  const made = edit.elements.map(({ key, ...given }): OrderedElement => {
    const id = draft.freeIds.pop();
    if (id === undefined) throw new Error('No id was reserved for a new element');
    const fields = normaliseNewElement(given);
    if (key !== undefined) {
      draft.keys.push({ key, id });
      draft.idsByKey.set(key, id);
    }
    const row: NewRow = { ...emptyRow, ...fields, id, projectId };
    draft.created.push(row);
    draft.rows.set(id, { ...row, orderIndex: 0, sceneId: 0 });
    draft.namedIds.add(id);
    if (!isNumbered) draft.wantedNumbers.set(id, null);
    recordEdit(draft, {
      elementId: id,
      before: null,
      after: recordedText(fields),
      version: 1,
      afterElementId,
      kept: null,
    });
    afterElementId = id;
    const opensScene = isSceneHeading(fields);
    return {
      id,
      orderIndex: edit.orderIndex ?? 0,
      elementType: fields.elementType,
      content: opensScene ? fields.content : '',
      sceneId: opensScene ? null : sceneId,
    };
  });
  insertIntoOrder(draft, afterId, made);
}

/**
 * Where new elements go: after `afterId`, or at `orderIndex` as documented, or at the end of `sceneId`, or at the
 * end of the script.
 */
function placeOf(draft: EditSession, { afterId, orderIndex, sceneId }: InsertEdit): number | null {
  const { order } = draft;
  const lastOfScene = sceneId == null ? undefined : order.findLast((element) => element.sceneId === sceneId);
  if (sceneId != null && !lastOfScene)
    throw placeRefused('Scene not found', { sceneId: 'No scene of this project' });
  if (afterId !== undefined) return placeAfterElement(draft, afterId);
  const found =
    orderIndex === undefined ? (lastOfScene?.id ?? order.lastId) : idAtOrBefore(draft, orderIndex);
  return placeAfterElement(draft, found);
}

/** The same place, if it is one of this script. */
export function placeAfterElement(draft: EditSession, afterId: number | null): number | null {
  if (afterId !== null && !draft.order.has(afterId))
    throw placeRefused('Element not found', { afterId: 'No element of this project' });
  requireLoadedNeighbour(draft, afterId);
  return afterId;
}
