/*
 * Selection across a script, from a position in one element's text to a position in the same or
 * another element. Operations return lists of edits that depend only on the script, never on the
 * rendering. Each takes time linear in the number of elements.
 */
import type { Alignment, DualColumn, ElementType, ScriptElement } from './element.ts';
import { toShownCase } from './elementTypes/table.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { lettersAs } from './flow.ts';
import { splitLongParagraph } from './longParagraphs.ts';
import type { PastedElement } from './pastedElement.ts';
import { concatStyled, isSameStyled, sliceStyled, unstyled } from './styled.ts';
import { editableContent } from './typedLetters.ts';

/** Position in the script: an offset into the plain text of an element. */
export interface Position {
  id: number;
  offset: number;
}

/** Selection from its fixed end to its moving end. They are equal for a caret. */
export interface ScriptSelection {
  anchor: Position;
  head: Position;
}

/** Fields of an element that selections read. */
export interface SelectableElement
  extends Pick<ScriptElement, 'elementType' | 'content' | 'typedContent' | 'dual'> {
  id: number;
}

/** New element: the fields of a pasted one, and its speaker. */
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

/** Edit by element ids. The caller adds base versions and the ids of new elements. */
export type SelectionEdit =
  | { type: 'update'; id: number; fields: UpdatedFields }
  | { type: 'delete'; id: number }
  | { type: 'insert'; afterId: number | null; elements: NewElement[] }
  | { type: 'move'; ids: number[]; afterId: number | null };

/** Caret position after a change. */
export type NextCaret =
  | { in: 'element'; id: number; offset: number }
  /** In a new element; the index counts over all inserts. */
  | { in: 'inserted'; index: number; offset: number }
  /** In an empty new line of that type: no text of the selected elements is left. */
  | { in: 'newLine'; afterId: number | null; type: ElementType };

export interface SelectionChange {
  edits: SelectionEdit[];
  caret: NextCaret;
}

/** Selected range of one element. */
export interface SelectedPart<E> {
  element: E;
  index: number;
  start: number;
  end: number;
  /** Whole text of the element. */
  text: StyledText;
}

/** Selection by list indexes, in script order. */
export interface Bounds {
  from: { index: number; offset: number };
  to: { index: number; offset: number };
}

/**
 * Return the ends of a selection in script order; null if an element no longer exists. Offsets are
 * clamped to the texts.
 */
export function boundsOf(elements: readonly SelectableElement[], selection: ScriptSelection): Bounds | null {
  const { anchor, head } = selection;
  const anchorIndex = elements.findIndex(({ id }) => id === anchor.id);
  const headIndex = head.id === anchor.id ? anchorIndex : elements.findIndex(({ id }) => id === head.id);
  const [anchorElement, headElement] = [elements[anchorIndex], elements[headIndex]];
  if (!anchorElement || !headElement) return null;
  const one = { index: anchorIndex, offset: clampOffset(anchorElement, anchor.offset) };
  const other = { index: headIndex, offset: clampOffset(headElement, head.offset) };
  const isBackward = one.index > other.index || (one.index === other.index && one.offset > other.offset);
  return isBackward ? { from: other, to: one } : { from: one, to: other };
}

function clampOffset({ content }: SelectableElement, offset: number): number {
  return Math.min(Math.max(0, offset), parseEmphasis(content).text.length);
}

/** Return whether a selection extends over several elements. */
export function isSpanning({ anchor, head }: ScriptSelection): boolean {
  return anchor.id !== head.id;
}

export function isCaret({ anchor, head }: ScriptSelection): boolean {
  return anchor.id === head.id && anchor.offset === head.offset;
}

/** Select the whole script; null for a script without elements. */
export function selectAll(elements: readonly SelectableElement[]): ScriptSelection | null {
  const [first, last] = [elements[0], elements.at(-1)];
  if (!first || !last) return null;
  return {
    anchor: { id: first.id, offset: 0 },
    head: { id: last.id, offset: parseEmphasis(last.content).text.length },
  };
}

/**
 * Return the selected range of each element, in script order. Elements without selected text are
 * left out, unless they are empty.
 */
export function selectedParts<E extends SelectableElement>(
  elements: readonly E[],
  selection: ScriptSelection,
): SelectedPart<E>[] {
  const bounds = boundsOf(elements, selection);
  if (!bounds) return [];
  const { from, to } = bounds;
  return elements.slice(from.index, to.index + 1).flatMap((element, at) => {
    const index = from.index + at;
    const text = parseEmphasis(editableContent(element));
    const start = index === from.index ? from.offset : 0;
    const end = index === to.index ? to.offset : text.text.length;
    return start === end && text.text !== '' ? [] : [{ element, index, start, end, text }];
  });
}

