import type { ElementType } from '#screenplay/element.ts';
import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { isBlankLine, lettersAs } from '#screenplay/flow.ts';
import { splitLongParagraph } from '#screenplay/longParagraphs.ts';
import { toStorableText } from '#screenplay/storableText.ts';
import { editableContent, lettersOf } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { EditBase, QueuedEdit } from './change.ts';
import { findIndexNear } from './indexNear.ts';
import { withLocalId } from './localIds.ts';
import { speakerAt } from './speakers.ts';
import { isEmptied, type RemovedElement, type StoredLine } from './tabStorage.ts';

/** Line that is being written: an element of the script, or a new one. */
export interface TypedLine extends StoredLine {
  /** Id of the element; a local id for a new line. */
  id: number;
  /** Base of the next save. */
  basedOn: EditBase;
}

/**
 * Return the text as it is sent, with the letters as typed. An unpaired surrogate cannot be stored.
 */
export function activeLineContent({ type, text }: Pick<TypedLine, 'type' | 'text'>): string {
  return lettersAs(type, toStorableText(writeEmphasis(text))).trimEnd();
}

export function isBlank({ type, text }: Pick<TypedLine, 'type' | 'text'>): boolean {
  return isBlankLine({ elementType: type, text: text.text });
}

export function isUnsavedLine(live: Pick<TypedLine, 'base' | 'removed' | 'type' | 'text'>): boolean {
  if (isBlank(live)) return isEmptied(live);
  const { base, removed, type } = live;
  const known = base ?? (removed && { ...removed.element, content: removed.content });
  if (!known || type !== known.elementType) return true;
  // Imported text may write the same with other marks or spaces. Opening it is not a change.
  return activeLineContent(live) !== activeLineContent({ type, text: parseEmphasis(editableContent(known)) });
}

/**
 * Return the edits that store the line; none if nothing was changed. An emptied element is deleted,
 * and one that was deleted while its line was open is restored. A text that is too long for one
 * element continues in the next. `near` is the likely position.
 */
export function editsOf(live: TypedLine, elements: readonly Element[], near = 0): QueuedEdit[] {
  if (!isUnsavedLine(live)) return [];
  const { type } = live;
  const removed = live.base === null ? live.removed?.element : undefined;
  const base = live.base ?? removed ?? null;
  if (isEmptied(live)) return [{ type: 'delete', id: live.id, base: live.basedOn, isEmptied: true }];
  const [content = '', ...more] = splitLongParagraph(activeLineContent(live)).map((piece) => piece.content);
  if (base === null) {
    const at = live.afterId === null ? 0 : findIndexNear(elements, live.afterId, near) + 1;
    const isAtEnd = live.isBelow && at === elements.length;
    const spoken = speakerOfDialogue(type, elements, at);
    const made = [content, ...more].map((piece, index) => {
      const fields = { elementType: type, content: piece, ...spoken };
      return index === 0 ? { ...fields, key: live.id } : withLocalId(fields);
    });
    return [{ type: 'insert', afterId: live.afterId, elements: made, ...(isAtEnd && { isBelow: true }) }];
  }
  const fields = {
    content,
    ...(type !== base.elementType && { elementType: type }),
    // Only dialogue has a speaker and a parenthetical (docs/spec/script.md).
    ...(isDialogueType(type) && {
      characterName: (base.characterName ?? speakerOf(live, elements, near))?.toUpperCase() ?? null,
      parenthetical: base.parenthetical,
    }),
  };
  const id = removed?.id ?? live.id;
  const update: QueuedEdit = { type: 'update', id, fields, base: removed ? null : live.basedOn };
  const edits: QueuedEdit[] = removed ? [{ type: 'restore', id, element: removed }, update] : [update];
  if (more.length === 0) return edits;
  const made = more.map((piece) => withLocalId({ elementType: type, content: piece }));
  return [...edits, { type: 'insert', afterId: id, elements: made }];
}

interface RestoredElement {
  id: number;
  /** The element in the script, if it is there. */
  current: Element | undefined;
  /** The element that was deleted, if it was. */
  removed: RemovedElement | undefined;
  /** Text and type to restore. */
  before: Element;
  changes: { baseOf(element: Element): EditBase };
}

/**
 * Return the edits that give an element a former text and type, and restore it if it was deleted.
 */
export function editsToRestoreElement({
  id,
  current,
  removed,
  before,
  changes,
}: RestoredElement): QueuedEdit[] {
  const { elementType, characterName } = before;
  const content = lettersOf(before);
  const row = current ?? removed?.element;
  const isRestored = current === undefined;
  if (!row) return [];
  const fields = { elementType, content, characterName };
  const base = isRestored ? null : changes.baseOf(row);
  const isSame = lettersOf(row) === content && row.elementType === elementType;
  return [
    ...(isRestored ? [{ type: 'restore' as const, id, element: row }] : []),
    ...(isSame ? [] : [{ type: 'update' as const, id, fields, base }]),
  ];
}

function speakerOf({ id }: TypedLine, elements: readonly Element[], near: number): string | null {
  return speakerAt(elements, findIndexNear(elements, id, near));
}

/** Return the speaker of a dialogue line: the cue above it (docs/spec/script.md). */
export function speakerOfDialogue(type: ElementType, elements: readonly Element[], index: number) {
  const characterName = isDialogueType(type) ? speakerAt(elements, index) : null;
  return characterName === null ? {} : { characterName };
}
