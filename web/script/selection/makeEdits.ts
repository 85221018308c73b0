import { changedRow } from '#screenplay/edits/elementFields.ts';
import type { SelectionEdit } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import { type Edit, newRow } from '../changes/edit.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';

/** Edits of a selection as the desk makes them, with what they are based on; and the rows that they insert. */
export function makeEdits(
  wanted: readonly SelectionEdit[],
  changes: Pick<ScriptChanges, 'elements' | 'bases'>,
): { edits: Edit[]; inserted: Element[] } {
  const baseOf = changes.bases();
  const rows = new Map(changes.elements().map((element) => [element.id, element]));
  const inserted: Element[] = [];
  const edits = wanted.flatMap((edit): Edit[] => {
    if (edit.does === 'insert') {
      const before = edit.afterId === null ? null : (rows.get(edit.afterId) ?? null);
      const elements = edit.elements.map(({ alignment = null, startsNewPage = false, ...fields }) =>
        changedRow(newRow(fields, before), { alignment, startsNewPage }),
      );
      inserted.push(...elements);
      return [{ ...edit, elements }];
    }
    if (edit.does === 'move') return [edit];
    const row = rows.get(edit.id);
    return row ? [{ ...edit, base: baseOf(row) }] : [];
  });
  return { edits, inserted };
}
