import { removeCopies } from './removeCopies.ts';

/**
 * Somebody has signed out: nothing of theirs stays to be read, and the program goes, too. What was written and not sent is
 * the one exception (docs/decisions/0047): it is nowhere else.
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
