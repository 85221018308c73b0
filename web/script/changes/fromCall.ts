import { changedRow } from '#screenplay/edits/elementFields.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { type Edit, newRow } from './edit.ts';
import type { ScriptChanges } from './scriptChanges.ts';

/** Edits as the call has them, made by a panel of the script as it is shown → edits of the desk. */
export function fromCall(edits: readonly ScriptEdit[], changes: ScriptChanges): Edit[] {
  const rows = new Map(changes.elements().map((element) => [element.id, element]));
  const baseOf = (id: number, baseVersion: number | undefined) => {
    const row = rows.get(id);
    return row ? changes.baseOf(row) : (baseVersion ?? null);
  };
  return edits.flatMap((edit): Edit[] => {
    switch (edit.does) {
      case 'update':
        return [
          { does: 'update', id: edit.id, fields: edit.fields, base: baseOf(edit.id, edit.baseVersion) },
        ];
      case 'delete':
        return [{ does: 'delete', id: edit.id, base: baseOf(edit.id, edit.baseVersion) }];
      case 'move':
        return [edit];
      case 'restore':
        return [{ does: 'restore', id: edit.id, afterId: edit.afterId, element: null }];
      case 'insert': {
        const before = edit.afterId === null ? null : (rows.get(edit.afterId) ?? null);
        const made = edit.elements.map(({ alignment, startsNewPage, key: _, ...fields }) =>
          changedRow(newRow(written(fields), before), { alignment, startsNewPage }),
        );
        return [{ does: 'insert', afterId: edit.afterId, elements: made }];
      }
      default:
        return [];
    }
  });
}

type NewFields = Omit<
  (ScriptEdit & { does: 'insert' })['elements'][number],
  'alignment' | 'startsNewPage' | 'key'
>;

/** What is not given is null, as rows have it. */
function written({ elementType, content, characterName, parenthetical, dual }: NewFields) {
  return {
    elementType,
    content,
    characterName: characterName ?? null,
    parenthetical: parenthetical ?? null,
    dual: dual ?? null,
  };
}
