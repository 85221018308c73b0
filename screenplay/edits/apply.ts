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
 * Make one edit on a draft. It may name elements that earlier edits inserted by their keys. Throws an EditRefusal, or
 * BeyondPart.
 */
export function applyEdit(draft: EditSession, given: Edit): void {
  const edit = withElementIds(given, (id) => draft.idsByKey.get(id) ?? id);
  if (edit.type === 'insert') insert(draft, edit);
  else if (edit.type === 'update') update(draft, edit);
  else if (edit.type === 'delete') remove(draft, edit);
  else if (edit.type === 'move') move(draft, edit);
  else restore(draft, edit);
}

/**
 * Numbers what the edits of a draft put somewhere, once all of them are made; gives the ids of all elements that have
 * another number now. Throws BeyondPart.
 */
export function numberDraft({ order, wantedNumbers, openEnds }: EditSession): ReadonlySet<number> {
  const numberedIds = numberElements(order, wantedNumbers, openEnds);
  wantedNumbers.clear();
  return numberedIds;
}

/**
 * Makes one edit on a draft and gives the edits that take it back, to be made in their order. Throws as applyEdit does;
 * then nothing has changed.
 */
export function applyWithInverse(draft: EditSession, edit: Edit): Edit[] {
  const { order, rows, created, moves } = draft;
  const [createdBefore, movesBefore] = [created.length, moves.length];
  if (edit.type === 'update') {
    const before = rows.get(edit.id);
    applyEdit(draft, edit);
    return before ? [{ type: 'update', id: edit.id, fields: fieldsBefore(before, edit) }] : [];
  }
  if (edit.type === 'delete') {
    const afterId = order.idBefore(edit.id);
    applyEdit(draft, edit);
    return [{ type: 'restore', id: edit.id, afterId }];
  }
  applyEdit(draft, edit);
  if (edit.type === 'restore') return [{ type: 'delete', id: edit.id }];
  if (edit.type === 'insert')
    return created
      .slice(createdBefore)
      .map(({ id }): Edit => ({ type: 'delete', id }))
      .reverse();
  return movesBack(moves.slice(movesBefore));
}

/** The last first. Those that stood after the same one, one after the other, go back together. */
function movesBack(moves: readonly RecordedMove[]): Edit[] {
  const back: { type: 'move'; ids: number[]; afterId: number | null }[] = [];
  for (const { elementId, afterElementId } of moves) {
    const last = back.at(-1);
    if (last?.afterId === afterElementId) last.ids.push(elementId);
    else back.push({ type: 'move', ids: [elementId], afterId: afterElementId });
  }
  return back.reverse();
}

/** What an update writes over. Another type may put the text into capitals. */
function fieldsBefore(row: ScriptRow, { fields }: UpdateEdit): ElementFieldChanges {
  // An edit can take a sound away, but not bring one back.
  const { dialogueAudioUrl: _, soundEffectUrl: __, ...given } = editableFieldsOf(row);
  const old: Record<string, unknown> = { ...given, orderIndex: row.orderIndex };
  const changed = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : field));
  const wanted = new Set([...changed, ...(changed.includes('elementType') ? ['content'] : [])]);
  return Object.fromEntries([...wanted].flatMap((field) => (field in old ? [[field, old[field]]] : [])));
}
