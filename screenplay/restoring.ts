import type { DualColumn, ElementType } from './element.ts';
import { longestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';
import type { PastElement, RecordedText } from './past.ts';

/** One edit that leads back; a part of what the contract's ScriptEdit allows. */
export type RestoringEdit =
  | { type: 'restore'; id: number; afterId: number | null }
  | { type: 'move'; ids: number[]; afterId: number | null }
  | { type: 'update'; id: number; fields: Partial<RecordedText> }
  | { type: 'insert'; afterId: number | null; elements: NewElement[] }
  | { type: 'delete'; id: number };

interface NewElement {
  elementType: ElementType;
  content: string;
  characterName: string | null;
  parenthetical: string | null;
  dual: DualColumn | null;
}

/**
 * The edits that turn the script as it is into the one it was, to be made in this order; empty when nothing differs.
 * First everything comes to its place, then texts are changed back, and only then goes what was not there: on the way
 * the script is never without a scene. As many elements as can stay where they are do.
 */
export function editsToRestore(
  current: readonly PastElement[],
  past: readonly PastElement[],
): RestoringEdit[] {
  const now = new Map(current.map((element, index) => [element.id, { element, index }]));
  const returning = past.filter(({ id, gone }) => now.has(id) || gone !== null);
  const kept = new Set(returning.map(({ id }) => id));
  return [
    ...placesBack(returning, (id) => now.get(id)?.index),
    ...past
      .filter(({ id }) => kept.has(id))
      .flatMap((element) => textBack(now.get(element.id)?.element ?? element.gone, element)),
    ...writtenAnew(past, kept),
    ...current.filter(({ id }) => !kept.has(id)).map(({ id }): RestoringEdit => ({ type: 'delete', id })),
  ];
}

/** From the start to the end, each after the one before it. */
function placesBack(past: readonly PastElement[], indexOf: (id: number) => number | undefined) {
  const there = past.filter(({ id }) => indexOf(id) !== undefined);
  const staying = new Set(
    longestIncreasingSubsequence(there.map(({ id }) => indexOf(id) ?? 0)).map((i) => there[i]?.id),
  );
  const edits: RestoringEdit[] = [];
  let afterId: number | null = null;
  for (const { id } of past) {
    const index = indexOf(id);
    const last = edits.at(-1);
    if (index === undefined) edits.push({ type: 'restore', id, afterId });
    else if (!staying.has(id)) {
      // Elements that stand in this order already go in one move.
      const lastId = last?.type === 'move' ? last.ids.at(-1) : undefined;
      const isNext = last?.type === 'move' && lastId === afterId && (indexOf(lastId ?? 0) ?? index) < index;
      if (isNext) last.ids.push(id);
      else edits.push({ type: 'move', ids: [id], afterId });
    }
    afterId = id;
  }
  return edits;
}

/** Nothing is known of the text of an element that somebody deleted in this moment: then all of it is told. */
function textBack(now: RecordedText | null | undefined, past: PastElement): RestoringEdit[] {
  const { elementType, content, characterName, parenthetical } = past;
  const fields: Partial<RecordedText> = {};
  if (now?.elementType !== elementType) fields.elementType = elementType;
  if (now?.content !== content) fields.content = content;
  if (now?.characterName !== characterName) fields.characterName = characterName;
  if (now?.parenthetical !== parenthetical) fields.parenthetical = parenthetical;
  return Object.keys(fields).length > 0 ? [{ type: 'update', id: past.id, fields }] : [];
}

/** Elements of which nothing was kept: new ones with the same text, each row of them after what stands before it. */
function writtenAnew(past: readonly PastElement[], kept: ReadonlySet<number>): RestoringEdit[] {
  const edits: RestoringEdit[] = [];
  let row: NewElement[] | null = null;
  let afterId: number | null = null;
  for (const { id, elementType, content, characterName, parenthetical, dual } of past) {
    if (kept.has(id)) {
      afterId = id;
      row = null;
      continue;
    }
    if (content.trim() === '') continue;
    if (!row) {
      row = [];
      edits.push({ type: 'insert', afterId, elements: row });
    }
    row.push({ elementType, content, characterName, parenthetical, dual });
  }
  return edits;
}
