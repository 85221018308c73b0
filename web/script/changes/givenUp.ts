import { changedRow } from '#screenplay/edits/elementFields.ts';
import type { Base, Edit } from './edit.ts';
import type { Change } from './outbox.ts';

/**
 * What waits behind a change that is given up. What was to stand behind one of its new rows stands where that was to
 * be, and a text written into such a row is a new row itself: only what the writer has seen refused is lost.
 */
export function withoutChange(waiting: readonly Change[], gone: Change): Change[] {
  const rows = new Map(
    gone.edits.flatMap((edit) =>
      edit.does === 'insert'
        ? edit.elements.map((row) => [row.id, { row, afterId: edit.afterId }] as const)
        : [],
    ),
  );
  const bases = new Map<number, Base>(
    gone.edits.flatMap((edit) => (edit.does === 'update' ? [[edit.id, edit.base] as const] : [])),
  );
  const placeOf = (id: number | null): number | null => {
    const lost = id === null ? undefined : rows.get(id);
    return lost ? placeOf(lost.afterId) : id;
  };
  const without = (edit: Edit): Edit[] => {
    if (edit.does === 'insert') return [placed(edit, placeOf(edit.afterId))];
    if (edit.does === 'restore')
      return edit.afterId === undefined ? [edit] : [placed(edit, placeOf(edit.afterId))];
    if (edit.does === 'move') {
      const ids = edit.ids.filter((id) => !rows.has(id));
      return ids.length > 0 ? [{ ...edit, ids, afterId: placeOf(edit.afterId) }] : [];
    }
    const lost = rows.get(edit.id);
    if (!lost) {
      const base = edit.base === gone.key ? (bases.get(edit.id) ?? null) : edit.base;
      return [base === edit.base ? edit : { ...edit, base }];
    }
    if (edit.does === 'delete') return [];
    const afterId = placeOf(edit.id);
    rows.delete(edit.id);
    return [{ does: 'insert', afterId, elements: [changedRow(lost.row, edit.fields)] }];
  };
  return waiting.flatMap((change) => {
    const edits = change.edits.flatMap(without);
    return edits.length > 0 ? { ...change, edits } : [];
  });
}

function placed<E extends Edit & { does: 'insert' | 'restore' }>(edit: E, afterId: number | null): E {
  return afterId === edit.afterId ? edit : { ...edit, afterId };
}
