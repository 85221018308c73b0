import { plainTextOf } from '../layout/text.ts';
import {
  type MarkedRun,
  marksByUnit,
  marksOfText,
  type RevisedText,
  runsOfUnits,
  withoutOldest,
  withPresentMarks,
} from '../revisions/revisedText.ts';
import { alignTexts, isInsertedUnit, sourceOffsetOf } from '../textAlignment.ts';
import type { EditSession } from './editSession.ts';
import type { ScriptRow } from './rows.ts';

/*
 * Marks of revisions after a list of edits (docs/decisions/0111). An element stores its text when a
 * revision first changes it. Text that moves to another element, as when one is split or two are
 * joined, takes its marks along. Deleted elements leave a mark on the one before.
 */

/** Text that an element lost in this change, with the marks that it had. */
interface LostText {
  elementId: number;
  text: string;
  marks: Int32Array;
}

/** Update the earlier texts of changed elements, and those of their neighbours. */
export function carryRevisions(session: EditSession): void {
  const { stored, rows, created, restoredIds } = session;
  const mark = stored.activeMark;
  if (mark === 0 && ![...stored.rows.values()].some(({ extras }) => extras?.revised)) return;
  const lost = movesText(session) ? lostTexts(session) : [];
  for (const { id } of created) {
    const row = rows.get(id);
    if (!row || restoredIds.has(id)) continue;
    const text = plainTextOf(row);
    const places = new Int32Array(text.length).fill(-1);
    const moved = movedMarks(id, text, places, lost);
    if (moved) setRevised(session, row, presentText(text, moved, places, mark));
    else if (mark !== 0) setRevised(session, row, { mark, text: '' });
  }
  for (const before of stored.rows.values()) {
    const row = rows.get(before.id);
    if (row && row.content !== before.content && !restoredIds.has(row.id))
      carryUpdated(session, before, row, lost);
  }
  markDeletions(session, lost);
  unmarkRestored(session);
}

/** Maximum number of changed elements among which moved text is looked for. */
const maxSources = 50;

/** Return whether text may have moved between elements: some appeared or are gone. */
function movesText({ stored, created, deletedIds, restoredIds }: EditSession): boolean {
  return stored.rows.size <= maxSources && created.length + deletedIds.size + restoredIds.size > 0;
}

function carryUpdated(
  session: EditSession,
  before: ScriptRow,
  row: ScriptRow,
  lost: readonly LostText[],
): void {
  const mark = session.stored.activeMark;
  const revised = before.extras?.revised;
  const [old, text] = [plainTextOf(before), plainTextOf(row)];
  // Undoing a split deletes an element and undoing a join restores one; neither creates any.
  if (revised?.before?.text === text && session.created.length === 0) {
    const { removed, before: earlier } = revised;
    const restored = earlier.revised ?? (removed ? { mark: revised.mark, text } : null);
    setRevised(session, row, restored && { ...restored, ...(removed && { removed }) });
    return;
  }
  const places = alignTexts(old, text);
  const moved = movedMarks(row.id, text, places, lost);
  if (!moved && !isTaken(session, row.id, lost)) {
    if (revised ? revised.mark !== mark : mark !== 0)
      setRevised(session, row, withPresentMarks(revised, old, mark));
    return;
  }
  const known = revised ? marksOfText({ ...revised, removed: [] }, old) : { runs: [], deletions: [] };
  const units = marksByUnit(old.length, known.runs);
  const marks = Int32Array.from(places, (place, at) =>
    isInsertedUnit(place) ? (moved?.[at] ?? -1) : (units[sourceOffsetOf(place)] as number),
  );
  const deletions = known.deletions.flatMap(([at, ...rest]): RevisedText['deletions'] & object => {
    const offset = places.findLastIndex((place) => place >= 0 && place < at) + 1;
    return [[offset, ...rest]];
  });
  setRevised(session, row, {
    ...presentText(text, marks, places, mark),
    ...(deletions.length > 0 && { deletions }),
    ...(revised?.removed && { removed: revised.removed }),
    before: { text: old, revised: withoutOldest(revised) },
  });
}

/** Return a text with all marks that it has now; -1 stands for text that is new. */
function presentText(text: string, marks: Int32Array, places: Int32Array, mark: number): RevisedText {
  for (const [at, each] of marks.entries())
    if (each < 0) marks[at] = isInsertedUnit(places[at] as number) && text[at]?.trim() !== '' ? mark : 0;
  const runs: MarkedRun[] = runsOfUnits(marks);
  return { mark, text, ...(runs.length > 0 && { runs }) };
}

/** Return the texts that elements of the change lost. */
function lostTexts({ stored, rows, restoredIds }: EditSession): LostText[] {
  const lost: LostText[] = [];
  for (const before of stored.rows.values()) {
    const row = rows.get(before.id);
    if (restoredIds.has(before.id) || row?.content === before.content) continue;
    const old = plainTextOf(before);
    const units = marksByUnit(old.length, revisionRuns(before, old));
    const isLeft = new Uint8Array(old.length);
    if (row) for (const place of alignTexts(old, plainTextOf(row))) if (place >= 0) isLeft[place] = 1;
    for (let from = 0; from < old.length; ) {
      let to = from + 1;
      while (to < old.length && isLeft[to] === isLeft[from]) to++;
      if (!isLeft[from] && old.slice(from, to).trim() !== '')
        lost.push({ elementId: before.id, text: old.slice(from, to), marks: units.slice(from, to) });
      from = to;
    }
  }
  return lost;
}

function revisionRuns({ extras }: ScriptRow, text: string): readonly MarkedRun[] {
  return extras?.revised ? marksOfText(extras.revised, text).runs : [];
}

