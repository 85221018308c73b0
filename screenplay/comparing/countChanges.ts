import { isHeadingType } from '../elementTypes/predicates.ts';
import type { ComparedRow } from './compareDrafts.ts';
import type { LabelledDraft } from './draft.ts';

/**
 * Numbers of a comparison. A scene is where its heading is. One that was moved and rewritten counts
 * as both.
 */
export interface ComparisonCounts {
  scenes: { changed: number; moved: number; added: number; removed: number };
  /** Elements by type of row; a moved one counts once. */
  elements: Record<ComparedRow['type'], number>;
  /** Whether text before the first scene differs. */
  isOpeningChanged: boolean;
}

/** Count the changed scenes and elements. */
export function countChanges(
  rows: readonly ComparedRow[],
  before: LabelledDraft,
  after: LabelledDraft,
): ComparisonCounts {
  const elements = { same: 0, changed: 0, added: 0, removed: 0, moved: 0 };
  const scenes = { changed: 0, moved: 0, added: 0, removed: 0 };
  const headings = { before: sceneStarts(before), after: sceneStarts(after) };
  const matches = new Map(rows.map(({ beforeIndex, afterIndex }) => [beforeIndex, afterIndex]));
  const passages = new Map(rows.map(({ afterIndex, passage }) => [afterIndex, passage]));
  /** Headings of the later draft whose scene has a change; `opening` if it is before the first. */
  const changed = new Set<number>();
  const added = new Set<number>();
  for (const row of rows) {
    const { type, after: current, passage } = row;
    if (type !== 'moved' || current) elements[type]++;
    const isHeading = isHeadingType((current ?? row.before)?.elementType);
    if (isHeading && type === 'removed') scenes.removed++;
    if (isHeading && type === 'added') added.add(row.afterIndex);
    if (isHeading && type === 'moved' && current) scenes.moved++;
    const earlier = headings.before[row.beforeIndex] ?? opening;
    const scene = current
      ? (headings.after[row.afterIndex] ?? opening)
      : earlier < 0
        ? opening
        : matches.get(earlier);
    // The scene is deleted, too.
    if (scene === undefined || (scene < 0 && scene !== opening)) continue;
    const isMovedAlone = type === 'moved' && passages.get(scene) !== passage;
    const hasDifference = row.runs !== null || row.facts.length > 0;
    if (isMovedAlone || hasDifference || (type !== 'moved' && type !== 'same')) changed.add(scene);
  }
  const isOpeningChanged = changed.delete(opening);
  scenes.added = added.size;
  scenes.changed = [...changed].filter((heading) => !added.has(heading)).length;
  return { scenes, elements, isOpeningChanged };
}

/** Stands for the heading of text before the first scene. */
const opening = -2;

/** Return the index of the heading of each element's scene; `opening` before the first. */
function sceneStarts({ elements }: LabelledDraft): Int32Array {
  let heading = opening;
  return Int32Array.from(elements, ({ elementType }, index) => {
    if (isHeadingType(elementType)) heading = index;
    return heading;
  });
}

/** Return "12 scenes changed, 3 moved. 45 elements changed.", or "No differences." */
export function describeCounts({ scenes, elements, isOpeningChanged }: ComparisonCounts): string {
  const { same: _, ...differing } = elements;
  const details = listCounts(differing, 'element');
  if (details === '') return 'No differences';
  const places = [listCounts(scenes, 'scene'), isOpeningChanged && 'text before the first scene changed'];
  return [places.filter(Boolean).join(', '), details]
    .filter((text) => text !== '')
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
    .join(' ');
}

/** Return "12 scenes changed, 3 moved", without counts of 0. */
function listCounts(counts: Record<string, number>, noun: string): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count], index) => {
      const number = count.toLocaleString('en-US');
      return index > 0 ? `${number} ${name}` : `${number} ${noun}${count === 1 ? '' : 's'} ${name}`;
    })
    .join(', ');
}
