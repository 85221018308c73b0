import type { Element } from '#shared/contract/elements.ts';
import type { Change, EditBase, QueuedEdit } from './change.ts';
import { editsOf, type TypedLine } from './lineEdits.ts';
import { newLocalId } from './localIds.ts';
import { isEmptied, type StoredLine } from './tabStorage.ts';

interface ScriptForLine {
  shown: readonly Element[];
  /** All elements, also those that are not shown yet. */
  rows: readonly Element[];
  idOf: (id: number) => number;
  baseOf: (element: Element) => EditBase;
  pending: readonly Change[];
}

/** Return the edits that store a line that was being written when its page was closed. */
export function editsOfClosedLine(line: StoredLine, script: ScriptForLine): QueuedEdit[] {
  return isEmptied(line) ? deletionOf(line, script) : editsOf(typedLineOf(line, script), script.rows);
}

/**
 * Delete an element whose text had been deleted, unless someone else has written there since.
 */
function deletionOf({ base }: StoredLine, { shown, idOf, baseOf }: ScriptForLine): QueuedEdit[] {
  const row = shown.find(({ id }) => base !== null && id === idOf(base.id));
  if (!row || row.content !== base?.content) return [];
  return [{ type: 'delete', id: row.id, base: baseOf(row), isEmptied: true }];
}

function typedLineOf(line: StoredLine, script: ScriptForLine): TypedLine {
  const { rows, idOf, baseOf } = script;
  const id = line.base?.id ?? line.key;
  const row = rows.find((each) => id !== undefined && each.id === idOf(id));
  const isStored = row !== undefined && line.base === null;
  if (row)
    return {
      ...line,
      id: row.id,
      base: line.base ?? row,
      basedOn: isStored ? baseOf(row) : baseOfStored(line, script),
    };
  return {
    ...line,
    id: (line.base === null && line.key) || newLocalId(),
    base: null,
    afterId: placeOf(line, script),
    basedOn: null,
  };
}

/** Return the base of a line: the change of its closed tab that is pending here, or a version. */
function baseOfStored({ base, basedOn }: StoredLine, { pending }: ScriptForLine): EditBase {
  const isUnknown = typeof basedOn === 'string' && !pending.some(({ key }) => key === basedOn);
  return basedOn === undefined || isUnknown ? (base?.version ?? null) : basedOn;
}

/** Return the element that a new line follows; the last one if its own was deleted. */
function placeOf({ base, afterId }: StoredLine, { rows, idOf }: ScriptForLine): number | null {
  if (base) return rows.findLast((each) => each.orderIndex < base.orderIndex)?.id ?? null;
  if (afterId === null) return null;
  const id = idOf(afterId);
  return rows.some((each) => each.id === id) ? id : (rows.at(-1)?.id ?? null);
}
