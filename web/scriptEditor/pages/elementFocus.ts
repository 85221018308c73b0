import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { createStore, derived, useStore } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptPages } from './pages.ts';
import { scrollToElement } from './scrolling.ts';

interface Wanted {
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
 * Which element is current, and the way there: an element that is far away has no node yet, so the focus waits
 * until its page is drawn.
 */
export function createElementFocus({ desk, pages, idOf }: FocusInput) {
  const { rows, book } = pages;
  const current = createStore<number | null>(rows.get()[0]?.id ?? null);
  const isOnElement = createStore(false);
  const wanted = createStore<Wanted | null>(null);
  /** The element that has the focus: its node is another one once the server has given it an id. */
  let focusedId: number | null = null;
  let lastIndex = 0;
  const currentIndex = derived([current, rows], (id, list) => {
    const found = id === null ? -1 : findIndexNear(list, idOf(id), lastIndex);
    lastIndex = found >= 0 ? found : Math.min(Math.max(lastIndex, 0), list.length - 1);
    return lastIndex;
  });
  const want = (id: number, place: Wanted['place'], takesFocus: boolean) => {
    current.set(id);
    wanted.set({ id, place, takesFocus });
  };
  return {
    /** Of the current element among what is shown. */
    currentIndex,
    /** An element has the focus: its keys are those of keyboard mode. */
    isOnElement,
    /** Where the focus is to go, as soon as it can. */
    wanted,
    setCurrentId: current.set,
    /** Makes an element current and brings it into view, as soon as it stands on a page. */
    show: (id: number, place: Wanted['place'] = 'near') => want(id, place, false),
    /** The same, and gives it the focus. */
    focus: (id: number, place: Wanted['place'] = 'near') => want(id, place, true),
    /** Nothing has the focus any more. */
    leave() {
      focusedId = null;
      wanted.set(null);
    },
    noteFocused(id: number | null) {
      focusedId = id;
      isOnElement.set(id !== null);
    },
    /** Goes to the element that is wanted, or that has lost the focus with its node, where that is drawn. */
    settle() {
      const isLost = focusedId !== null && document.activeElement === document.body;
      const { id, place, takesFocus } = wanted.get() ?? { id: isLost ? focusedId : null, place: null };
      if (id === null || !desk.current) return;
      const index = pages.indexOf(id);
      if (place !== null && index >= 0) scrollToElement(desk.current, book.get(), index, place);
      const node = desk.current.querySelector<HTMLElement>(`[data-element="${idOf(id)}"]`);
      if (!node) return;
      wanted.set(null);
      if (takesFocus !== false) node.focus({ preventScroll: true });
    },
  };
}

export type ElementFocus = ReturnType<typeof createElementFocus>;

/** Follows the focus, and takes it where it is wanted each time the pages are drawn; called by what draws them. */
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
