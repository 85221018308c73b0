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
 * Preserved runs of text that moves from one element to another in one change, as when an element
 * is split or two are joined. The text keeps the runs that it had in its file.
 */

/** Element that lost text in this change. */
interface TextSource {
  row: ScriptRow;
  text: string;
  orderIndex: number;
  isDeleted: boolean;
}

/** Assign preserved runs to created and updated elements whose text came from other elements. */
export function carryRuns(session: EditSession): void {
  const { stored, rows, deletedIds, created } = session;
  const copiedRows = session.carrying?.copiedRows ?? new Map<number, ScriptRow>();
  for (const [id, source] of copiedRows) {
    const row = rows.get(id);
    const copied = row && preservedFromMovedText({ ...source, preserved: preservedOf(source) }, row);
    if (copied) rows.set(id, withPreserved(row, copied));
  }
  const sources: TextSource[] = [];
  for (const row of stored.rows.values()) {
    const isDeleted = deletedIds.has(row.id);
    const current = rows.get(row.id);
    if (!isDeleted && (!current || current.content === row.content)) continue;
    sources.push({ row, text: comparableText(row.content), orderIndex: row.orderIndex, isDeleted });
  }
  if (sources.length === 0) return;
  for (const { id } of created) {
    if (copiedRows.has(id)) continue;
    const row = rows.get(id);
    const moved = row ? preservedFromSources(row, sources) : null;
    if (row && moved) rows.set(id, withPreserved(row, moved));
  }
  const deletedSources = sources.filter(({ isDeleted }) => isDeleted);
  for (const { row: before, isDeleted, orderIndex } of sources) {
    const current = isDeleted ? undefined : rows.get(before.id);
    const previous = preservedOf(before);
    if (!current) continue;
    const joined =
      deletedSources.length > 0 ? joinDeletedSources(before, current, orderIndex, deletedSources) : null;
    if (!joined && !previous.children) continue;
    rows.set(before.id, withPreserved(current, preservedAfterEdit(before, current, joined ?? previous)));
  }
}

/** Maximum share of inserted text. With less, the text counts as moved from the other element. */
const maxInsertedShare = 0.5;

function preservedFromSources(row: ScriptRow, sources: readonly TextSource[]): PreservedParagraph | null {
  const text = comparableText(row.content).trim();
  if (text === '') return null;
  const source =
    sources.find((each) => each.text.includes(text)) ??
    sources.find((each) => {
      const added = alignTexts(each.text, text).reduce(
        (sum, place) => sum + (isInsertedUnit(place) ? 1 : 0),
        0,
      );
      return added < text.length * maxInsertedShare;
    });
  return source ? preservedFromMovedText({ ...source.row, preserved: preservedOf(source.row) }, row) : null;
}

function joinDeletedSources(
  before: ScriptRow,
  current: ScriptRow,
  orderIndex: number,
  deletedSources: readonly TextSource[],
): PreservedParagraph | null {
  let kept = preservedOf(before);
  if (coversText(kept, current)) return null;
  const added = addedText(comparableText(before.content).trim(), comparableText(current.content).trim());
  if (added === '') return null;
  let isJoined = false;
  const made = (row: ScriptRow) => runsOf(row.content, []);
  for (const source of deletedSources) {
    const text = source.text.trim();
    if (text === '' || !(added.includes(text) || text.includes(added))) continue;
    const { elementType, content } = before;
    const into: RunsOfElement = { elementType, content, preserved: kept, made: made(before) };
    const other: RunsOfElement = {
      ...source.row,
      preserved: preservedOf(source.row),
      made: made(source.row),
    };
    const joined = preservedFromJoinedText(into, other, source.orderIndex < orderIndex);
    if (!joined) continue;
    kept = joined;
    isJoined = true;
  }
  return isJoined ? kept : null;
}

/** Return the text that was added to `before`. */
function addedText(before: string, current: string): string {
  if (current.startsWith(before)) return current.slice(before.length).trim();
  if (current.endsWith(before)) return current.slice(0, current.length - before.length).trim();
  const places = alignTexts(before, current);
  const first = places.findIndex(isInsertedUnit);
  return first < 0 ? '' : current.slice(first, places.findLastIndex(isInsertedUnit) + 1).trim();
}

function comparableText(content: string): string {
  return plainText(content).toUpperCase();
}

function preservedOf({ extras }: ScriptRow): PreservedParagraph {
  return (extras?.fdx as PreservedParagraph | undefined) ?? {};
}

function withPreserved(row: ScriptRow, kept: PreservedParagraph): ScriptRow {
  const extras: ElementExtras = { ...row.extras, fdx: kept };
  return { ...row, extras };
}
