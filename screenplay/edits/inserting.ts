import { isHeadingType } from '../elementTypes/predicates.ts';
import type { ElementSource } from '../pastedElement.ts';
import type { InsertEdit } from './edit.ts';
import { invalidPosition } from './editError.ts';
import { type EditSession, idAtOrBefore, insertIntoOrder, recordEdit } from './editSession.ts';
import { normaliseNewElement } from './elementFields.ts';
import { requireInsertable } from './insertable.ts';
import { restore } from './restoring.ts';
import { emptyRow, type NewRow, recordedText } from './rows.ts';
import type { OrderedElement } from './scriptOrder.ts';

/**
 * Insert new elements, or restore those that were cut. Any type may precede the first heading
 * (decision OQ-99). Throws EditError if the position is not in this script.
 */
export function insert(session: EditSession, edit: InsertEdit): void {
  const afterId = insertionPoint(session, edit);
  const sceneId = afterId === null ? null : (session.order.get(afterId)?.sceneId ?? null);
  const run: NewRun = { afterId, elements: [] };
  let precedingId = afterId;
  for (const { key, source, sceneNumber, ...input } of edit.elements) {
    const fields = normaliseNewElement(input);
    const restoredId = (source && session.carrying?.restorableId(session, source, fields)) ?? null;
    if (restoredId !== null) {
      insertRun(session, run);
      restore(session, { type: 'restore', id: restoredId, afterId: precedingId });
      // Its old order index belongs to its old position.
      session.numbersToAssign.set(restoredId, null);
      run.afterId = restoredId;
    } else run.elements.push(createElement(session, edit, { fields, source, afterId: precedingId, sceneId }));
    precedingId = restoredId ?? run.elements.at(-1)?.id ?? precedingId;
    if (precedingId !== null && sceneNumber !== undefined && isHeadingType(fields.elementType))
      session.sceneNumbers.set(precedingId, sceneNumber);
    if (key === undefined || precedingId === null) continue;
    session.keys.push({ key, id: precedingId });
    session.idsByKey.set(key, precedingId);
  }
  insertRun(session, run);
}

/** Adjacent new elements that are not in the order yet. */
interface NewRun {
  afterId: number | null;
  elements: OrderedElement[];
}

function insertRun(session: EditSession, run: NewRun): void {
  if (run.elements.length > 0) insertIntoOrder(session, run.afterId, run.elements);
  run.elements = [];
}

interface CreatedElement {
  fields: ReturnType<typeof normaliseNewElement>;
  source: ElementSource | undefined;
  afterId: number | null;
  sceneId: number | null;
}

/** Create the row of a new element and record it. Returns its entry for the order. */
function createElement(session: EditSession, edit: InsertEdit, input: CreatedElement): OrderedElement {
  const { fields, source, afterId, sceneId } = input;
  const { projectId } = session.stored;
  const id = session.freeIds.pop();
  if (id === undefined) throw new Error('No id was reserved for a new element');
  const shared = source && session.carrying?.share(session, id, source, fields);
  const row: NewRow = { ...emptyRow, ...shared, ...fields, id, projectId };
  session.created.push(row);
  session.rows.set(id, { ...row, orderIndex: 0, sceneId: 0 });
  session.namedIds.add(id);
  if (edit.afterId !== undefined) session.numbersToAssign.set(id, edit.orderIndex ?? null);
  else if (edit.orderIndex === undefined) session.numbersToAssign.set(id, null);
  recordEdit(session, {
    elementId: id,
    before: null,
    after: recordedText(fields),
    version: 1,
    afterElementId: afterId,
    kept: null,
  });
  const opensScene = isHeadingType(fields.elementType);
  return {
    id,
    orderIndex: edit.orderIndex ?? 0,
    elementType: fields.elementType,
    content: opensScene ? fields.content : '',
    sceneId: opensScene ? null : sceneId,
  };
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
