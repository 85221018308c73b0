import type { GivenElement } from '#screenplay/edits/edit.ts';
import type { Base, BasedEdit, Change } from './change.ts';

/**
 * What waits behind a change that is given up. What was to stand behind one of its new elements stands where that was
 * to be, and a text written into such an element is a new one itself: only what the writer has seen refused is lost.
 */
export function withoutChange(waiting: readonly Change[], gone: Change): Change[] {
  const made = new Map(
    gone.edits.flatMap((edit) =>
      edit.does === 'insert' ? edit.elements.map(madeBy(edit.afterId ?? null)) : [],
    ),
  );
  const bases = new Map<number, Base>(
    gone.edits.flatMap((edit) => (edit.does === 'update' ? [[edit.id, edit.base ?? null] as const] : [])),
  );
  const placeOf = (id: number | null): number | null => {
    const lost = id === null ? undefined : made.get(id);
    return lost ? placeOf(lost.afterId) : id;
  };
  const without = (edit: BasedEdit): BasedEdit[] => {
    if (edit.does === 'insert' || edit.does === 'restore') {
      const afterId = edit.afterId === undefined ? undefined : placeOf(edit.afterId);
      return [afterId === edit.afterId ? edit : { ...edit, afterId }];
    }
    if (edit.does === 'move') {
      const ids = edit.ids.filter((id) => !made.has(id));
      return ids.length > 0 ? [{ ...edit, ids, afterId: placeOf(edit.afterId) }] : [];
    }
    const lost = made.get(edit.id);
    if (!lost) {
      const base = edit.base === gone.key ? (bases.get(edit.id) ?? null) : edit.base;
      return [base === edit.base ? edit : { ...edit, base }];
    }
    if (edit.does === 'delete') return [];
    const afterId = placeOf(edit.id);
    made.delete(edit.id);
    return [{ does: 'insert', afterId, elements: [withFields(lost.given, edit.fields)] }];
  };
  return waiting.flatMap((change) => {
    const edits = change.edits.flatMap(without);
    return edits.length > 0 ? { ...change, edits } : [];
  });
}

const madeBy = (afterId: number | null) => (given: GivenElement) =>
  [given.key ?? 0, { given, afterId }] as const;

/** A new element with other fields; what is absent or undefined stays. */
function withFields(given: GivenElement, fields: object): GivenElement {
  const changed = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...given, ...Object.fromEntries(changed) };
}