/** Shorter texts are typed as often as they are moved. */
const minMovedLength = 2;

/**
 * Return the marks of new text that other elements lost in this change, by unit, and -1 for other
 * text. Null if there is none.
 */
function movedMarks(
  id: number,
  text: string,
  places: Int32Array,
  lost: readonly LostText[],
): Int32Array | null {
  const marks = new Int32Array(text.length).fill(-1);
  let isFound = false;
  for (const other of lost) {
    if (other.elementId === id) continue;
    const words = other.text.trim();
    if (words.length < minMovedLength) continue;
    const inText = indexInInserted(text, words, places);
    // The end of a paragraph that was split, with what was typed behind it.
    const found = inText < 0 ? { at: 0, words: insertedIn(text, places, words) } : { at: inText, words };
    if (found.words === '') continue;
    const at = inText < 0 ? text.indexOf(found.words) : found.at;
    const from = other.text.indexOf(found.words);
    for (let unit = 0; unit < found.words.length; unit++)
      marks[at + unit] = other.marks[from + unit] as number;
    isFound = true;
  }
  return isFound ? marks : null;
}

/** Return where words are in a text that was inserted as a whole; -1 if nowhere. */
function indexInInserted(text: string, words: string, places: Int32Array): number {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const inserted = places.subarray(at, at + words.length);
    // The ends may be aligned with equal letters of the old text.
    if (inserted.filter((place) => isInsertedUnit(place)).length >= words.length / 2) return at;
  }
  return -1;
}

/** Return all inserted text if it is part of the words that another element lost. */
function insertedIn(text: string, places: Int32Array, words: string): string {
  const first = places.findIndex(isInsertedUnit);
  if (first < 0) return '';
  const inserted = text.slice(first, places.findLastIndex(isInsertedUnit) + 1).trim();
  return inserted.length >= minMovedLength && words.includes(inserted) ? inserted : '';
}

/** Return whether text that an element lost is now in another element of the change. */
function isTaken(
  { rows, created, restoredIds, stored }: EditSession,
  id: number,
  lost: readonly LostText[],
): boolean {
  const own = lost.filter(({ elementId }) => elementId === id).map(({ text }) => text.trim());
  if (own.length === 0) return false;
  const others = [...created.map((row) => row.id), ...restoredIds, ...stored.rows.keys()];
  return others.some((other) => {
    if (other === id) return false;
    const row = rows.get(other);
    if (!row || stored.rows.get(other)?.content === row.content) return false;
    const text = plainTextOf(row).trim();
    return own.some(
      (words) =>
        words.length >= minMovedLength && (text.includes(words) || (text.length > 1 && words.includes(text))),
    );
  });
}

/** Mark the deletion of whole elements on the element before. */
function markDeletions(session: EditSession, lost: readonly LostText[]): void {
  const { stored, rows, deletedIds, records } = session;
  const mark = stored.activeMark;
  const beforeIds = new Map<number, number | null>();
  for (const { elementId, after, afterElementId } of records)
    if (after === null) beforeIds.set(elementId, afterElementId);
  for (const id of deletedIds) {
    const deleted = stored.rows.get(id);
    if (!deleted) continue;
    const removed = [...(deleted.extras?.revised?.removed ?? [])];
    if (mark !== 0 && !isNewIn(deleted, mark) && !isTaken(session, id, lost)) removed.push([id, mark]);
    let beforeId = beforeIds.get(id) ?? null;
    while (beforeId !== null && deletedIds.has(beforeId)) beforeId = beforeIds.get(beforeId) ?? null;
    const row = beforeId === null ? undefined : rows.get(beforeId);
    if (!row || removed.length === 0) continue;
    const revised = row.extras?.revised ?? { mark, text: plainTextOf(row) };
    const others = (revised.removed ?? []).filter(([other]) => !removed.some(([each]) => each === other));
    const all: [number, number][] = [...others, ...removed];
    setRevised(session, row, { ...revised, removed: all.slice(-maxRemoved) });
    session.changedIds.add(row.id);
    session.namedIds.add(row.id);
  }
}

/** Maximum number of deleted elements that one element stores. One is enough for a mark. */
const maxRemoved = 200;

/** Return whether the text of an element is new under a mark: without it nothing is missing. */
function isNewIn(row: ScriptRow, mark: number): boolean {
  const text = plainTextOf(row);
  const marks = marksByUnit(text.length, revisionRuns(row, text));
  return marks.every((each, at) => each === mark || text[at]?.trim() === '');
}

/** Remove the marks of deletions that are undone. */
function unmarkRestored(session: EditSession): void {
  const { restoredIds, rows } = session;
  if (restoredIds.size === 0) return;
  // A restored element has the marks of the elements that were deleted behind it.
  const returned = new Set(restoredIds);
  for (const id of restoredIds)
    for (const [other] of rows.get(id)?.extras?.revised?.removed ?? []) returned.add(other);
  for (const row of rows.values()) {
    const revised = row.extras?.revised;
    if (restoredIds.has(row.id) || !revised?.removed?.some(([id]) => returned.has(id))) continue;
    const removed = revised.removed.filter(([id]) => !returned.has(id));
    const { removed: _, ...others } = revised;
    setRevised(session, row, removed.length > 0 ? { ...others, removed } : others);
    session.changedIds.add(row.id);
    session.namedIds.add(row.id);
  }
}

function setRevised({ rows }: EditSession, { id }: { id: number }, revised: RevisedText | null): void {
  const row = rows.get(id);
  if (!row) return;
  const { revised: _, ...others } = row.extras ?? {};
  const extras = revised ? { ...others, revised } : others;
  rows.set(id, { ...row, extras: Object.keys(extras).length > 0 ? extras : null });
}
