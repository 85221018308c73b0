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
  desk: RefObject<HTMLElement | null>,
  book: Book,
  elements: readonly Element[],
) {
  const [currentId, setCurrentId] = useState<number | null>(elements[0]?.id ?? null);
  const [wanted, setWanted] = useState<{ id: number } | null>(null);
  // Asked for by functions made before the list has changed.
  const latest = useRef(elements);
  latest.current = elements;
  const found = elements.findIndex(({ id }) => id === currentId);
  const lastIndex = useRef(0);
  const currentIndex = found >= 0 ? found : Math.min(lastIndex.current, elements.length - 1);
  useEffect(() => {
    lastIndex.current = currentIndex;
  }, [currentIndex]);

  useLayoutEffect(() => {
    if (!wanted || !desk.current) return;
    const node = desk.current.querySelector<HTMLElement>(`[data-element="${wanted.id}"]`);
    if (!node) return;
    node.focus({ preventScroll: true });
    setWanted(null);
  });

  const scrollTo = (index: number, place: 'near' | 'top') => {
    const element = desk.current;
    const lines = linesOnDesk(book, index);
    const first = lines[0];
    const last = lines.at(-1);
    if (!element || !first || !last) return;
    const endPx = last.topPx + book.measures.linePx;
    if (place === 'top' || first.topPx - marginPx < element.scrollTop) {
      element.scrollTop = first.topPx - marginPx;
    } else if (endPx + marginPx > element.scrollTop + element.clientHeight) {
      element.scrollTop = Math.min(first.topPx - marginPx, endPx + marginPx - element.clientHeight);
    }
  };

  return {
    currentIndex,
    setCurrentId,
    /** Makes an element current, brings it into view and gives it the focus. */
    focus(index: number, place: 'near' | 'top' = 'near') {
      const element = elements[index];
      if (!element) return;
      setCurrentId(element.id);
      scrollTo(index, place);
      setWanted({ id: element.id });
    },
    /** After a delete: what stands there now, or the last (spec workspace §4). */
    focusPlace(index: number, deletedId: number) {
      const rest = latest.current.filter(({ id }) => id !== deletedId);
      const element = rest[Math.min(index, rest.length - 1)];
      if (!element) return;
      setCurrentId(element.id);
      setWanted({ id: element.id });
    },
  };
}
