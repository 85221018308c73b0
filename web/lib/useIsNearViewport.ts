import { type RefObject, useEffect, useState } from 'react';

/** One for each page that scrolls, with who wants to know. */
const observers = new WeakMap<Element, IntersectionObserver>();
const listeners = new WeakMap<Element, () => void>();

/**
 * Whether an element is, or has been, near the window: buttons and menus of hundreds of cards are made when they can be
 * reached. What scrolls says `data-scrolls`; where nothing can be observed, all are near. `seen` is of the list: a card
 * that comes back in another place of it has its buttons at once, so that the keyboard finds them.
 */
export function useIsNearViewport(ref: RefObject<Element | null>, id: number, seen: Set<number>): boolean {
  const [isNear, setIsNear] = useState(() => seen.has(id) || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    const root = element?.closest('[data-scrolls]');
    if (isNear || !element || !root) return;
    listeners.set(element, () => {
      seen.add(id);
      setIsNear(true);
    });
    const observer = observers.get(root) ?? watch(root);
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [isNear, ref, id, seen]);
  return isNear;
}

function watch(root: Element): IntersectionObserver {
  const tell = (entries: IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) listeners.get(target)?.();
  };
  const observer = new IntersectionObserver(tell, { root, rootMargin: '800px 0px' });
  observers.set(root, observer);
  return observer;
}
