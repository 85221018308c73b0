import type { ElementExtras } from '../element.ts';
import { plainText } from '../emphasis.ts';
import type { PreservedParagraph } from '../fdx/preserved.ts';
import {
  coversText,
  preservedAfterEdit,
  preservedFromJoinedText,
  preservedFromMovedText,
  type RunsOfElement,
} from '../fdx/preservedRuns.ts';
import { runsOf } from '../fdx/text.ts';
import { alignTexts, isInsertedUnit } from '../textAlignment.ts';
import type { EditSession } from './editSession.ts';
import type { ScriptRow } from './rows.ts';

/*
 * Text that goes from one element to another in one change, as where an element is cut in two or two become one, takes
 * the runs along that it had in its file.
 */

/** An element whose text went in this change, or some of it. */
interface Giver {
  row: ScriptRow;
  text: string;
  orderIndex: number;
  isGone: boolean;
}

/** Gives the elements that a change made or wrote in what the file kept of the text that came to them. */
export function carryRuns(draft: EditSession): void {
  const { storedRows, rows, deletedIds, created, storedPlaces } = draft;
  const givers: Giver[] = [];
  for (const row of storedRows.values()) {
    const isGone = deletedIds.has(row.id);
    const now = rows.get(row.id);
    if (!isGone && (!now || now.content === row.content)) continue;
    const orderIndex = storedPlaces.get(row.id)?.orderIndex ?? row.orderIndex;
    givers.push({ row, text: folded(row.content), orderIndex, isGone });
  }
  if (givers.length === 0) return;
  for (const { id } of created) {
    const row = rows.get(id);
    const taken = row ? takenBy(row, givers) : null;
    if (row && taken) rows.set(id, withKept(row, taken));
  }
  const gone = givers.filter(({ isGone }) => isGone);
  for (const { row: before, isGone, orderIndex } of givers) {
    const now = isGone ? undefined : rows.get(before.id);
    const had = keptBy(before);
    if (!now) continue;
    const joined = gone.length > 0 ? joinedTo(before, now, orderIndex, gone) : null;
    if (!joined && !had.children) continue;
    rows.set(before.id, withKept(now, preservedAfterEdit(before, now, joined ?? had)));
  }
}

/** More than half of its text is another's. */
const mainShare = 0.5;

function takenBy(row: ScriptRow, givers: readonly Giver[]): PreservedParagraph | null {
  const text = folded(row.content).trim();
  if (text === '') return null;
  const giver =
    givers.find((each) => each.text.includes(text)) ??
    givers.find((each) => {
      const added = alignTexts(each.text, text).reduce(
        (sum, place) => sum + (isInsertedUnit(place) ? 1 : 0),
        0,
      );
      return added < text.length * mainShare;
    });
  return giver ? preservedFromMovedText({ ...giver.row, preserved: keptBy(giver.row) }, row) : null;
}

function joinedTo(
  before: ScriptRow,
  now: ScriptRow,
  orderIndex: number,
  gone: readonly Giver[],
): PreservedParagraph | null {
  let kept = keptBy(before);
  if (coversText(kept, now)) return null;
  const added = addedText(folded(before.content).trim(), folded(now.content).trim());
  if (added === '') return null;
  let isJoined = false;
  const made = (row: ScriptRow) => runsOf(row.content, []);
  for (const giver of gone) {
    const text = giver.text.trim();
    if (text === '' || !(added.includes(text) || text.includes(added))) continue;
    const { elementType, content } = before;
    const into: RunsOfElement = { elementType, content, preserved: kept, made: made(before) };
    const other: RunsOfElement = { ...giver.row, preserved: keptBy(giver.row), made: made(giver.row) };
    const joined = preservedFromJoinedText(into, other, giver.orderIndex < orderIndex);
    if (!joined) continue;
    kept = joined;
    isJoined = true;
  }
  return isJoined ? kept : null;
}

/** What a text has beyond what it had. */
function addedText(before: string, now: string): string {
  if (now.startsWith(before)) return now.slice(before.length).trim();
  if (now.endsWith(before)) return now.slice(0, now.length - before.length).trim();
  const places = alignTexts(before, now);
  const first = places.findIndex(isInsertedUnit);
  return first < 0 ? '' : now.slice(first, places.findLastIndex(isInsertedUnit) + 1).trim();
}

function folded(content: string): string {
  return plainText(content).toUpperCase();
}

function keptBy({ extras }: ScriptRow): PreservedParagraph {
  return (extras?.fdx as PreservedParagraph | undefined) ?? {};
}

function withKept(row: ScriptRow, kept: PreservedParagraph): ScriptRow {
  const extras: ElementExtras = { ...row.extras, fdx: kept };
  return { ...row, extras };
}
