/**
 * Runs in the page. Removes all that an earlier journey wrote, and stores preferences. The cached
 * build stays, because installing it again takes longer than most steps.
 */
export async function startAsNew(preferences: string): Promise<void> {
  localStorage.clear();
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  localStorage.setItem('script-preferences', preferences);
}
