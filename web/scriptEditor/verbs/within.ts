import { plainText } from '#screenplay/emphasis.ts';
import type { Match } from '#screenplay/find.ts';
import { boundsOf, type ScriptSelection } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import { remapSelectionIds } from '../selection/shown.ts';

/** Part of the script to search: the selection when the search began. */
export interface FindRange {
  selection: ScriptSelection;
  /**
   * Number of unselected characters at the end of its last element. They stay outside, however much
   * is replaced before them.
   */
  tailLength: number;
}

export function rangeToFind(rows: readonly Element[], selection: ScriptSelection): FindRange | null {
  const bounds = boundsOf(rows, selection);
  const last = bounds && rows[bounds.to.index];
  if (!bounds || !last) return null;
  const ends = [
    { id: rows[bounds.from.index]?.id ?? 0, offset: bounds.from.offset },
    { id: last.id, offset: bounds.to.offset },
  ] as const;
  return {
    selection: { anchor: ends[0], head: ends[1] },
    tailLength: plainText(last.content).length - bounds.to.offset,
  };
}

/**
 * Create a test whether a match is in that part of the present script. It accepts every match once
 * an end of the part was deleted.
 */
export function createRangeFilter(
  rows: readonly Element[],
  { selection, tailLength }: FindRange,
  idOf: (id: number) => number,
): (match: Match) => boolean {
  const bounds = boundsOf(rows, remapSelectionIds(selection, idOf) ?? selection);
  if (!bounds) return () => true;
  const { from, to } = bounds;
  const indexes = new Map(rows.slice(from.index, to.index + 1).map(({ id }, at) => [id, from.index + at]));
  const end = plainText(rows[to.index]?.content ?? '').length - tailLength;
  return ({ elementId, ...match }) => {
    const index = indexes.get(elementId);
    if (index === undefined) return false;
    return (index > from.index || match.start >= from.offset) && (index < to.index || match.end <= end);
  };
}
