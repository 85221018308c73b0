import type { ScriptElement } from '../element.ts';
import { plainTextOf } from '../layout/text.ts';
import type { PastElement } from '../past.ts';
import {
  type DeletionMark,
  marksByUnit,
  marksOfText,
  type RevisedText,
  revisionMarksOf,
  runsOfUnits,
} from './revisedText.ts';

type PastText = Pick<PastElement, 'id' | 'elementType' | 'content' | 'dual'>;

/** Two earlier states of a script, between which its changes get a mark. */
export interface ChangesToName {
  before: readonly PastText[];
  /** The present script if the changes go on until now. */
  after: readonly PastText[];
}

type PresentElement = ScriptElement & { id: number };

/** Mark of text that was written later; it gets none. */
const later = -1;

/**
 * Return the elements of the present script that have text of changes between two moments, with
 * their marks. Text that has a mark of another revision keeps it. `active` is the mark of new text.
 */
export function nameChanges(
  present: readonly PresentElement[],
  { before, after }: ChangesToName,
  mark: number,
  active: number,
): Map<number, RevisedText> {
  const [texts, then] = [textsById(before), textsById(after)];
  const removed = removedElements(present, before, then, mark);
  const changed = new Map<number, RevisedText>();
  for (const element of present) {
    const textAfter = then.get(element.id);
    const own = removed.get(element.id);
    const isChanged = textAfter !== undefined && textAfter !== texts.get(element.id);
    if (!isChanged && !own) continue;
    const text = plainTextOf(element);
    const named = isChanged
      ? laterMarks({ mark, text: texts.get(element.id) ?? '' }, textAfter, text)
      : { runs: [], deletions: [] };
    changed.set(element.id, withNamed(element, text, named, active, own ?? []));
  }
  return changed;
}

/** Return the marks of the first change in a text that was changed again. */
function laterMarks(first: RevisedText, then: string, now: string) {
  const { runs, deletions } = marksOfText(first, then);
  const all = marksOfText({ mark: later, text: then, runs: [...runs], deletions: [...deletions] }, now);
  return {
    runs: all.runs.filter(([, , mark]) => mark !== later),
    deletions: all.deletions.filter(([, mark]) => mark !== later),
  };
}

function withNamed(
  element: PresentElement,
  text: string,
  named: ReturnType<typeof laterMarks>,
  active: number,
  removed: [number, number][],
): RevisedText {
  const revised = element.extras?.revised;
  const { runs, deletions } = revised
    ? marksOfText({ ...revised, removed: [] }, text)
    : revisionMarksOf(element);
  const known = marksByUnit(text.length, runs);
  const added = marksByUnit(text.length, named.runs);
  const allRuns = runsOfUnits(known.map((mark, at) => mark || (added[at] as number)));
  const allDeletions: DeletionMark[] = [...deletions, ...named.deletions].sort((a, b) => a[0] - b[0]);
  const allRemoved = [...(revised?.removed ?? []), ...removed];
  return {
    mark: active,
    text,
    ...(allRuns.length > 0 && { runs: allRuns }),
    ...(allDeletions.length > 0 && { deletions: allDeletions }),
    ...(allRemoved.length > 0 && { removed: allRemoved }),
  };
}

/** Return the elements that were deleted between the moments, by the present one before them. */
function removedElements(
  present: readonly PresentElement[],
  before: readonly PastText[],
  then: ReadonlyMap<number, string>,
  mark: number,
): Map<number, [number, number][]> {
  const presentIds = new Set(present.map(({ id }) => id));
  const removed = new Map<number, [number, number][]>();
  let last: number | null = null;
  for (const { id } of before) {
    if (presentIds.has(id)) last = id;
    else if (!then.has(id) && last !== null) removed.set(last, [...(removed.get(last) ?? []), [id, mark]]);
  }
  return removed;
}

function textsById(elements: readonly PastText[]): Map<number, string> {
  return new Map(
    elements.map(({ id, elementType, content, dual }) => [
      id,
      plainTextOf({ elementType, content, dual, originalType: null, extras: null }),
    ]),
  );
}
