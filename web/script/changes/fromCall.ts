import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { BasedEdit } from './change.ts';
import { withLocalId } from './localIds.ts';
import type { ScriptChanges } from './scriptChanges.ts';

/** Edits as the call has them, made by a panel of the script as it is shown → edits of the desk. */
export function fromCall(edits: readonly ScriptEdit[], changes: ScriptChanges): BasedEdit[] {
  const rows = new Map(changes.elements().map((element) => [element.id, element]));
  const baseOf = changes.bases();
  return edits.map((edit): BasedEdit => {
    if (edit.does === 'insert') return { ...edit, elements: edit.elements.map(withLocalId) };
    if (edit.does === 'move' || edit.does === 'restore') return edit;
    const { baseVersion, ...own } = edit;
    const row = rows.get(edit.id);
    return { ...own, base: row ? baseOf(row) : (baseVersion ?? null) };
  });
}
