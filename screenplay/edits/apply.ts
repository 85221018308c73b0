import { remove } from './deleting.ts';
import type { Edit, ElementFieldChanges, UpdateEdit } from './edit.ts';
import type { EditSession, RecordedMove } from './editSession.ts';
import { editableFieldsOf } from './elementFields.ts';
import { insert } from './inserting.ts';
import { move } from './moving.ts';
import { numberElements } from './numbering.ts';
import { withElementIds } from './references.ts';
import { restore } from './restoring.ts';
import type { ScriptRow } from './rows.ts';
import { update } from './updating.ts';

/**
 * Apply one edit to a session. The edit may name elements that earlier edits inserted by their
 * keys. Throws EditError or NeedsWholeScript.
 */
export function applyEdit(session: EditSession, input: Edit): void {
  const edit = withElementIds(input, (id) => session.idsByKey.get(id) ?? id);
  if (edit.type === 'insert') insert(session, edit);
  else if (edit.type === 'update') update(session, edit);
  else if (edit.type === 'delete') remove(session, edit);
  else if (edit.type === 'move') move(session, edit);
  else restore(session, edit);
}

/**
 * Assign order indexes to inserted, moved and restored elements after all edits of a session.
 * Return the ids of all elements whose order index changed. Throws NeedsWholeScript.
 */
export function numberDraft({ order, numbersToAssign, stored }: EditSession): ReadonlySet<number> {
  const numberedIds = numberElements(order, numbersToAssign, stored.openEnds);
  numbersToAssign.clear();
  return numberedIds;
}

/**
 * Apply one edit and return the edits that undo it, in the order to apply them. Throws like
 * applyEdit; the session is then unchanged.
 */
export function applyWithInverse(session: EditSession, edit: Edit): Edit[] {
  const { order, rows, records, moves } = session;
  const [recordsBefore, movesBefore] = [records.length, moves.length];
  if (edit.type === 'update') {
    const before = rows.get(edit.id);
    applyEdit(session, edit);
    return before ? [{ type: 'update', id: edit.id, fields: fieldsBefore(before, edit) }] : [];
  }
  if (edit.type === 'delete') {
    const afterId = order.idBefore(edit.id);
    applyEdit(session, edit);
    return [{ type: 'restore', id: edit.id, afterId }];
  }
  applyEdit(session, edit);
  if (edit.type === 'restore') return [{ type: 'delete', id: edit.id }];
  if (edit.type === 'insert')
    return records
      .slice(recordsBefore)
      .map(({ elementId }): Edit => ({ type: 'delete', id: elementId }))
      .reverse();
  return inverseMoves(moves.slice(movesBefore));
}

/**
 * Return the inverse moves, last first. Successive moves from after the same element are undone
 * together.
 */
function inverseMoves(moves: readonly RecordedMove[]): Edit[] {
  const inverses: { type: 'move'; ids: number[]; afterId: number | null }[] = [];
  for (const { elementId, afterElementId } of moves) {
    const last = inverses.at(-1);
    if (last?.afterId === afterElementId) last.ids.push(elementId);
    else inverses.push({ type: 'move', ids: [elementId], afterId: afterElementId });
  }
  return inverses.reverse();
}

/**
 * Return the field values that an update overwrites, including the content if the type changes:
 * another type may convert it to capitals.
 */
function fieldsBefore(row: ScriptRow, { fields }: UpdateEdit): ElementFieldChanges {
  // Exclude sounds: an edit can remove a sound but cannot restore it.
  const { dialogueAudioUrl: _, soundEffectUrl: __, ...editable } = editableFieldsOf(row);
  const old: Record<string, unknown> = { ...editable, orderIndex: row.orderIndex };
  const changed = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : field));
  const overwrittenFields = new Set([...changed, ...(changed.includes('elementType') ? ['content'] : [])]);
  return Object.fromEntries(
    [...overwrittenFields].flatMap((field) => (field in old ? [[field, old[field]]] : [])),
  );
}
