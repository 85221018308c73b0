import { cachePrefix, hrefOf, pageBasePath } from '#web/lib/basePath.ts';
import { removeCopies } from './removeCopies.ts';

/**
 * Delete all copies and the cached application after a sign-out. Unsent text is the exception
 * (docs/decisions/0047): it is stored nowhere else. Other installations of the host stay.
 */
export async function clearOfflineData(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const own = registrations.filter(({ scope }) => new URL(scope).pathname === hrefOf('/'));
  const names = 'caches' in window ? await caches.keys() : [];
  const ownNames = names.filter((name) => name.startsWith(cachePrefix(pageBasePath())));
  await Promise.allSettled([
    removeCopies(),
    ...own.map((registration) => registration.unregister()),
    ...ownNames.map((name) => caches.delete(name)),
  ]);
}
