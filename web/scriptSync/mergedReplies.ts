import type { ElementType } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { mergeLettered } from '#screenplay/merge.ts';
import { type LetteredText, lettersOf } from '#screenplay/typedLetters.ts';
import type { QueuedEdit } from './change.ts';

/** Text that was sent, and the text with remote changes that the server stored. Both as typed. */
interface MergedText {
  elementType: ElementType;
  sent: string;
  stored: string;
}

/**
 * Return the texts that the server merged with remote changes, by server id. They are compared as
 * the page shows them, because a node of an earlier version stores the capitals alone.
 */
export function mergedTextsOf(
  edits: readonly QueuedEdit[],
  storedOf: (id: number) => LetteredText | undefined,
  idOf: (id: number) => number,
): Map<number, MergedText> {
  // The last text of an element is the stored one.
  const sentTexts = new Map(
    edits.flatMap((edit) => {
      const content = edit.type === 'update' ? edit.fields.content : undefined;
      return edit.type === 'update' && content !== undefined ? [[idOf(edit.id), content] as const] : [];
    }),
  );
  const merged = new Map<number, MergedText>();
  for (const [id, sent] of sentTexts) {
    const row = storedOf(id);
    if (!row || contentAs(row.elementType, sent) === row.content) continue;
    merged.set(id, { elementType: row.elementType, sent, stored: lettersOf(row) });
  }
  return merged;
}

/**
 * Return a function that adds the remote text to other edits of the same elements, which were made
 * without it and would remove it.
 */
export function remoteTextMerger(
  merged: ReadonlyMap<number, MergedText>,
  idOf: (id: number) => number,
): (edit: QueuedEdit) => QueuedEdit {
  return (edit) => {
    const texts = edit.type === 'update' ? merged.get(idOf(edit.id)) : undefined;
    if (!texts || edit.type !== 'update' || edit.fields.content === undefined) return edit;
    const { elementType, sent, stored } = texts;
    const result = mergeLettered(
      { elementType, content: sent },
      { elementType, content: stored },
      { elementType: edit.fields.elementType ?? elementType, content: edit.fields.content },
    );
    if (!result.merged) return edit;
    return { ...edit, fields: { ...edit.fields, content: result.merged.content } };
  };
}

/**
 * Return a function that adds the remote text of a reply to later edits. Null if the server stored
 * what was sent, as usual. `texts`: the stored texts.
 */
export function continueMergedText(
  edits: readonly QueuedEdit[],
  texts: ReadonlyMap<number, LetteredText>,
  idOf: (id: number) => number,
): ((edit: QueuedEdit) => QueuedEdit) | null {
  const merged = mergedTextsOf(edits, (id) => texts.get(id), idOf);
  return merged.size === 0 ? null : remoteTextMerger(merged, idOf);
}
