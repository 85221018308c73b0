/*
 * Moving a selection to another position, as by dragging: the result of cutting and pasting, in one
 * change. Whole elements moved between others keep their ids and everything attached to them.
 */

import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { type CopiedElement, type Fragment, fragmentOf, insertFragment, wholeElements } from './fragment.ts';
import {
  type Bounds,
  boundsOf,
  endsOf,
  type Position,
  type ScriptSelection,
  type SelectableElement,
  type SelectionChange,
  type SelectionEdit,
  typeOver,
} from './selection.ts';
import { replaceRange, trimStyled, unstyled } from './styled.ts';
import { insertWords, moveWords, rangeWithSpace } from './wordSpacing.ts';

/**
 * Move the selection to `to`. Return null when nothing would change: inside the selection or at its
 * edges.
 */
export function moveSelection(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
  to: Position,
): SelectionChange | null {
  const bounds = boundsOf(elements, selection);
  const index = elements.findIndex(({ id }) => id === to.id);
  if (!bounds || index < 0 || isWithin(bounds, index, to.offset)) return null;
  const between = indexBetween(elements, bounds, index, to.offset);
  const words = between === null ? moveWordsOfElement(elements, bounds, to) : null;
  if (words) return words;
  if (between === null) return cutAndInsert(elements, selection, bounds, to, fragmentOf(elements, selection));
  // At its own edges the selection is already in place.
  return between === bounds.to.index || between === bounds.from.index - 1
    ? null
    : moveWholeElements(elements, bounds, between);
}

/** Copy the selection to `to` and keep the original. */
export function copySelection(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
  to: Position,
): SelectionChange | null {
  const bounds = boundsOf(elements, selection);
  const words = bounds && wordsOf(elements, bounds);
  return words
    ? putWords(elements, words.styled, words.range, to)
    : insertFragment(elements, { anchor: to, head: to }, fragmentOf(elements, selection));
}

/** Insert words of another text, with the spaces they need. Return null if the element is gone. */
export function putWords(
  elements: readonly SelectableElement[],
  source: StyledText,
  words: { start: number; end: number },
  to: Position,
): SelectionChange | null {
  const target = elements.find(({ id }) => id === to.id);
  if (!target) return null;
  const { styled, range } = insertWords(parseEmphasis(target.content), to.offset, source, words);
  return { edits: [withText(target, styled)], caret: caretBehind(target, range) };
}

/** Return the selected words of one element; null for several or whole elements. */
function wordsOf(elements: readonly SelectableElement[], { from, to }: Bounds) {
  const element = elements[from.index];
  const isPart = from.index === to.index && element && to.offset - from.offset < lengthOf(element);
  if (!isPart) return null;
  return {
    ...{ element, styled: parseEmphasis(element.content) },
    range: { start: from.offset, end: to.offset },
  };
}

/** Move words of one element within it or to another one, with the spaces they need. */
function moveWordsOfElement(
  elements: readonly SelectableElement[],
  bounds: Bounds,
  to: Position,
): SelectionChange | null {
  const words = wordsOf(elements, bounds);
  const target = elements.find(({ id }) => id === to.id);
  if (!words || !target) return null;
  if (target === words.element) {
    const { styled, range } = moveWords(words.styled, words.range, to.offset);
    return { edits: [withText(target, styled)], caret: caretBehind(target, range) };
  }
  const { start, end } = rangeWithSpace(words.styled.text, words.range);
  const rest = replaceRange(words.styled, start, end, unstyled(''));
  const put = putWords(elements, words.styled, words.range, to);
  return put && { ...put, edits: [withText(words.element, rest), ...put.edits] };
}

function withText({ id }: SelectableElement, styled: StyledText): SelectionEdit {
  return { type: 'update', id, fields: { content: writeEmphasis(styled) } };
}

function caretBehind({ id }: SelectableElement, { end }: { end: number }): SelectionChange['caret'] {
  return { in: 'element', id, offset: end };
}

/**
 * Move the selection to the end of the script. A partially selected element becomes a new element
 * there. Return null when nothing would change.
 */
export function moveToEnd(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
): SelectionChange | null {
  const to = endOf(elements);
  const bounds = boundsOf(elements, selection);
  if (!to || !bounds) return null;
  const isWhole = indexBetween(elements, bounds, elements.length - 1, to.offset) !== null;
  if (isWhole || isWithin(bounds, elements.length - 1, to.offset))
    return moveSelection(elements, selection, to);
  return cutAndInsert(elements, selection, bounds, to, toWholeElements(elements, selection));
}

