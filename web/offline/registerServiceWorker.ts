import { hrefOf } from '#web/lib/basePath.ts';
import type { ActivateMessage } from './program.ts';

/**
 * Register the service worker that caches the application, so that a script opens without a
 * connection. Not in development, where files change constantly. Browsers without workers work as
 * before.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(hrefOf('/service-worker.js'));
    if (!registration) return; // blocked, as private windows may
    const offerPlace = () => registration.waiting?.postMessage(takeOver());
    offerPlace();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', offerPlace);
    });
  } catch {
    // failed: there is no connection, or no storage space
  }
}

/** Return this page's build, identified by its first file. */
function takeOver(): ActivateMessage {
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return { type: 'take-over', boot: first ? new URL(first.src).pathname : '' };
}
