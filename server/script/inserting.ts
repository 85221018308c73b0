import { invalid } from '#server/lib/errors.ts';
import {
  type Draft,
  expectKnown,
  idBefore,
  isHeading,
  makeRoom,
  positionAbove,
  positionOf,
  putIn,
  tell,
} from './draft.ts';
import type { InsertEdit } from './edit.ts';
import { normalised } from './elementFields.ts';
import { toldFields } from './history.ts';
import { newElement } from './writes.ts';

/**
 * Puts new elements in a row at their place and makes room where there is none; any type may stand before the first
 * heading (decision OQ-99). Throws invalid when the place is not in this project.
 */
export function insert(draft: Draft, edit: InsertEdit): void {
  const { position, orderIndexes } = roomFor(draft, edit);
  const { projectId } = draft;
  const before = draft.order[position - 1];
  let afterElementId = before?.id ?? null;
  const made = edit.elements.map(({ key, ...given }, i) => {
    const id = draft.freeIds.pop();
    if (id === undefined) throw new Error('No id was reserved for a new element');
    const fields = normalised(given);
    if (key !== undefined) draft.keys.push({ key, id });
    draft.created.push({ ...newElement, ...fields, id, projectId });
    draft.namedIds.add(id);
    tell(draft, {
      elementId: id,
      before: null,
      after: toldFields(fields),
      version: 1,
      afterElementId,
      kept: null,
    });
    afterElementId = id;
    const content = isHeading(fields) ? fields.content : '';
    return {
      id,
      orderIndex: orderIndexes[i] ?? 0,
      elementType: fields.elementType,
      content,
      sceneId: isHeading(fields) ? null : (before?.sceneId ?? null),
    };
  });
  putIn(draft, position, made);
}

/**
 * Where new elements go: behind `afterId`, or at `orderIndex` as documented, or at the end of `sceneId`, or at the
 * end of the script.
 */
function roomFor(draft: Draft, { afterId, orderIndex, sceneId, elements }: InsertEdit) {
  const { order } = draft;
  const lastOfScene = sceneId == null ? undefined : order.findLast((element) => element.sceneId === sceneId);
  if (sceneId != null && !lastOfScene) {
    throw invalid('Scene not found', { sceneId: 'No scene of this project' });
  }
  if (afterId === undefined && orderIndex !== undefined) {
    const position = positionAbove(draft, orderIndex);
    expectKnown(draft, position);
    return { position, orderIndexes: [orderIndex] };
  }
  const after = afterId === undefined ? (lastOfScene?.id ?? idBefore(draft, order.length)) : afterId;
  return placeBehind(draft, after, elements.length);
}

/** Makes room for so many elements behind another one. */
export function placeBehind(draft: Draft, afterId: number | null, count: number) {
  const position = afterId === null ? 0 : positionOf(draft, afterId) + 1;
  if (afterId !== null && position === 0) {
    throw invalid('Element not found', { afterId: 'No element of this project' });
  }
  return { position, orderIndexes: makeRoom(draft, position, count) };
}
