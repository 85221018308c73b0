import { type RefObject, useEffect, useRef, useState } from 'react';
import { pressedTextKey } from '#web/scriptEditor/keys/keys.ts';

interface Point {
  xPx: number;
  yPx: number;
}

interface PageMenuInput {
  desk: RefObject<HTMLElement | null>;
  /**
   * Puts the caret under the pointer, unless that is selected. Returns false if there is no page.
   */
  onPoint: (event: MouseEvent) => boolean;
}

/** Other fields and buttons keep the browser's menu. */
const ownMenus = 'button, a, input, textarea:not([data-selection-sink]), select, section, [role=toolbar]';

/**
 * Open the context menu by right click, menu key, or Shift+F10. With Shift the mouse opens the
 * browser's menu; a long touch selects text.
 */
export function usePageMenu({ desk, onPoint }: PageMenuInput) {
  const [at, setAt] = useState<Point | null>(null);
  const latest = useRef(onPoint);
  latest.current = onPoint;
  useEffect(() => {
    const node = desk.current;
    if (!node) return;
    let pointerType = 'mouse';
    // The bottom input counts as a line of the page.
    const isOwn = (target: EventTarget | null) =>
      target instanceof HTMLElement && !isInField(target) && target.closest(ownMenus) !== null;
    const listening = new AbortController();
    const { signal } = listening;
    node.addEventListener(
      'pointerdown',
      (event) => {
        pointerType = event.pointerType;
      },
      { signal },
    );
    node.addEventListener(
      'mousedown',
      (event) => {
        // Keep the focus with the selection.
        const isOurs = event.button === 2 && !event.shiftKey && !isInField(event.target);
        if (isOurs && !isOwn(event.target)) event.preventDefault();
      },
      { signal },
    );
    node.addEventListener(
      'contextmenu',
      (event) => {
        if (event.shiftKey || pointerType === 'touch' || isOwn(event.target)) return;
        event.preventDefault();
        if (latest.current(event)) setAt({ xPx: event.clientX, yPx: event.clientY });
      },
      { signal },
    );
    node.addEventListener(
      'keydown',
      (event) => {
        if (pressedTextKey(event) !== 'menu' || isOwn(event.target)) return;
        event.preventDefault();
        ignoreNextContextMenu();
        setAt(whereTheKeyboardIs());
      },
      { signal },
    );
    return () => listening.abort();
  }, [desk]);
  return { at, close: () => setAt(null) };
}

/** Prevent the menu that some browsers open on keyup. */
function ignoreNextContextMenu(): void {
  const ignore = (event: Event) => event.preventDefault();
  window.addEventListener('contextmenu', ignore, { once: true, capture: true });
  const stop = () => setTimeout(() => window.removeEventListener('contextmenu', ignore, true), 0);
  window.addEventListener('keyup', stop, { once: true });
}

export function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[contenteditable]') !== null;
}

/** Return the position below the caret, or below the start of the focused element. */
function whereTheKeyboardIs(): Point {
  const active = document.activeElement;
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const caret = range && active?.contains(range.startContainer) ? range.getClientRects?.()[0] : undefined;
  const line = active?.querySelector('[data-from]')?.getBoundingClientRect();
  const box = caret ?? line ?? active?.getBoundingClientRect();
  return { xPx: box?.left ?? 0, yPx: box?.bottom ?? 0 };
}
