/*
 * One selection over a script: from a place in one element's text to a place in the same or another one's. What is
 * done to it is a list of edits, made of the script alone and never of what happens to be drawn. All of it takes time
 * in proportion to the elements, however many are selected.
 */
import type { Alignment, DualColumn, ElementType } from './element.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { contentAs } from './flow.ts';
import { splitLongParagraph } from './longParagraphs.ts';
import type { PastedElement } from './pastedElement.ts';
import { concatStyled, isSameStyled, sliceStyled, unstyled } from './styled.ts';

/** A place in the script: an offset into the plain text of an element. */
export interface Position {
  id: number;
  offset: number;
}

/** Where selecting began, and the end that moves. Equal for a caret. */
export interface ScriptSelection {
  anchor: Position;
  head: Position;
}

/** What of an element is read here. */
export interface SelectableElement {
  id: number;
  elementType: ElementType;
  content: string;
  dual: DualColumn | null;
}

/** A new element: as much as a paste has, and who speaks. */
export interface NewElement extends PastedElement {
  characterName?: string;
  parenthetical?: string;
}

export interface UpdatedFields {
  content?: string;
  elementType?: ElementType;
  dual?: DualColumn | null;
  alignment?: Alignment | null;
}

/** An edit by ids; whoever makes it knows what it is based on, and gives new elements theirs. */
export type SelectionEdit =
  | { type: 'update'; id: number; fields: UpdatedFields }
  | { type: 'delete'; id: number }
  | { type: 'insert'; afterId: number | null; elements: NewElement[] }
  | { type: 'move'; ids: number[]; afterId: number | null };

/** Where writing goes on. */
export type NextCaret =
  | { in: 'element'; id: number; offset: number }
  /** In one of the new elements, counted over all inserts. */
  | { in: 'inserted'; index: number; offset: number }
  /** Nothing is left of what was selected: an empty line of that type after an element. */
  | { in: 'newLine'; afterId: number | null; type: ElementType };

export interface SelectionChange {
  edits: SelectionEdit[];
  caret: NextCaret;
}

/** The part of one element that is selected. */
export interface SelectedPart<E> {
  element: E;
  index: number;
  start: number;
  end: number;
  /** All of the element's text. */
  text: StyledText;
}

/** A selection by places in the list, in script order. */
export interface Bounds {
  from: { index: number; offset: number };
  to: { index: number; offset: number };
}

/** Puts the ends of a selection in script order; null where an element is gone. Offsets stay within the texts. */
export function boundsOf(elements: readonly SelectableElement[], selection: ScriptSelection): Bounds | null {
  const { anchor, head } = selection;
  const anchorIndex = elements.findIndex(({ id }) => id === anchor.id);
  const headIndex = head.id === anchor.id ? anchorIndex : elements.findIndex(({ id }) => id === head.id);
  const [anchored, headed] = [elements[anchorIndex], elements[headIndex]];
  if (!anchored || !headed) return null;
  const one = { index: anchorIndex, offset: within(anchored, anchor.offset) };
  const other = { index: headIndex, offset: within(headed, head.offset) };
  const isBackward = one.index > other.index || (one.index === other.index && one.offset > other.offset);
  return isBackward ? { from: other, to: one } : { from: one, to: other };
}

function within({ content }: SelectableElement, offset: number): number {
  return Math.min(Math.max(0, offset), parseEmphasis(content).text.length);
}

/** Whether a selection reaches over the end of an element. */
export function isSpanning({ anchor, head }: ScriptSelection): boolean {
  return anchor.id !== head.id;
}

export function isCaret({ anchor, head }: ScriptSelection): boolean {
  return anchor.id === head.id && anchor.offset === head.offset;
}

/** The whole script; null for one without elements. */
export function selectAll(elements: readonly SelectableElement[]): ScriptSelection | null {
  const [first, last] = [elements[0], elements.at(-1)];
  if (!first || !last) return null;
  return {
    anchor: { id: first.id, offset: 0 },
    head: { id: last.id, offset: parseEmphasis(last.content).text.length },
  };
}

/** What is selected of each element, in script order. One of which nothing is selected is left out, unless it has no text. */
export function selectedParts<E extends SelectableElement>(
  elements: readonly E[],
  selection: ScriptSelection,
): SelectedPart<E>[] {
  const bounds = boundsOf(elements, selection);
  if (!bounds) return [];
  const { from, to } = bounds;
  return elements.slice(from.index, to.index + 1).flatMap((element, at) => {
    const index = from.index + at;
    const text = parseEmphasis(element.content);
    const start = index === from.index ? from.offset : 0;
    const end = index === to.index ? to.offset : text.text.length;
    return start === end && text.text !== '' ? [] : [{ element, index, start, end, text }];
  });
}

