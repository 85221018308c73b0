import type { PastElement, RecordedText } from '#screenplay/past.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';

type Fields = Partial<RecordedText>;

/** Return the text of an element before a change; null for a creation. */
export function earlierText(entry: HistoryEntry): Fields | null {
  const { previousContent, previousElementType, previousCharacterName, previousParenthetical } = entry;
  if (previousContent === null || previousElementType === null) return null;
  return {
    content: previousContent,
    elementType: previousElementType,
    characterName: previousCharacterName,
    ...(tellsParenthetical(entry) && { parenthetical: previousParenthetical }),
  };
}

/** Return the text after the change; for a deletion the last text, which is the one to restore. */
export function textOf(entry: HistoryEntry): Fields | null {
  if (entry.action === 'delete') return earlierText(entry);
  const { newContent, newElementType, newCharacterName, newParenthetical } = entry;
  if (newContent === null || newElementType === null) return null;
  return {
    content: newContent,
    elementType: newElementType,
    characterName: newCharacterName,
    ...(tellsParenthetical(entry) && { parenthetical: newParenthetical }),
  };
}

/** Return whether the entry records parentheticals. Old entries have null on both sides. */
function tellsParenthetical({ previousParenthetical, newParenthetical }: HistoryEntry): boolean {
  return previousParenthetical !== null || newParenthetical !== null;
}

/**
 * Return the edits that set an element to that text; none when it is equal. `now` is undefined for
 * a deleted element.
 */
export function editsToText(elementId: number, text: Fields, now: Element | undefined): ScriptEdit[] {
  if (!now) {
    return [
      { type: 'restore', id: elementId },
      { type: 'update', id: elementId, fields: text },
    ];
  }
  const fields = Object.fromEntries(
    Object.entries(text).filter(([name, value]) => now[name as keyof RecordedText] !== value),
  );
  return Object.keys(fields).length > 0 ? [{ type: 'update', id: elementId, fields }] : [];
}

/** Convert a current element for a comparison with a moment. */
export function asPast({
  id,
  elementType,
  content,
  characterName,
  parenthetical,
  dual,
}: Element): PastElement {
  return { id, elementType, content, characterName, parenthetical, dual };
}
