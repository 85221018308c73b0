import { isHeadingType } from '../elementTypes/predicates.ts';
import type { Comparison } from './compareDrafts.ts';

/** Rows that are visited as one change; `to` is exclusive. */
export interface ChangeGroup {
  from: number;
  to: number;
}

/**
 * Return the changes in order. A change ends at unchanged text, at a heading, and at the end of a
 * moved passage, which is one change at each of its positions.
 */
export function changeGroupsOf({ rows, passages }: Pick<Comparison, 'rows' | 'passages'>): ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const [index, row] of rows.entries()) {
    const isRestOfMoved = row.after === null && row.passage >= 0 && passages[row.passage]?.fromRow !== index;
    if (row.type === 'same' || isRestOfMoved) continue;
    const last = groups.at(-1);
    const before = rows[index - 1];
    const isHeading = isHeadingType((row.after ?? row.before)?.elementType);
    const isSamePassage = before?.passage === row.passage && (row.passage < 0 || before.after !== null);
    if (last?.to === index && isSamePassage && (row.passage >= 0 || !isHeading)) last.to = index + 1;
    else groups.push({ from: index, to: index + 1 });
  }
  return groups;
}
