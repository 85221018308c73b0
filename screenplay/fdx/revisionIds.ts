import type { Revisions } from '../revisions/revisionSets.ts';
import type { XmlNode } from './xml.ts';

const maxMark = 1_000_000;

/** Return the mark of a RevisionID; 0 for text without one. */
export function markOfId(id: string | undefined): number {
  const mark = Number(id);
  return Number.isSafeInteger(mark) && mark > 0 && mark < maxMark ? mark : 0;
}

/** Return the RevisionID of a mark in the file; 0 for one that was cleared. */
export function idOfMark({ sets, cleared }: Revisions, mark: number): number {
  const set = sets.find(({ marks }) => marks.includes(mark));
  return set ? set.id : cleared.includes(mark) ? 0 : mark;
}

/** Return the position of a DeletedTextLocation; null if it has none. */
export function deletedTextOffset({ attributes }: XmlNode): number | null {
  return /^\d+$/.test(attributes.Offset ?? '') ? Number(attributes.Offset) : null;
}
