import type { SelectionEdit } from '#screenplay/selection.ts';
import type { BasedEdit } from '../changes/change.ts';
import { madeIds, withLocalId } from '../changes/localIds.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';

/** Edits of a selection as the desk makes them, with what they are based on; and the ids of what they insert. */
export function makeEdits(
  wanted: readonly SelectionEdit[],
  changes: Pick<ScriptChanges, 'elements' | 'bases'>,
): { edits: BasedEdit[]; madeIds: number[] } {
  const baseOf = changes.bases();
  const rows = new Map(changes.elements().map((element) => [element.id, element]));
  const edits = wanted.flatMap((edit): BasedEdit[] => {
    if (edit.does === 'insert') return [{ ...edit, elements: edit.elements.map(withLocalId) }];
    if (edit.does === 'move') return [edit];
    const row = rows.get(edit.id);
    return row ? [{ ...edit, base: baseOf(row) }] : [];
  });
  return { edits, madeIds: edits.flatMap(madeIds) };
}
