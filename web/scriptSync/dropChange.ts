import type { NewElementInput } from '#screenplay/edits/edit.ts';
import { type Change, type EditBase, type QueuedEdit, withFields } from './change.ts';

/**
 * Return the changes that stay queued when a change is dropped. An edit that refers to a new
 * element of the dropped change gets the position of that element. An update of such an element
 * becomes an insert, so that only the text that the user saw rejected is lost.
 */
export function dropChange(waiting: readonly Change[], gone: Change): Change[] {
  const made = new Map(
    gone.edits.flatMap((edit) =>
      edit.type === 'insert' ? edit.elements.map(madeBy(edit.afterId ?? null)) : [],
    ),
  );
  const bases = new Map<number, EditBase>(
    gone.edits.flatMap((edit) => (edit.type === 'update' ? [[edit.id, edit.base ?? null] as const] : [])),
  );
  const placeOf = (id: number | null): number | null => {
    const lost = id === null ? undefined : made.get(id);
    return lost ? placeOf(lost.afterId) : id;
  };
  const without = (edit: QueuedEdit): QueuedEdit[] => {
    if (edit.type === 'insert' || edit.type === 'restore') {
      const afterId = edit.afterId === undefined ? undefined : placeOf(edit.afterId);
      return [afterId === edit.afterId ? edit : { ...edit, afterId }];
    }
    if (edit.type === 'move') {
      const ids = edit.ids.filter((id) => !made.has(id));
      return ids.length > 0 ? [{ ...edit, ids, afterId: placeOf(edit.afterId) }] : [];
    }
    const lost = made.get(edit.id);
    if (!lost) {
      const base = edit.base === gone.key ? (bases.get(edit.id) ?? null) : edit.base;
      return [base === edit.base ? edit : { ...edit, base }];
    }
    if (edit.type === 'delete') return [];
    const afterId = placeOf(edit.id);
    made.delete(edit.id);
    return [{ type: 'insert', afterId, elements: [withFields(lost.given, edit.fields)] }];
  };
  return waiting.flatMap((change) => {
    const edits = change.edits.flatMap(without);
    return edits.length > 0 || change.finishedCues ? { ...change, edits } : [];
  });
}

const madeBy = (afterId: number | null) => (given: NewElementInput) =>
  [given.key ?? 0, { given, afterId }] as const;