/**
 * Puts a text in the place of what is selected, "" to delete it. What stands before and after goes together, in the
 * first element, or in the last where all of the first was selected. Null where there is nothing to do.
 */
export function typeOver(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  typed: StyledText = unstyled(''),
): SelectionChange | null {
  const found = endsOf(elements, selection);
  if (!found || (isCaret(selection) && typed.text === '')) return null;
  const { first, last, head, tail, bounds } = found;
  const isFirstGone = head.text === '' && tail.text !== '' && first !== last;
  const survivor = isFirstGone ? last : first;
  const text = concatStyled(head, typed, tail);
  const goneElements = elements.slice(bounds.from.index, bounds.to.index + 1);
  if (text.text.trim() === '') {
    return {
      edits: goneElements.map(({ id }) => ({ type: 'delete', id })),
      caret: newLineAt(elements, bounds.from.index, first.elementType),
    };
  }
  const edits: SelectionEdit[] = [
    ...writtenInto(survivor, text),
    ...goneElements.filter((each) => each !== survivor).map(({ id }) => ({ type: 'delete' as const, id })),
  ];
  const caret = { in: 'element' as const, id: survivor.id, offset: head.text.length + typed.text.length };
  return { edits, caret };
}

/** Enter in place of what is selected: what is left of the first and of the last are elements of their own. */
export function splitOver(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
): SelectionChange | null {
  const found = endsOf(elements, selection);
  if (!found) return null;
  const { first, last, head, tail, bounds } = found;
  if (head.text.trim() === '' || tail.text.trim() === '') return typeOver(elements, selection);
  const { elementType, dual } = first;
  if (first === last) {
    const content = contentAs(elementType, writeEmphasis(trimStart(tail)));
    const rest: NewElement = { elementType, content, ...(dual && { dual }) };
    return {
      edits: [...writtenInto(first, head), { type: 'insert', afterId: first.id, elements: [rest] }],
      caret: { in: 'inserted', index: 0, offset: 0 },
    };
  }
  const between = elements.slice(bounds.from.index + 1, bounds.to.index);
  return {
    edits: [
      ...writtenInto(first, head),
      ...between.map(({ id }) => ({ type: 'delete' as const, id })),
      ...writtenInto(last, trimStart(tail)),
    ],
    caret: { in: 'element', id: last.id, offset: 0 },
  };
}

/** What of the first and of the last selected element is not selected. */
export function endsOf(elements: readonly SelectableElement[], selection: ScriptSelection) {
  const bounds = boundsOf(elements, selection);
  if (!bounds) return null;
  const [first, last] = [elements[bounds.from.index], elements[bounds.to.index]];
  if (!first || !last) return null;
  const head = sliceStyled(parseEmphasis(first.content), 0, bounds.from.offset);
  const tail = sliceStyled(parseEmphasis(last.content), bounds.to.offset);
  return { bounds, first, last, head, tail };
}

export function newLineAt(
  elements: readonly SelectableElement[],
  index: number,
  type: ElementType,
): NextCaret {
  return { in: 'newLine', afterId: elements[index - 1]?.id ?? null, type };
}

/** Writes a text into an element; none where it has that text. What is too long for one goes on in the next. */
export function writtenInto(
  element: SelectableElement,
  text: StyledText,
  type = element.elementType,
): SelectionEdit[] {
  const isSameType = type === element.elementType;
  if (isSameType && isSameStyled(parseEmphasis(element.content), text)) return [];
  const [content = '', ...more] = splitLongParagraph(contentAs(type, writeEmphasis(text)).trimEnd()).map(
    (piece) => piece.content,
  );
  const fields = { content, ...(!isSameType && { elementType: type }) };
  const update: SelectionEdit = { type: 'update', id: element.id, fields };
  if (more.length === 0) return [update];
  const rest = more.map((piece) => ({ elementType: type, content: piece }));
  return [update, { type: 'insert', afterId: element.id, elements: rest }];
}

/** The selected text as it is read, an element a line. */
export function textOfSelection(elements: readonly SelectableElement[], selection: ScriptSelection): string {
  return selectedParts(elements, selection)
    .map(({ text, start, end }) => text.text.slice(start, end))
    .join('\n');
}

function trimStart(text: StyledText): StyledText {
  return sliceStyled(text, text.text.length - text.text.trimStart().length);
}
