import type { ScriptElement } from './element.ts';
import { longestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';
import type { PastElement, RecordedText } from './past.ts';

/** Edit that helps to restore an earlier state; a subset of the contract's ScriptEdit. */
export type RestoringEdit =
  | { type: 'restore'; id: number; afterId: number | null }
  | { type: 'move'; ids: number[]; afterId: number | null }
  | { type: 'update'; id: number; fields: Partial<RecordedText> }
  | { type: 'insert'; afterId: number | null; elements: NewElement[] }
  | { type: 'delete'; id: number };

type NewElement = RecordedText & Pick<ScriptElement, 'dual'>;

/**
 * Return the edits that turn the current script into a past one, in the order to apply them; none
 * when they are equal. Elements are first put into position, then texts are changed, and elements
 * that did not exist are deleted last: the script is never without a scene in between. As few
 * elements as possible are moved.
 */
export function editsToRestore(
  current: readonly PastElement[],
  past: readonly PastElement[],
): RestoringEdit[] {
  const now = new Map(current.map((element, index) => [element.id, { element, index }]));
  const restorable = past.filter(({ id, gone }) => now.has(id) || gone !== null);
  const restorableIds = new Set(restorable.map(({ id }) => id));
  return [
    ...positionEdits(restorable, (id) => now.get(id)?.index),
    ...past
      .filter(({ id }) => restorableIds.has(id))
      .flatMap((element) => textEdits(now.get(element.id)?.element ?? element.gone, element)),
    ...insertEdits(past, restorableIds),
    ...current
      .filter(({ id }) => !restorableIds.has(id))
      .map(({ id }): RestoringEdit => ({ type: 'delete', id })),
  ];
}

/**
 * Return edits that restore or move elements, from the start to the end, each after its
 * predecessor.
 */
function positionEdits(past: readonly PastElement[], indexOf: (id: number) => number | undefined) {
  const existing = past.filter(({ id }) => indexOf(id) !== undefined);
  const unmovedIds = new Set(
    longestIncreasingSubsequence(existing.map(({ id }) => indexOf(id) ?? 0)).map((i) => existing[i]?.id),
  );
  const edits: RestoringEdit[] = [];
  let afterId: number | null = null;
  for (const { id } of past) {
    const index = indexOf(id);
    const last = edits.at(-1);
    if (index === undefined) edits.push({ type: 'restore', id, afterId });
    else if (!unmovedIds.has(id)) {
      // Move elements that are already in this order with one edit.
      const lastId = last?.type === 'move' ? last.ids.at(-1) : undefined;
      const isNext = last?.type === 'move' && lastId === afterId && (indexOf(lastId ?? 0) ?? index) < index;
      if (isNext) last.ids.push(id);
      else edits.push({ type: 'move', ids: [id], afterId });
    }
    afterId = id;
  }
  return edits;
}

/**
 * Return an edit that restores the text fields. If the current text is unknown, because the element
 * was deleted at this moment, all fields are set.
 */
function textEdits(now: RecordedText | null | undefined, past: PastElement): RestoringEdit[] {
  const { elementType, content, characterName, parenthetical } = past;
  const fields: Partial<RecordedText> = {};
  if (now?.elementType !== elementType) fields.elementType = elementType;
  if (now?.content !== content) fields.content = content;
  if (now?.characterName !== characterName) fields.characterName = characterName;
  if (now?.parenthetical !== parenthetical) fields.parenthetical = parenthetical;
  return Object.keys(fields).length > 0 ? [{ type: 'update', id: past.id, fields }] : [];
}

/**
 * Return edits that insert elements which cannot be restored as new elements with the same text.
 * Adjacent elements are inserted together.
 */
function insertEdits(past: readonly PastElement[], restorableIds: ReadonlySet<number>): RestoringEdit[] {
  const edits: RestoringEdit[] = [];
  let adjacent: NewElement[] | null = null;
  let afterId: number | null = null;
  for (const { id, elementType, content, characterName, parenthetical, dual } of past) {
    if (restorableIds.has(id)) {
      afterId = id;
      adjacent = null;
      continue;
    }
    if (content.trim() === '') continue;
    if (!adjacent) {
      adjacent = [];
      edits.push({ type: 'insert', afterId, elements: adjacent });
    }
    adjacent.push({ elementType, content, characterName, parenthetical, dual });
  }
  return edits;
}
