/*
 * A selection that is carried to another place, as with the mouse: what cutting and pasting it there would come to, in
 * one change. Whole elements that are put between others stay the elements they were, with all that hangs on them.
 */

import { parseEmphasis, writeEmphasis } from './emphasis.ts';
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
import { trimStyled } from './styled.ts';

/** Null where nothing would change: within the selection, or at its edges. */
export function moveSelection(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
  to: Position,
): SelectionChange | null {
  const bounds = boundsOf(elements, selection);
  const index = elements.findIndex(({ id }) => id === to.id);
  if (!bounds || index < 0 || isWithin(bounds, index, to.offset)) return null;
  const between = placeBetween(elements, bounds, index, to.offset);
  if (between === null) return cutAndPut(elements, selection, bounds, to, fragmentOf(elements, selection));
  // At its edges it stands already.
  return between === bounds.to.index || between === bounds.from.index - 1
    ? null
    : movedWhole(elements, bounds, between);
}

/** The same, and what is selected stays where it is, too. */
export function copySelection(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
  to: Position,
): SelectionChange | null {
  return insertFragment(elements, { anchor: to, head: to }, fragmentOf(elements, selection));
}

/** Below the last element. What was part of one is an element of its own there. Null where nothing would change. */
export function moveToEnd(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
): SelectionChange | null {
  const to = endOf(elements);
  const bounds = boundsOf(elements, selection);
  if (!to || !bounds) return null;
  const isWhole = placeBetween(elements, bounds, elements.length - 1, to.offset) !== null;
  if (isWhole || isWithin(bounds, elements.length - 1, to.offset))
    return moveSelection(elements, selection, to);
  return cutAndPut(elements, selection, bounds, to, asElements(elements, selection));
}

/** The same, and what is selected stays where it is, too. */
export function copyToEnd(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
): SelectionChange | null {
  const to = endOf(elements);
  if (!to) return null;
  return insertFragment(elements, { anchor: to, head: to }, asElements(elements, selection));
}

/** What is selected, without the space at which it was cut, as elements of their own. */
function asElements(elements: readonly CopiedElement[], selection: ScriptSelection): Fragment {
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
  const isBehind = index > to.index || (index === to.index && offset > to.offset);
  return !isBefore && !isBehind;
}

const lengthOf = (element: SelectableElement | undefined) =>
  element ? parseEmphasis(element.content).text.length : 0;

/** After which place all of one or more elements would go; null where it is no such selection, or no such place. */
function placeBetween(
  elements: readonly SelectableElement[],
  { from, to }: Bounds,
  index: number,
  offset: number,
): number | null {
  const isWhole = from.offset === 0 && to.offset === lengthOf(elements[to.index]);
  const isEnd = offset > 0 && offset === lengthOf(elements[index]);
  return isWhole && (offset === 0 || isEnd) ? index - (isEnd ? 0 : 1) : null;
}

function movedWhole(
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

function cutAndPut(
  elements: readonly CopiedElement[],
  selection: ScriptSelection,
  bounds: Bounds,
  to: Position,
  fragment: Fragment,
): SelectionChange | null {
  const cut = typeOver(elements, selection);
  const place = cut && placeAfterCut(elements, selection, bounds, to);
  // Rests that are too long for one element have no ids yet to put anything after.
  if (!cut || !place || cut.edits.some(({ type }) => type === 'insert')) return null;
  const put = insertFragment(withEdits(elements, cut.edits), { anchor: place, head: place }, fragment);
  return put && { ...put, edits: folded([...cut.edits, ...put.edits]) };
}

/** Where that place is once the selection is cut: its element may have gone into the first of the selection. */
function placeAfterCut(
  elements: readonly SelectableElement[],
  selection: ScriptSelection,
  { from, to: end }: Bounds,
  to: Position,
): Position | null {
  const ends = endsOf(elements, selection);
  if (!ends) return null;
  const { first, last, head, tail } = ends;
  if (to.id === last.id && (first !== last || to.offset > end.offset)) {
    const isFirstGone = head.text === '' && tail.text !== '' && first !== last;
    const offset = to.offset - end.offset;
    return isFirstGone ? { id: last.id, offset } : { id: first.id, offset: from.offset + offset };
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

/** Of several edits of one element the last says how it is in the end. */
function folded(edits: readonly SelectionEdit[]): SelectionEdit[] {
  const last = new Map(edits.flatMap((edit, index) => ('id' in edit ? [[edit.id, index] as const] : [])));
  return edits.filter((edit, index) => !('id' in edit) || last.get(edit.id) === index);
}
