import { useDraggable } from '@dnd-kit/react';
import { useLayoutEffect, useState } from 'react';
import { itemElementIn } from './targets.ts';

interface AttachedItemProps {
  id: number;
  /** Contains the item's element, which has the attribute of `dropTarget`. */
  root: Element;
}

/**
 * Let a pointer drag an item whose element is rendered outside of the `ReorderArea`, so that a list
 * can be shown before the code of dragging has loaded. Renders nothing.
 */
export function AttachedItem({ id, root }: AttachedItemProps) {
  const [element, setElement] = useState<Element | null>(null);
  useLayoutEffect(() => setElement(itemElementIn(root, id)), [root, id]);
  useDraggable({ id, ...(element ? { element } : { disabled: true }) });
  return null;
}
