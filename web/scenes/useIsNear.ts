import { type RefObject, useEffect, useState } from 'react';

/** One for each page that scrolls, with who wants to know. */
const observers = new WeakMap<Element, IntersectionObserver>();
const listeners = new WeakMap<Element, () => void>();

/**
 * Whether an element is, or has been, near the window: buttons and menus of hundreds of scenes are made when they can be
 * reached. Where nothing can be observed, all are.
 */
export function useIsNear(ref: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    const root = element?.closest('[data-scenes-page]');
    if (isNear || !element || !root) return;
    listeners.set(element, () => setIsNear(true));
    const observer = observers.get(root) ?? watch(root);
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [isNear, ref]);
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
