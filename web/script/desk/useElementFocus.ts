import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { type Book, linesOnDesk } from '../sheet/book.ts';

/** Room kept above and below an element that is brought into view. */
const marginPx = 48;

/**
 * Which element is current, and the way there: an element that is far away has no node yet, so the focus waits
 * until its page is drawn.
 */
export function useElementFocus(
  desk: RefObject<HTMLDivElement | null>,
  book: Book,
  rows: readonly Element[],
  idOf: (id: number) => number,
) {
  const [current, setCurrentId] = useState<number | null>(rows[0]?.id ?? null);
  const wanted = useRef<Wanted | null>(null);
  const [, askAgain] = useState(0);
  const currentId = current === null ? null : idOf(current);
  const found = rows.findIndex(({ id }) => id === currentId);
  const lastIndex = useRef(0);
  const currentIndex = found >= 0 ? found : Math.min(Math.max(lastIndex.current, 0), rows.length - 1);
  useEffect(() => {
    lastIndex.current = currentIndex;
  }, [currentIndex]);
  const { focused, isOnElement } = useFocused(desk);

  useLayoutEffect(() => {
    const isLost = focused.current !== null && document.activeElement === document.body;
    const { id, place, takesFocus } = wanted.current ?? { id: isLost ? focused.current : null, place: null };
    if (id === null || !desk.current) return;
    const index = rows.findIndex((row) => row.id === idOf(id));
    if (place !== null && index >= 0) scrollTo(desk.current, book, index, place);
    const node = desk.current.querySelector<HTMLElement>(`[data-element="${idOf(id)}"]`);
    if (!node) return;
    wanted.current = null;
    if (takesFocus !== false) node.focus({ preventScroll: true });
  });

  const want = (id: number, place: Wanted['place'], takesFocus: boolean) => {
    setCurrentId(id);
    wanted.current = { id, place, takesFocus };
    askAgain((count) => count + 1);
  };
  return {
    currentIndex,
    /** An element has the focus: its keys are those of keyboard mode. */
    isOnElement,
    setCurrentId,
    /** Makes an element current and brings it into view, as soon as it stands on a page. */
    show: (id: number, place: 'near' | 'top' = 'near') => want(id, place, false),
    /** The same, and gives it the focus. */
    focus: (id: number, place: 'near' | 'top' = 'near') => want(id, place, true),
    /** Nothing has the focus any more. */
    leave() {
      focused.current = null;
      wanted.current = null;
    },
  };
}

interface Wanted {
  id: number;
  place: 'near' | 'top';
  takesFocus: boolean;
}

/** The element that has the focus: its node is another one once the server has given it an id. */
function useFocused(desk: RefObject<HTMLDivElement | null>) {
  const focused = useRef<number | null>(null);
  const [isOnElement, setIsOnElement] = useState(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isPiece = target instanceof HTMLElement && desk.current?.contains(target);
      focused.current = isPiece && target.matches('[data-element]') ? Number(target.dataset.element) : null;
      setIsOnElement(focused.current !== null);
    };
    const forget = ({ relatedTarget }: FocusEvent) => relatedTarget === null && setIsOnElement(false);
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, [desk]);
  return { focused, isOnElement };
}

function scrollTo(desk: HTMLElement, book: Book, index: number, place: 'near' | 'top'): void {
  const lines = linesOnDesk(book, index);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return;
  const endPx = last.topPx + book.measures.linePx;
  const isTaller = endPx - first.topPx + 2 * marginPx > desk.clientHeight;
  const isSeen = first.topPx < desk.scrollTop + desk.clientHeight && endPx > desk.scrollTop;
  // Whoever has written at the end of a long one stays there.
  if (place === 'near' && isTaller && isSeen) return;
  if (place === 'top') desk.scrollTop = first.topPx - marginPx;
  else reveal(desk, first.topPx, endPx);
}

/** Scrolls no further than it takes to see a stretch of the desk with some room around it; its start counts most. */
export function reveal(desk: HTMLElement, topPx: number, endPx: number): void {
  if (topPx - marginPx < desk.scrollTop) desk.scrollTop = topPx - marginPx;
  else if (endPx + marginPx > desk.scrollTop + desk.clientHeight)
    desk.scrollTop = Math.min(topPx - marginPx, endPx + marginPx - desk.clientHeight);
}
