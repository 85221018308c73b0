import { type RefObject, useEffect, useRef } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { liveFieldId } from '../sheet/liveFieldId.ts';

interface DeskHandlers {
  elementOf: (id: number) => Element | undefined;
  /** Receives the element under the pointer; null for the active line, and when text is typed. */
  onHover: (element: Element | null) => void;
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
    // A line that moves under a pointer at rest, because text is typed, is not pointed at.
    let isAtRest = false;
    const onOver = (event: PointerEvent) => {
      if (isAtRest || event.pointerType === 'touch') return;
      const element = isActiveLine(event.target) ? null : elementAt(event.target);
      if (element !== undefined) latest.current.onHover(element);
    };
    const onMove = (event: PointerEvent) => {
      if (!isAtRest) return;
      isAtRest = false;
      onOver(event);
    };
    const onFocus = (event: FocusEvent) => {
      const element = elementAt(event.target);
      if (element) latest.current.onFocus(element);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (isActiveLine(event.target)) {
        isAtRest = true;
        latest.current.onHover(null);
      }
      const isPiece = event.target instanceof HTMLElement && event.target.matches('[data-element]');
      if (!isPiece || event.ctrlKey || event.metaKey || event.altKey) return;
      const element = elementAt(event.target);
      if (element && latest.current.onKey(event, element)) event.preventDefault();
    };
    node.addEventListener('pointerover', onOver);
    node.addEventListener('pointermove', onMove);
    node.addEventListener('focusin', onFocus);
    node.addEventListener('keydown', onKeyDown);
    return () => {
      node.removeEventListener('pointerover', onOver);
      node.removeEventListener('pointermove', onMove);
      node.removeEventListener('focusin', onFocus);
      node.removeEventListener('keydown', onKeyDown);
    };
  }, [desk]);
}

/** Return whether an event happened in the field of the active line on the page. */
function isActiveLine(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(`#${liveFieldId}`) !== null;
}