/** Copy the selection to the end of the script and keep the original. */
export function copyToEnd(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
): SelectionChange | null {
  const to = endOf(elements);
  if (!to) return null;
  return insertFragment(elements, { anchor: to, head: to }, toWholeElements(elements, selection));
}

/** Return the selection as whole elements, without the white space at the cuts. */
function toWholeElements(elements: readonly CopiedElement[], selection: ScriptSelection): Fragment {
  const made = fragmentOf(elements, selection).elements;
  const trimmed = (content: string) => writeEmphasis(trimStyled(parseEmphasis(content)));
  return wholeElements(made.map((each) => ({ ...each, content: trimmed(each.content) })));
}

function endOf(elements: readonly SelectableElement[]): Position | null {
  const last = elements.at(-1);
  return last ? { id: last.id, offset: lengthOf(last) } : null;
}

function isWithin({ from, to }: Bounds, index: number, offset: number): boolean {
  const isBefore = index < from.index || (index === from.index && offset < from.offset);
  const isAfter = index > to.index || (index === to.index && offset > to.offset);
  return !isBefore && !isAfter;
}

const lengthOf = (element: SelectableElement | undefined) =>
  element ? parseEmphasis(element.content).text.length : 0;

/**
 * Return the index of the element after which whole elements would be inserted; null when the
 * selection does not consist of whole elements or the position is inside an element.
 */
function indexBetween(
  elements: readonly SelectableElement[],
  { from, to }: Bounds,
  index: number,
  offset: number,
): number | null {
  const isWhole = from.offset === 0 && to.offset === lengthOf(elements[to.index]);
  const isEnd = offset > 0 && offset === lengthOf(elements[index]);
  return isWhole && (offset === 0 || isEnd) ? index - (isEnd ? 0 : 1) : null;
}

function moveWholeElements(
  elements: readonly SelectableElement[],
  { from, to }: Bounds,
  after: number,
): SelectionChange {
  const ids = elements.slice(from.index, to.index + 1).map(({ id }) => id);
  return {
    edits: [{ type: 'move', ids, afterId: elements[after]?.id ?? null }],
    caret: { in: 'element', id: elements[to.index]?.id ?? 0, offset: to.offset },
  };
}

function cutAndInsert(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
  bounds: Bounds,
  to: Position,
  fragment: Fragment,
): SelectionChange | null {
  const cut = typeOver(elements, selection);
  const target = cut && positionAfterCut(elements, selection, bounds, to);
  // Text that is too long for one element creates new elements, which have no ids to insert after
  // yet.
  if (!cut || !target || cut.edits.some(({ type }) => type === 'insert')) return null;
  const inserted = insertFragment(withEdits(elements, cut.edits), { anchor: target, head: target }, fragment);
  return inserted && { ...inserted, edits: lastEditPerElement([...cut.edits, ...inserted.edits]) };
}

/**
 * Return the position after the selection was cut. Its element may have been merged into the first
 * selected one.
 */
function positionAfterCut(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  { from, to: end }: Bounds,
  to: Position,
): Position | null {
  const ends = endsOf(elements, selection);
  if (!ends) return null;
  const { first, last, head, tail } = ends;
  if (to.id === last.id && (first !== last || to.offset > end.offset)) {
    const isFirstRemoved = head.text === '' && tail.text !== '' && first !== last;
    const offset = to.offset - end.offset;
    return isFirstRemoved ? { id: last.id, offset } : { id: first.id, offset: from.offset + offset };
  }
  return to;
}

function withEdits(
  elements: readonly CopiedElement[],
  edits: readonly SelectionEdit[],
): readonly CopiedElement[] {
  const byId = new Map(edits.flatMap((edit) => ('id' in edit ? [[edit.id, edit] as const] : [])));
  return elements.flatMap((element) => {
    const edit = byId.get(element.id);
    if (edit?.type === 'delete') return [];
    return [
      edit?.type === 'update' ? { ...element, content: edit.fields.content ?? element.content } : element,
    ];
  });
}

/** Keep only the last edit of each element. */
function lastEditPerElement(edits: readonly SelectionEdit[]): SelectionEdit[] {
  const last = new Map(edits.flatMap((edit, index) => ('id' in edit ? [[edit.id, index] as const] : [])));
  return edits.filter((edit, index) => !('id' in edit) || last.get(edit.id) === index);
}
