import type { Page } from '@playwright/test';

/** An awaited element: one in the window that matches this CSS selector. */
interface Awaited {
  selector: string;
  /** The event whose time the clock starts at. */
  from: 'keydown' | 'click';
  /** The key; any key if undefined. */
  key?: string;
}

/** Milliseconds from an event to after the frame in which something stands in the window. */
export async function arrivalOf(page: Page, awaited: Awaited, act: () => Promise<void>): Promise<number> {
  await page.evaluate(watch, awaited);
  await act();
  return arrived(page, awaited.selector);
}

/** Return the time measured in the page. */
export async function arrived(page: Page, selector: string): Promise<number> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  const time = await Promise.race([page.evaluate<number>('window.arrival'), late]);
  if (time === null) throw new Error(`${selector} did not come into the window of ${page.url()}`);
  return time;
}

const patienceMs = 20_000;

function watch({ selector, from, key }: Awaited): void {
  const arrival = new Promise<number>((resolve) => {
    const isThere = () =>
      [...document.querySelectorAll(selector)].some((node) => {
        const { top, bottom, height } = node.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= window.innerHeight;
      });
    const onEvent = (event: Event) => {
      if (key !== undefined && !(event instanceof KeyboardEvent && event.key === key)) return;
      document.removeEventListener(from, onEvent, { capture: true });
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look);
        // The first task after a frame begins when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        return port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener(from, onEvent, { capture: true });
  });
  Object.assign(window, { arrival });
}

/**
 * For `addInitScript`: record the time from the start of the navigation to the paint of the first
 * page's text.
 */
export function watchFirstPage(selector: string): void {
  const arrival = new Promise<number>((resolve) => {
    const look = () => {
      const text = document.querySelector(selector)?.textContent ?? '';
      if (text === '') return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      return port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
  Object.assign(window, { arrival });
}
