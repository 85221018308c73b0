/**
 * Runs in the page. Removes all that an earlier journey stored, and stores preferences. Workers
 * come first, because they store files.
 */
export async function startAsNew(preferences: string): Promise<void> {
  localStorage.clear();
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  localStorage.setItem('script-preferences', preferences);
}
