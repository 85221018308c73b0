import { removeCopies } from './removeCopies.ts';

/**
 * Delete all copies and the cached application after a sign-out. Unsent text is the exception
 * (docs/decisions/0047): it is stored nowhere else.
 */
export async function clearOfflineData(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const names = 'caches' in window ? await caches.keys() : [];
  await Promise.allSettled([
    removeCopies(),
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ]);
}
