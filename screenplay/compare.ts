import { type DiffRun, wordDifferences } from './diff.ts';
import { longestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';
import type { PastElement } from './past.ts';

/**
 * One row of two scripts side by side. A moved element has two: at its old place without `after`, at its new one
 * without `before`; `runs` are of the new one.
 */
export interface ComparedRow {
  type: 'same' | 'changed' | 'added' | 'removed' | 'moved';
  before: PastElement | null;
  after: PastElement | null;
  /** Where its text differs; null where it does not. */
  runs: DiffRun[] | null;
}

/** Two moments of one script, element by element. Elements are the same when they have the same id. */
export function compareScripts(before: readonly PastElement[], after: readonly PastElement[]): ComparedRow[] {
  const positions = new Map(before.map(({ id }, index) => [id, index]));
  const known = after.filter(({ id }) => positions.has(id));
  const staying = new Set(
    longestIncreasingSubsequence(known.map(({ id }) => positions.get(id) ?? 0)).map(
      (index) => known[index]?.id,
    ),
  );
  const isAfter = new Set(after.map(({ id }) => id));
  const rows: ComparedRow[] = [];
  let next = 0;
  const leave = (element: PastElement) => {
    const type = isAfter.has(element.id) ? 'moved' : 'removed';
    rows.push({ type, before: element, after: null, runs: null });
  };
  for (const element of after) {
    const old = before[positions.get(element.id) ?? -1];
    if (!staying.has(element.id)) {
      // What went from here stands above what came.
      for (let gone = before[next]; gone && !staying.has(gone.id); gone = before[next]) {
        leave(gone);
        next++;
      }
      rows.push({ type: old ? 'moved' : 'added', before: null, after: element, runs: runsOf(old, element) });
      continue;
    }
    for (let gone = before[next]; gone && gone.id !== element.id; gone = before[next]) {
      leave(gone);
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
  for (const gone of before.slice(next)) leave(gone);
  return rows;
}

/** How many elements of each kind there are; a moved one counts once. */
export function countRows(rows: readonly ComparedRow[]): Record<ComparedRow['type'], number> {
  const counts = { same: 0, changed: 0, added: 0, removed: 0, moved: 0 };
  for (const { type, after } of rows) if (type !== 'moved' || after) counts[type]++;
  return counts;
}

function runsOf(before: PastElement | undefined, after: PastElement): DiffRun[] | null {
  return before && before.content !== after.content ? wordDifferences(before.content, after.content) : null;
}

/** Whether a reader would see the same. */
function isAlike(a: PastElement, b: PastElement): boolean {
  return (
    a.content === b.content &&
    a.elementType === b.elementType &&
    a.characterName === b.characterName &&
    a.parenthetical === b.parenthetical
  );
}
