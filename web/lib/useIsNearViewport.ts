import { type RefObject, useEffect, useState } from 'react';

/** One observer for each scroll container. */
const observers = new WeakMap<Element, IntersectionObserver>();
const listeners = new WeakMap<Element, () => void>();

/**
 * Return whether an element is, or has been, near the viewport: buttons and menus of hundreds of
 * cards are rendered when they can be reached. Scroll containers have `data-scrolls`; without
 * IntersectionObserver every element is near. `seen` belongs to the list: a card that moves within
 * it keeps its buttons, so that keyboard users find them.
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
