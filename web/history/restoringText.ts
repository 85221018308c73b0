import type { RestoringEdit } from '#screenplay/restoring.ts';

/**
 * Count the elements that the edits create, change, move and delete; one that is restored with
 * another text counts once.
 */
export function countEdits(edits: readonly RestoringEdit[]) {
  const back = new Set(edits.flatMap((edit) => (edit.type === 'restore' ? edit.id : [])));
  const changed = new Set(edits.flatMap((edit) => (edit.type === 'update' ? edit.id : [])));
  const moved = new Set(edits.flatMap((edit) => (edit.type === 'move' ? edit.ids : [])));
  const deleted = edits.filter(({ type }) => type === 'delete').length;
  const made = edits.reduce((sum, edit) => sum + (edit.type === 'insert' ? edit.elements.length : 0), 0);
  const all = new Set([...back, ...changed, ...moved]);
  return {
    total: all.size + deleted + made,
    /** Number of elements that the call names, which the server limits. */
    named: edits.reduce((sum, edit) => sum + ('ids' in edit ? edit.ids.length : 1), 0) + made,
    back: back.size + made,
    changed: [...changed].filter((id) => !back.has(id)).length,
    moved: [...moved].filter((id) => !changed.has(id)).length,
    deleted,
  };
}

/**
 * Describe the edits: "4 elements change: 1 comes back, 1 gets its earlier text, 1 moves back and 1
 * is deleted."
 */
export function restoringText(edits: readonly RestoringEdit[]): string {
  const { total, back, changed, moved, deleted } = countEdits(edits);
  const parts = [
    part(back, 'comes back', 'come back'),
    part(changed, 'gets its earlier text', 'get their earlier text'),
    part(moved, 'moves back', 'move back'),
    part(deleted, 'is deleted', 'are deleted'),
  ].filter((each) => each !== null);
  const last = parts.pop();
  const list = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${part(total, 'element changes', 'elements change')}: ${list}.`;
}

function part(count: number, one: string, many: string): string | null {
  if (count === 0) return null;
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
