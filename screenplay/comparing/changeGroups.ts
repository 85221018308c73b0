import { isHeadingType } from '../elementTypes/predicates.ts';
import type { ComparedRow } from './compareDrafts.ts';

/** Rows that are visited as one change; `to` is exclusive. */
export interface ChangeGroup {
  from: number;
  to: number;
}

/** Return the changes in order. A change ends at unchanged text, a heading, or a moved passage's end. */
export function changeGroupsOf(rows: readonly ComparedRow[]): ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.type === 'same') continue;
    const last = groups.at(-1);
    const before = rows[index - 1];
    const isHeading = isHeadingType((row.after ?? row.before)?.elementType);
    const continues =
      last?.to === index && before?.passage === row.passage && (!isHeading || row.passage >= 0);
    // Both positions of a passage can be next to each other.
    const isSameSide = (before?.after === null) === (row.after === null) || row.passage < 0;
    if (last && continues && isSameSide) last.to = index + 1;
    else groups.push({ from: index, to: index + 1 });
  }
  return groups;
}
