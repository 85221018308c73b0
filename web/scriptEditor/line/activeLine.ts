import { emptyRow } from '#screenplay/edits/rows.ts';
import { type ElementType, plainTextType } from '#screenplay/element.ts';
import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { isUpperCased } from '#screenplay/elementTypes/table.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { contentAs, convertLineType, isBlankLine } from '#screenplay/flow.ts';
import { splitLongParagraph } from '#screenplay/longParagraphs.ts';
import { toStorableText } from '#screenplay/pasted.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { EditBase, QueuedEdit } from '#web/scriptSync/change.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import { newLocalId, withLocalId } from '#web/scriptSync/localIds.ts';
import { speakerAt } from '#web/scriptSync/speakers.ts';
import { isEmptied, type StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';

/** Active line: an element of the script, or a new one. */
export interface ActiveLine extends StoredLine {
  /** Identifies the open field, whatever ids the server assigns in the meantime. */
  key: number;
  /** Id of the element; a local id for a new line. */
  id: number;
  selection: FirstSelection;
  /** Base of the next save. */
  basedOn: EditBase;
  /** Undo group of the change that the line continues; null: its own undo step. */
  group: string | null;
  /** The text was cut and will be pasted elsewhere. */
  isCut?: boolean;
}

let lastKey = 0;

export function activeLineOf(
  element: Element,
  selection: FirstSelection,
  basedOn: EditBase,
  group: string | null = null,
): ActiveLine {
  const { id, elementType: type, content } = element;
  const text = parseEmphasis(content);
  return { key: ++lastKey, id, base: element, afterId: null, type, text, selection, basedOn, group };
}

export function createActiveLine(
  afterId: number | null,
  type: ElementType,
  text: LiveText = { text: '', spans: [] },
  caret = text.text.length,
): ActiveLine {
  const line = convertLineType({ text, caret }, plainTextType, type);
  const selection = line.caret;
  const { text: shown } = line;
  return {
    key: ++lastKey,
    id: newLocalId(),
    base: null,
    afterId,
    type,
    text: shown,
    selection,
    basedOn: null,
    group: null,
  };
}

/** Create the line of the bottom input. */
export function bottomInputLine({ afterId, type, text }: StoredLine): ActiveLine {
  return { ...createActiveLine(afterId, type, text), isBelow: true };
}

/** Return the text as it is stored. An unpaired surrogate cannot be stored. */
export function activeLineContent({ type, text }: Pick<ActiveLine, 'type' | 'text'>): string {
  return contentAs(type, toStorableText(writeEmphasis(text))).trimEnd();
}

export function isBlank({ type, text }: Pick<ActiveLine, 'type' | 'text'>): boolean {
  return isBlankLine({ elementType: type, text: text.text });
}

export function isUnsavedLine(live: Pick<ActiveLine, 'base' | 'type' | 'text'>): boolean {
  if (isBlank(live)) return isEmptied(live);
  const { base, type } = live;
  if (base === null || type !== base.elementType) return true;
  // Imported text may write the same with other marks or spaces. Opening it is not a change.
  return activeLineContent(live) !== activeLineContent({ type, text: parseEmphasis(base.content) });
}

/**
 * Create a function that puts the active line into the script. The search starts at the last
 * position, so that its cost does not depend on the length of the script.
 */
export function createActiveLineOverlay() {
  let near = 0;
  return (elements: readonly Element[], live: ActiveLine | null): readonly Element[] => {
    if (!live) return elements;
    const index = indexOfLine(elements, live, near);
    near = Math.max(0, index);
    return index < 0 ? elements : withLineAt(elements, live, index);
  };
}

/**
 * Return the index of the line's element, or of the position where a new one will be; -1 if it was
 * deleted.
 */
function indexOfLine(elements: readonly Element[], { id, base, afterId }: ActiveLine, near: number): number {
  if (base !== null) return findIndexNear(elements, id, near);
  const place = afterId === null ? 0 : findIndexNear(elements, afterId, near - 1) + 1;
  // A new line gets a server id when it is stored while it is open.
  return id > 0 ? Math.max(findIndexNear(elements, id, place), place) : place;
}

function withLineAt(elements: readonly Element[], live: ActiveLine, index: number): readonly Element[] {
  const content = isUpperCased(live.type)
    ? writeEmphasis({ ...live.text, text: live.text.text.toUpperCase() })
    : writeEmphasis(live.text);
  const element = elements[index];
  if (element?.id === live.id) return elements.with(index, { ...element, elementType: live.type, content });
  const before = elements[index - 1] ?? null;
  return elements.toSpliced(index, 0, lineAfter(before, live.id, live.type, content));
}

/**
 * Return the line as an element with its unnormalised text, which the offsets of the field refer
 * to.
 */
function lineAfter(before: Element | null, id: number, elementType: ElementType, content: string): Element {
  return {
    ...emptyRow,
    id,
    elementType,
    content,
    extras: null,
    version: 0,
    projectId: before?.projectId ?? 0,
    sceneId: before?.sceneId ?? null,
    orderIndex: (before?.orderIndex ?? 0) + 0.5,
  };
}

/**
 * Return the edits that store the line; none if nothing was changed. An emptied element is deleted.
 * A text that is too long for one element continues in the next. `near` is the likely position.
 */
export function editsOf(live: ActiveLine, elements: readonly Element[], near = 0): QueuedEdit[] {
  if (!isUnsavedLine(live)) return [];
  const { base, type } = live;
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
  const update: QueuedEdit = { type: 'update', id: live.id, fields, base: live.basedOn };
  if (more.length === 0) return [update];
  const made = more.map((piece) => withLocalId({ elementType: type, content: piece }));
  return [update, { type: 'insert', afterId: live.id, elements: made }];
}

function speakerOf({ id }: ActiveLine, elements: readonly Element[], near: number): string | null {
  return speakerAt(elements, findIndexNear(elements, id, near));
}

/** Return the second half of a split line as a new element. */
export function splitRemainder(line: ActiveLine, elements: readonly Element[]) {
  const { type, base } = line;
  const at = elements.findIndex(({ id }) => id === (base === null ? line.afterId : line.id)) + 1;
  const fields = { elementType: type, content: activeLineContent(line), dual: base?.dual ?? null };
  return withLocalId({ ...fields, ...speakerOfDialogue(type, elements, at) });
}

/** Return the speaker of a dialogue line: the cue above it (docs/spec/script.md). */
export function speakerOfDialogue(type: ElementType, elements: readonly Element[], index: number) {
  const characterName = isDialogueType(type) ? speakerAt(elements, index) : null;
  return characterName === null ? {} : { characterName };
}
