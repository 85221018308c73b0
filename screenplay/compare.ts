import { type DiffRun, wordDifferences } from './diff.ts';
import { longestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';
import type { PastElement } from './past.ts';

/**
 * Row of a side-by-side comparison. A moved element has two rows: one at its old position without
 * `after`, one at its new position without `before`. Only the new one has `runs`.
 */
export interface ComparedRow {
  type: 'same' | 'changed' | 'added' | 'removed' | 'moved';
  before: PastElement | null;
  after: PastElement | null;
  /** Word differences of the content; null when the content is equal. */
  runs: DiffRun[] | null;
}

/** Compare two versions of one script element by element. Elements are matched by id. */
export function compareScripts(before: readonly PastElement[], after: readonly PastElement[]): ComparedRow[] {
  const positions = new Map(before.map(({ id }, index) => [id, index]));
  const sharedElements = after.filter(({ id }) => positions.has(id));
  const unmovedIds = new Set(
    longestIncreasingSubsequence(sharedElements.map(({ id }) => positions.get(id) ?? 0)).map(
      (index) => sharedElements[index]?.id,
    ),
  );
  const afterIds = new Set(after.map(({ id }) => id));
  const rows: ComparedRow[] = [];
  let next = 0;
  const addRemoved = (element: PastElement) => {
    const type = afterIds.has(element.id) ? 'moved' : 'removed';
    rows.push({ type, before: element, after: null, runs: null });
  };
  for (const element of after) {
    const old = before[positions.get(element.id) ?? -1];
    if (!unmovedIds.has(element.id)) {
      // List removed elements before the ones inserted in their place.
      for (let removed = before[next]; removed && !unmovedIds.has(removed.id); removed = before[next]) {
        addRemoved(removed);
        next++;
      }
      rows.push({ type: old ? 'moved' : 'added', before: null, after: element, runs: runsOf(old, element) });
      continue;
    }
    for (let removed = before[next]; removed && removed.id !== element.id; removed = before[next]) {
      addRemoved(removed);
      next++;
    }
    next++;
    const isSame = old !== undefined && isAlike(old, element);
    rows.push({
      type: isSame ? 'same' : 'changed',
      before: old ?? null,
      after: element,
      runs: runsOf(old, element),
    });
  }
  for (const removed of before.slice(next)) addRemoved(removed);
  return rows;
}

/** Count the elements by row type; a moved element counts once. */
export function countRows(rows: readonly ComparedRow[]): Record<ComparedRow['type'], number> {
  const counts = { same: 0, changed: 0, added: 0, removed: 0, moved: 0 };
  for (const { type, after } of rows) if (type !== 'moved' || after) counts[type]++;
  return counts;
}

function runsOf(before: PastElement | undefined, after: PastElement): DiffRun[] | null {
  return before && before.content !== after.content ? wordDifferences(before.content, after.content) : null;
}

/** Return whether two elements look the same to a reader. */
function isAlike(a: PastElement, b: PastElement): boolean {
  return (
    a.content === b.content &&
    a.elementType === b.elementType &&
    a.characterName === b.characterName &&
    a.parenthetical === b.parenthetical
  );
}
