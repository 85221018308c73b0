import type { Position } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';

/** Return whether the pointer is on the browser's selection. */
export function isOnOwnSelection({ clientX, clientY }: MouseEvent): boolean {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return false;
  return [...selection.getRangeAt(0).getClientRects()].some(
    ({ left, right, top, bottom }) =>
      clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}

export function isField(target: EventTarget | null): boolean {
  // While selected words are dragged, the target is the text node.
  const element = target instanceof Text ? target.parentElement : target;
  return element instanceof HTMLElement && element.closest('[contenteditable]') !== null;
}

/** Return whether a node is in the bottom input or around it. */
export function isBelow(target: EventTarget | null): boolean {
  const element = target instanceof Text ? target.parentElement : target;
  return element instanceof HTMLElement && element.closest('[data-add-area]') !== null;
}

export function isSamePosition(one: Position, other: Position): boolean {
  return one.id === other.id && one.offset === other.offset;
}

export function isBefore(rows: readonly Element[], one: Position, other: Position): boolean {
  if (one.id === other.id) return one.offset < other.offset;
  const index = (id: number) => rows.findIndex((row) => row.id === id);
  return index(one.id) < index(other.id);
}
