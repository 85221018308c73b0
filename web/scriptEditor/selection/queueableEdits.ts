import type { SelectionEdit } from '#screenplay/selection.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { insertedIds, withLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';

/**
 * Convert edits of a selection to queued edits with their bases, and return the ids of inserted
 * elements.
 */
export function queueableEdits(
  wanted: readonly SelectionEdit[],
  changes: Pick<ScriptSync, 'elements' | 'bases'>,
): { edits: QueuedEdit[]; madeIds: number[] } {
  const baseOf = changes.bases();
  const rows = new Map(changes.elements().map((element) => [element.id, element]));
  const edits = wanted.flatMap((edit): QueuedEdit[] => {
    if (edit.type === 'insert') return [{ ...edit, elements: edit.elements.map(withLocalId) }];
    if (edit.type === 'move') return [edit];
    const row = rows.get(edit.id);
    if (!row) return [];
    // The call for a single deletion would delete the sounds of the element.
    return [{ ...edit, base: baseOf(row), ...(edit.type === 'delete' && { isEmptied: true }) }];
  });
  return { edits, madeIds: edits.flatMap(insertedIds) };
}
