import { emptyRow } from '#screenplay/edits/rows.ts';
import { type ElementType, plainTextType } from '#screenplay/element.ts';
import { parseEmphasis, writeEmphasis } from '#screenplay/emphasis.ts';
import { convertLineType } from '#screenplay/flow.ts';
import { editableContent, shownText } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { EditBase } from '#web/scriptSync/change.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import { activeLineContent, speakerOfDialogue, type TypedLine } from '#web/scriptSync/lineEdits.ts';
import { newLocalId, withLocalId } from '#web/scriptSync/localIds.ts';
import type { StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';

/** Active line: an element of the script, or a new one. */
export interface ActiveLine extends TypedLine {
  /** Identifies the open field, whatever ids the server assigns in the meantime. */
  key: number;
  selection: FirstSelection;
  /** Time of this person in this paragraph, whose changes are one entry of the history. */
  stay: { id: string; beganAt: number };
  /** Undo group of the change that the typed text continues; null: its own undo step. */
  group: string | null;
  /** Whether its text was typed since the line was opened. */
  isTyped?: boolean;
  /** The text was cut and will be pasted elsewhere. */
  isCut?: boolean;
  /**
   * Element before the explicit edit of it, which Cancel restores (decision OQ-121). Absent while
   * the line is simply written in.
   */
  explicitBase?: Element;
  /** Someone else changed the same words. The text is saved when the caret leaves the line. */
  isInConflict?: boolean;
  /** A cue that was stored unfinished. Its character is created when the caret leaves it. */
  isCueUnfinished?: boolean;
}

let lastKey = 0;

/** Return type and text of an element as its line shows them. */
export function lineTextOf(element: Element): Pick<ActiveLine, 'type' | 'text'> {
  return { type: element.elementType, text: parseEmphasis(editableContent(element)) };
}

export function activeLineOf(
  element: Element,
  selection: FirstSelection,
  basedOn: EditBase,
  group: string | null = null,
): ActiveLine {
  return {
    key: ++lastKey,
    id: element.id,
    base: element,
    afterId: null,
    ...lineTextOf(element),
    selection,
    basedOn,
    stay: beginStay(),
    group,
  };
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
    stay: beginStay(),
    group: null,
  };
}

const maxStayMs = 600_000;

/** Begin a stay. It ends with the line, a remote change of it, or after ten minutes (OQ-120). */
export function beginStay(): ActiveLine['stay'] {
  return { id: crypto.randomUUID(), beganAt: performance.now() };
}

/** Return the stay of a line, or a new one if it is over. */
export function currentStay({ stay }: ActiveLine): ActiveLine['stay'] {
  return performance.now() - stay.beganAt < maxStayMs ? stay : beginStay();
}

/**
 * Return the line of an element that was deleted while it is open. Text other than `content`
 * restores it.
 */
export function removedLine(
  live: ActiveLine,
  removed: Element,
  afterId: number | null,
  content: string,
): ActiveLine {
  const element = { element: removed, content };
  return { ...live, id: removed.id, base: null, removed: element, afterId, basedOn: null, group: null };
}

/** Replace local ids by server ids. Returns the same object if none changed. */
export function withServerId(live: ActiveLine | null, idOf: (id: number) => number): ActiveLine | null {
  if (!live) return null;
  const id = idOf(live.id);
  const afterId = live.afterId === null ? null : idOf(live.afterId);
  return id === live.id && afterId === live.afterId ? live : { ...live, id, afterId };
}

/** Create the line of the bottom input. */
export function bottomInputLine({ afterId, type, text }: StoredLine): ActiveLine {
  return { ...createActiveLine(afterId, type, text), isBelow: true };
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
 * Return the index of the line's element, or of the position where a new or restored one will be;
 * -1 if it is not among the elements.
 */
function indexOfLine(elements: readonly Element[], { id, base, afterId }: ActiveLine, near: number): number {
  if (base !== null) return findIndexNear(elements, id, near);
  const place = afterId === null ? 0 : findIndexNear(elements, afterId, near - 1) + 1;
  // A new line gets a server id when it is stored while it is open, and a deleted one has it.
  return id > 0 ? Math.max(findIndexNear(elements, id, place), place) : place;
}

function withLineAt(elements: readonly Element[], live: ActiveLine, index: number): readonly Element[] {
  const shown = { elementType: live.type, ...shownText(live.type, writeEmphasis(live.text)) };
  const element = elements[index];
  if (element?.id === live.id) return elements.with(index, { ...element, ...shown });
  const before = elements[index - 1] ?? null;
  return elements.toSpliced(index, 0, lineAfter(before, live.id, shown));
}

/**
 * Return the line as an element with its unnormalised text, which the offsets of the field refer
 * to.
 */
function lineAfter(
  before: Element | null,
  id: number,
  shown: Pick<Element, 'elementType' | 'content'>,
): Element {
  return {
    ...emptyRow,
    ...shown,
    id,
    extras: null,
    version: 0,
    projectId: before?.projectId ?? 0,
    sceneId: before?.sceneId ?? null,
    orderIndex: (before?.orderIndex ?? 0) + 0.5,
  };
}

/** Return the second half of a split line as a new element. */
export function splitRemainder(line: ActiveLine, elements: readonly Element[]) {
  const { type, base } = line;
  const at = elements.findIndex(({ id }) => id === (base === null ? line.afterId : line.id)) + 1;
  const fields = { elementType: type, content: activeLineContent(line), dual: base?.dual ?? null };
  return withLocalId({ ...fields, ...speakerOfDialogue(type, elements, at) });
}
