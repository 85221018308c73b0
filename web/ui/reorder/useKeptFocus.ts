import { type RefObject, useEffect, useRef } from 'react';
import { pageFocus } from '../returnFocus.ts';
import { itemIdAround } from './targets.ts';

/** A control of an item that had the focus. */
interface FocusedControl {
  element: HTMLElement;
  /** Value of its data-keeps-focus: the same control has it wherever the item is rendered. */
  name: string;
}

/**
 * Restore the focus of a control whose item was moved to another container, where it is another
 * element. Controls without `keepsFocus` are replaced by the handle of their item.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  const focused = useRef<FocusedControl | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const element = target instanceof HTMLElement ? pageFocus(target) : null;
      // A dialog over the page returns the focus itself.
      if (!element) return;
      const name = root.current?.contains(element) ? nameOf(element) : null;
      focused.current = name === null ? null : { element, name };
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [root]);
  useEffect(() => {
    const last = focused.current;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!last || last.element.isConnected || !isLost) return;
    const control = root.current?.querySelector<HTMLElement>(`[data-keeps-focus="${last.name}"]`);
    control?.focus();
    control?.scrollIntoView?.({ block: 'nearest' });
  });
}

function nameOf(element: HTMLElement): string | null {
  const named = element.closest<HTMLElement>('[data-keeps-focus]')?.dataset.keepsFocus;
  if (named !== undefined) return named;
  const itemId = itemIdAround(element);
  return itemId === null ? null : `handle ${itemId}`;
}
