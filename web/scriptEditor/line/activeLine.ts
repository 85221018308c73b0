import { emptyRow } from '#screenplay/edits/rows.ts';
import { type ElementType, isUpperCased } from '#screenplay/element.ts';
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

/** The line in the field: an element of the script, or a new one. */
export interface ActiveLine extends StoredLine {
  /** Names the field as long as it is open, whatever ids the server gives meanwhile. */
  key: number;
  /** Of the element; a local one for a new line. */
  id: number;
  selection: FirstSelection;
  /** What a save is based on. */
  basedOn: EditBase;
  /** The change it goes on with: both are one step to undo. */
  group: string | null;
  /** Its text was cut, and is to be put elsewhere. */
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
  const line = convertLineType({ text, caret }, 'dialogue', type);
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

/** The line below the script, which stands in an input of its own. */
export function bottomInputLine({ afterId, type, text }: StoredLine): ActiveLine {
  return { ...createActiveLine(afterId, type, text), isBelow: true };
}

/** What is in the field as an element keeps it; a stray half of a sign cannot be stored. */
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
  // Imported text may have other marks, or spaces, for what reads the same: to look at it is not to change it.
  return activeLineContent(live) !== activeLineContent({ type, text: parseEmphasis(base.content) });
}

/**
 * Makes the script as it is while a line is written: with it in its place. That is looked for where it was before, so
 * that the length of the script does not count.
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

/** Where the line's element stands, or where a new one will; -1 where it is gone. */
function indexOfLine(elements: readonly Element[], { id, base, afterId }: ActiveLine, near: number): number {
  if (base !== null) return findIndexNear(elements, id, near);
  const place = afterId === null ? 0 : findIndexNear(elements, afterId, near - 1) + 1;
  // It has an id of the server's when it is stored while it is written.
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

/** A line as it is written, not as it will be kept: the field's offsets count in it. */
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
 * What storing the line takes; none where nothing was written or changed. An element without a text is deleted. A text that is too long for one element goes
 * on in the next. `near` is where it is likely to stand.
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
      const given = { elementType: type, content: piece, ...spoken };
      return index === 0 ? { ...given, key: live.id } : withLocalId(given);
    });
    return [{ type: 'insert', afterId: live.afterId, elements: made, ...(isAtEnd && { isBelow: true }) }];
  }
  const fields = {
    content,
    ...(type !== base.elementType && { elementType: type }),
    // Speaker and parenthetical travel with dialogue only (docs/spec/script.md).
    ...(type === 'dialogue' && {
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

/** The rest of a line that was cut: an element of its own behind it. */
export function splitRemainder(line: ActiveLine, elements: readonly Element[]) {
  const { type, base } = line;
  const at = elements.findIndex(({ id }) => id === (base === null ? line.afterId : line.id)) + 1;
  const fields = { elementType: type, content: activeLineContent(line), dual: base?.dual ?? null };
  return withLocalId({ ...fields, ...speakerOfDialogue(type, elements, at) });
}

/** Dialogue says who speaks: the cue above (docs/spec/script.md). */
export function speakerOfDialogue(type: ElementType, elements: readonly Element[], index: number) {
  const characterName = type === 'dialogue' ? speakerAt(elements, index) : null;
  return characterName === null ? {} : { characterName };
}
