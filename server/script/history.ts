import { insertRows } from '#server/db/bulk.ts';
import { scriptHistory } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import type { ElementRow } from './script.queries.ts';

/** What a reader of the history is told of an element. */
export type Told = Pick<ElementRow, 'content' | 'elementType' | 'characterName' | 'parenthetical'>;

export function toldFields({ content, elementType, characterName, parenthetical }: Told): Told {
  return { content, elementType, characterName, parenthetical };
}

/** One change of one element: null before is a creation, null after a deletion (decision OQ-74). */
export interface HistoryEntry {
  elementId: number;
  before: Told | null;
  after: Told | null;
  /** Of the element once it is changed; a deletion counts, too. */
  version: number;
  afterElementId: number | null;
  kept: (typeof scriptHistory.$inferInsert)['kept'];
}

/** Why a change was made and by whom, as history tells it. */
export interface Telling {
  reason?: string | null | undefined;
  changedBy?: 'user' | 'ai';
}

/** Writes entries in their order, in the transaction of the change they tell of; their ids. */
export function recordHistory(
  change: ProjectChange,
  entries: readonly HistoryEntry[],
  telling: Telling,
): Promise<number[]> {
  return insertRows(
    change.tx,
    scriptHistory,
    entries.map((entry) => historyRow(change, entry, telling)),
  );
}

/** An entry as it is stored. */
export function historyRow(
  { projectId, userId }: Pick<ProjectChange, 'projectId' | 'userId'>,
  { elementId, before, after, version, afterElementId, kept }: HistoryEntry,
  { reason = null, changedBy = 'user' }: Telling,
): typeof scriptHistory.$inferInsert {
  return {
    projectId,
    elementId,
    action: before === null ? 'create' : after === null ? 'delete' : 'update',
    changedBy,
    userId,
    version,
    previousContent: before?.content ?? null,
    newContent: after?.content ?? null,
    previousElementType: before?.elementType ?? null,
    newElementType: after?.elementType ?? null,
    previousCharacterName: before?.characterName ?? null,
    newCharacterName: after?.characterName ?? null,
    previousParenthetical: before?.parenthetical ?? null,
    newParenthetical: after?.parenthetical ?? null,
    changeReason: reason,
    afterElementId,
    kept: kept ?? null,
  };
}
