import type { ActivateMessage } from './program.ts';

/**
 * Has the browser keep the program, so that a script opens without a connection the next time. Not in development, where the
 * program is another one with every key. A browser without workers, or one that refuses them, works as it did.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    if (!registration) return; // blocked, as private windows may
    const offerPlace = () => registration.waiting?.postMessage(takeOver());
    offerPlace();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', offerPlace);
    });
  } catch {
    // refused: there is no connection, or no place for it
  }
}

/** What this page is of, by its first file. */
function takeOver(): ActivateMessage {
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return { type: 'take-over', boot: first ? new URL(first.src).pathname : '' };
}
