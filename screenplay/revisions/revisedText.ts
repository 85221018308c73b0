import type { ScriptElement } from '../element.ts';
import { plainTextOf } from '../layout/text.ts';
import { alignTexts, isInsertedUnit, sourceOffsetOf } from '../textAlignment.ts';

/*
 * Marks of revisions (docs/decisions/0111). An element stores an earlier text with the marks that
 * it had then. The marks of its present text are computed by comparing both: edits update nothing,
 * and undo and merging cannot make them wrong.
 */

/** Text that was written under a mark. Marks are numbers that belong to a revision set. */
export type MarkedRun = [from: number, to: number, mark: number];
/** Position of deleted text. `isOfFile` is set for one that the source file lists. */
export type DeletionMark = [at: number, mark: number, isOfFile?: 1];

/** Earlier text of an element with its marks. */
export interface RevisedText {
  /** Mark of text that is not in `text`; 0 for that of the text beside it. */
  mark: number;
  text: string;
  /** Ascending and without overlaps. */
  runs?: MarkedRun[] | undefined;
  deletions?: DeletionMark[] | undefined;
  /** Deleted elements that followed this one, with the mark of their deletion. */
  removed?: [elementId: number, mark: number][] | undefined;
  /** Text and marks before text moved from or to another element, for when that is undone. */
  before?: { text: string; revised: RevisedText | null } | undefined;
}

/** Marks of an element's present text. Offsets refer to its plain text. */
export interface RevisionMarks {
  runs: readonly MarkedRun[];
  deletions: readonly DeletionMark[];
}

const noMarks: RevisionMarks = { runs: [], deletions: [] };
const known = new WeakMap<RevisedText, { text: string; marks: RevisionMarks }>();

/** Return the marks of an element. They are computed once for each text. */
export function revisionMarksOf(element: ScriptElement): RevisionMarks {
  const revised = element.extras?.revised;
  return revised ? marksOfText(revised, plainTextOf(element)) : noMarks;
}

/** Return the marks of a text that was written over an earlier one. */
export function marksOfText(revised: RevisedText, text: string): RevisionMarks {
  const last = known.get(revised);
  if (last?.text === text) return last.marks;
  const marks = computeMarks(revised, text);
  known.set(revised, { text, marks });
  return marks;
}

function computeMarks(revised: RevisedText, text: string): RevisionMarks {
  const { mark, runs = [], deletions = [], removed = [] } = revised;
  const atEnd = [...new Set(removed.map(([, each]) => each))].map(
    (each): DeletionMark => [text.length, each],
  );
  if (text === revised.text) return { runs, deletions: [...deletions, ...atEnd] };
  const places = alignTexts(revised.text, text);
  const before = marksByUnit(revised.text.length, runs);
  // Without a revision, new text belongs to the run in which it was typed.
  const now = Int32Array.from(places, (place) =>
    mark !== 0 && isInsertedUnit(place) ? mark : (before[sourceOffsetOf(place)] ?? 0),
  );
  clearBlankInsertions(text, places, now, mark);
  const kept = deletions.map(([at, ...rest]): DeletionMark => [offsetAfter(places, at), ...rest]);
  const added =
    mark === 0 ? [] : deletedPlaces(revised, before, places).map((at): DeletionMark => [at, mark]);
  return { runs: runsOfUnits(now), deletions: [...kept, ...added, ...atEnd] };
}

/** Return the mark of each unit of a text; 0 for none. */
export function marksByUnit(length: number, runs: readonly MarkedRun[]): Int32Array {
  const marks = new Int32Array(length);
  for (const [from, to, mark] of runs) marks.fill(mark, from, to);
  return marks;
}

/** Return runs of equal marks, without those of 0. */
export function runsOfUnits(marks: ArrayLike<number>): MarkedRun[] {
  const runs: MarkedRun[] = [];
  for (let at = 0; at < marks.length; at++) {
    const mark = marks[at] as number;
    if (mark === 0) continue;
    const last = runs.at(-1);
    if (last?.[1] === at && last[2] === mark) last[1] = at + 1;
    else runs.push([at, at + 1, mark]);
  }
  return runs;
}

/** White space alone is not marked: it cannot be seen, and a line break is often one. */
function clearBlankInsertions(text: string, places: Int32Array, marks: Int32Array, mark: number): void {
  for (let from = 0; from < places.length; ) {
    let to = from + 1;
    const isInserted = isInsertedUnit(places[from] as number);
    while (to < places.length && isInsertedUnit(places[to] as number) === isInserted) to++;
    if (isInserted && mark !== 0 && text.slice(from, to).trim() === '') marks.fill(0, from, to);
    from = to;
  }
}

/** Return the offset in the present text behind the letter before an earlier offset. */
function offsetAfter(places: Int32Array, at: number): number {
  return places.findLastIndex((place) => place >= 0 && place < at) + 1;
}

/**
 * Return where text was deleted, in offsets of the present text. White space does not count, nor
 * text that was written under the same mark.
 */
function deletedPlaces({ text, mark }: RevisedText, marks: Int32Array, places: Int32Array): number[] {
  const found: number[] = [];
  let reached = 0;
  let end = 0;
  const add = (upTo: number) => {
    for (let at = reached; at < upTo; at++)
      if (marks[at] !== mark && text[at]?.trim() !== '') {
        found.push(end);
        return;
      }
  };
  for (const [at, place] of places.entries()) {
    if (isInsertedUnit(place)) continue;
    const source = sourceOffsetOf(place);
    add(source);
    reached = source + 1;
    end = at + 1;
  }
  add(text.length);
  return found;
}

/**
 * Return the present text and its marks as the earlier text of what is written from now on, under
 * another mark.
 */
export function withPresentMarks(revised: RevisedText | undefined, text: string, mark: number): RevisedText {
  const { runs, deletions } = revised ? marksOfText({ ...revised, removed: [] }, text) : noMarks;
  return {
    mark,
    text,
    ...(runs.length > 0 && { runs: [...runs] }),
    ...(deletions.length > 0 && { deletions: [...deletions] }),
    ...(revised?.removed && { removed: revised.removed }),
    ...(revised?.before && { before: revised.before }),
  };
}

/** Number of moves of text that one element stores for undo. */
const maxBefore = 5;

/** Return earlier marks without those of many moves ago, and without those of other elements. */
export function withoutOldest(revised: RevisedText | undefined, count = maxBefore): RevisedText | null {
  if (!revised) return null;
  const { before, removed: _, ...others } = revised;
  if (!before || count <= 1) return others;
  const kept = withoutOldest(before.revised ?? undefined, count - 1);
  return { ...others, before: { text: before.text, revised: kept } };
}