/**
 * Replace the selection by a text; "" deletes it. The text before and after is joined in the first
 * element, or in the last if the first was selected from its start. Return null when nothing
 * changes.
 */
export function typeOver(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  typed: StyledText = unstyled(''),
): SelectionChange | null {
  const found = endsOf(elements, selection);
  if (!found || (isCaret(selection) && typed.text === '')) return null;
  const { first, last, head, tail, bounds } = found;
  const isFirstRemoved = head.text === '' && tail.text !== '' && first !== last;
  const survivor = isFirstRemoved ? last : first;
  const text = concatStyled(head, typed, tail);
  const selectedElements = elements.slice(bounds.from.index, bounds.to.index + 1);
  if (text.text.trim() === '') {
    return {
      edits: selectedElements.map(({ id }) => ({ type: 'delete', id })),
      caret: newLineAt(elements, bounds.from.index, first.elementType),
    };
  }
  const edits: SelectionEdit[] = [
    ...editsToSetText(survivor, text),
    ...selectedElements
      .filter((each) => each !== survivor)
      .map(({ id }) => ({ type: 'delete' as const, id })),
  ];
  const caret = { in: 'element' as const, id: survivor.id, offset: head.text.length + typed.text.length };
  return { edits, caret };
}

/**
 * Split at the selection, as Enter does, and delete the selected text. The remaining text of the
 * first and of the last element stay separate elements.
 */
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
    const content = lettersAs(elementType, writeEmphasis(trimStart(tail)));
    const rest: NewElement = { elementType, content, ...(dual && { dual }) };
    return {
      edits: [...editsToSetText(first, head), { type: 'insert', afterId: first.id, elements: [rest] }],
      caret: { in: 'inserted', index: 0, offset: 0 },
    };
  }
  const between = elements.slice(bounds.from.index + 1, bounds.to.index);
  return {
    edits: [
      ...editsToSetText(first, head),
      ...between.map(({ id }) => ({ type: 'delete' as const, id })),
      ...editsToSetText(last, trimStart(tail)),
    ],
    caret: { in: 'element', id: last.id, offset: 0 },
  };
}

/** Return the text before the selection in its first element and after it in its last. */
export function endsOf(elements: readonly SelectableElement[], selection: ScriptSelection) {
  const bounds = boundsOf(elements, selection);
  if (!bounds) return null;
  const [first, last] = [elements[bounds.from.index], elements[bounds.to.index]];
  if (!first || !last) return null;
  const head = sliceStyled(parseEmphasis(editableContent(first)), 0, bounds.from.offset);
  const tail = sliceStyled(parseEmphasis(editableContent(last)), bounds.to.offset);
  return { bounds, first, last, head, tail };
}

export function newLineAt(
  elements: readonly SelectableElement[],
  index: number,
  type: ElementType,
): NextCaret {
  return { in: 'newLine', afterId: elements[index - 1]?.id ?? null, type };
}

/**
 * Return the edits that set an element's text; none if it is unchanged. Text that is too long for
 * one element continues in new ones.
 */
export function editsToSetText(
  element: SelectableElement,
  text: StyledText,
  type = element.elementType,
): SelectionEdit[] {
  const isSameType = type === element.elementType;
  if (isSameType && isSameStyled(parseEmphasis(editableContent(element)), text)) return [];
  const [content = '', ...more] = splitLongParagraph(lettersAs(type, writeEmphasis(text)).trimEnd()).map(
    (piece) => piece.content,
  );
  const fields = { content, ...(!isSameType && { elementType: type }) };
  const update: SelectionEdit = { type: 'update', id: element.id, fields };
  if (more.length === 0) return [update];
  const rest = more.map((piece) => ({ elementType: type, content: piece }));
  return [update, { type: 'insert', afterId: element.id, elements: rest }];
}

/** Return the selected text as printed, one line per element. */
export function textOfSelection(elements: readonly SelectableElement[], selection: ScriptSelection): string {
  return selectedParts(elements, selection)
    .map(({ element, text, start, end }) => toShownCase(element.elementType, text.text.slice(start, end)))
    .join('\n');
}

function trimStart(text: StyledText): StyledText {
  return sliceStyled(text, text.text.length - text.text.trimStart().length);
}
