import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { createStore, derived, useStore } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptPages } from './pages.ts';
import { scrollToElement } from './scrolling.ts';

interface RequestedFocus {
  id: number;
  place: 'near' | 'top';
  takesFocus: boolean;
}

interface FocusInput {
  desk: RefObject<HTMLDivElement | null>;
  pages: ScriptPages;
  idOf: (id: number) => number;
}

/**
 * Create the state of the current element and of the focus. An element far away has no node yet, so
 * the focus waits until its page is rendered.
 */
export function createElementFocus({ desk, pages, idOf }: FocusInput) {
  const { rows, book } = pages;
  const current = createStore<number | null>(rows.get()[0]?.id ?? null);
  const isOnElement = createStore(false);
  const requested = createStore<RequestedFocus | null>(null);
  /** The focused element. Its node changes when the server assigns an id. */
  let focusedId: number | null = null;
  let lastIndex = 0;
  const currentIndex = derived([current, rows], (id, list) => {
    const found = id === null ? -1 : findIndexNear(list, idOf(id), lastIndex);
    lastIndex = found >= 0 ? found : Math.min(Math.max(lastIndex, 0), list.length - 1);
    return lastIndex;
  });
  const request = (id: number, place: RequestedFocus['place'], takesFocus: boolean) => {
    current.set(id);
    requested.set({ id, place, takesFocus });
  };
  return {
    /** Index of the current element among the shown ones. */
    currentIndex,
    /** Whether an element has the focus, which is keyboard mode. */
    isOnElement,
    /** Element that will be focused as soon as it is rendered. */
    wanted: requested,
    setCurrentId: current.set,
    /** Make an element current and scroll to it as soon as it is on a page. */
    show: (id: number, place: RequestedFocus['place'] = 'near') => request(id, place, false),
    /** Do the same, and focus it. */
    focus: (id: number, place: RequestedFocus['place'] = 'near') => request(id, place, true),
    /** The focus has left the elements. */
    leave() {
      focusedId = null;
      requested.set(null);
    },
    noteFocused(id: number | null) {
      focusedId = id;
      isOnElement.set(id !== null);
    },
    /** Focus the wanted element, or the one whose focused node was removed, if it is rendered. */
    settle() {
      const isLost = focusedId !== null && document.activeElement === document.body;
      const { id, place, takesFocus } = requested.get() ?? { id: isLost ? focusedId : null, place: null };
      if (id === null || !desk.current) return;
      const index = pages.indexOf(id);
      if (place !== null && index >= 0) scrollToElement(desk.current, book.get(), index, place);
      const node = desk.current.querySelector<HTMLElement>(`[data-element="${idOf(id)}"]`);
      if (!node) return;
      requested.set(null);
      if (takesFocus !== false) node.focus({ preventScroll: true });
    },
  };
}

export type ElementFocus = ReturnType<typeof createElementFocus>;

/** Follow the focus of the document, and set it after each render of the pages. */
export function useElementFocus(desk: RefObject<HTMLDivElement | null>, focus: ElementFocus): void {
  useStore(focus.wanted);
  useLayoutEffect(() => focus.settle());
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isPiece = target instanceof HTMLElement && desk.current?.contains(target);
      focus.noteFocused(isPiece && target.matches('[data-element]') ? Number(target.dataset.element) : null);
    };
    const forget = ({ relatedTarget }: FocusEvent) => relatedTarget === null && focus.isOnElement.set(false);
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, [desk, focus]);
}
