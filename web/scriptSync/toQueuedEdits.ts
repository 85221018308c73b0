import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { QueuedEdit } from './change.ts';
import { withLocalId } from './localIds.ts';
import type { ScriptSync } from './scriptSync.ts';

/**
 * Convert edits in the form of the contract, made by a panel for the shown script, to queued edits.
 */
export function toQueuedEdits(edits: readonly ScriptEdit[], changes: ScriptSync): QueuedEdit[] {
  const rows = new Map(changes.elements().map((element) => [element.id, element]));
  const baseOf = changes.bases();
  return edits.map((edit): QueuedEdit => {
    if (edit.type === 'insert') return { ...edit, elements: edit.elements.map(withLocalId) };
    if (edit.type === 'move' || edit.type === 'restore') return edit;
    const { baseVersion, ...own } = edit;
    const row = rows.get(edit.id);
    return { ...own, base: row ? baseOf(row) : (baseVersion ?? null) };
  });
}
