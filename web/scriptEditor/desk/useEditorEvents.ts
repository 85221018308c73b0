import { type RefObject, useEffect, useRef } from 'react';
import type { Element } from '#shared/contract/elements.ts';

interface DeskHandlers {
  elementOf: (id: number) => Element | undefined;
  onHover: (element: Element) => void;
  onFocus: (element: Element) => void;
  /** Handles a key on the focused element. Returns true if it was handled. */
  onKey: (event: KeyboardEvent, element: Element) => boolean;
}

/**
 * Subscribe to the events of all elements with one listener each, because pages are added and
 * removed.
 */
export function useEditorEvents(desk: RefObject<HTMLElement | null>, handlers: DeskHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const node = desk.current;
    if (!node) return;
    const elementAt = (target: EventTarget | null): Element | undefined => {
      if (!(target instanceof HTMLElement)) return undefined;
      const piece = target.closest<HTMLElement>('[data-element]');
      return piece ? latest.current.elementOf(Number(piece.dataset.element)) : undefined;
    };
    const onOver = (event: PointerEvent) => {
      const element = event.pointerType === 'touch' ? undefined : elementAt(event.target);
      if (element) latest.current.onHover(element);
    };
    const onFocus = (event: FocusEvent) => {
      const element = elementAt(event.target);
      if (element) latest.current.onFocus(element);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isPiece = event.target instanceof HTMLElement && event.target.matches('[data-element]');
      if (!isPiece || event.ctrlKey || event.metaKey || event.altKey) return;
      const element = elementAt(event.target);
      if (element && latest.current.onKey(event, element)) event.preventDefault();
    };
    node.addEventListener('pointerover', onOver);
    node.addEventListener('focusin', onFocus);
    node.addEventListener('keydown', onKeyDown);
    return () => {
      node.removeEventListener('pointerover', onOver);
      node.removeEventListener('focusin', onFocus);
      node.removeEventListener('keydown', onKeyDown);
    };
  }, [desk]);
}
