import type { ReorderTarget } from './positions.ts';

/**
 * Landing position of items on an element: at its item's position, before or after its item
 * depending on the half under the pointer, at an edge of its container, or in the slot.
 */
type TargetMark =
  | { type: 'item' | 'halves'; id: number }
  | { type: 'start' | 'end'; key: string }
  | { type: 'slot' };

/** Return the attribute that makes an element a target of pointers. */
export function dropTarget(mark: TargetMark): { 'data-drop': string } {
  if (mark.type === 'slot') return { 'data-drop': 'slot' };
  return { 'data-drop': `${mark.type} ${'key' in mark ? mark.key : mark.id}` };
}

/** Return the target at a point of the viewport; the dragged item ignores pointer events. */
export function targetAt(x: number, y: number): ReorderTarget | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  if (!element) return null;
  const [type, ...rest] = (element.dataset.drop ?? '').split(' ');
  const key = rest.join(' ');
  if (type === 'start' || type === 'end') return { type: 'container', key, edge: type };
  if (type === 'item') return { type: 'item', id: Number(key), side: 'replace' };
  if (type !== 'halves') return { type: 'slot' };
  const { top, height } = element.getBoundingClientRect();
  return { type: 'item', id: Number(key), side: y > top + height / 2 ? 'after' : 'before' };
}

/** Return the element of an item; null if it is not rendered. */
export function itemElementIn(root: Element | null, id: number): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-drop="item ${id}"], [data-drop="halves ${id}"]`) ?? null;
}

/** Return the item whose element contains this one; null for none. */
export function itemIdAround(element: Element): number | null {
  const item = element.closest<HTMLElement>('[data-drop^="item "], [data-drop^="halves "]');
  return item ? Number(item.dataset.drop?.split(' ')[1]) : null;
}

/** Return the attribute of a control that is focused again after its item was moved. */
export function keepsFocus(control: 'handle' | 'menu', itemId: number): { 'data-keeps-focus': string } {
  return { 'data-keeps-focus': `${control} ${itemId}` };
}

/** Selector of the handles of all items. */
export const anyHandle = '[data-keeps-focus^="handle "]';

export function handleSelector(itemId: number): string {
  return `[data-keeps-focus="handle ${itemId}"]`;
}

/** The attribute of a button that a pointer may take its item by; others are only pressed. */
export const grabsItem = { 'data-grabs-item': '' } as const;
