import { expect, type Page } from '@playwright/test';

/** Return the number of scripts in the browser's database. A missing database is not created. */
export function countOfflineCopies(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('cold-open');
        // The database does not exist, or a sign-out deletes it at this moment.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => (request.error?.name === 'AbortError' ? resolve(0) : reject(request.error));
        request.onsuccess = () => {
          const database = request.result;
          database.onversionchange = () => database.close();
          const count = database.transaction('scripts').objectStore('scripts').count();
          count.onsuccess = () => {
            database.close();
            resolve(count.result);
          };
        };
      }),
  );
}

/** Wait until the open script can be used without a connection. */
export async function untilCopied(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => countOfflineCopies(page)).toBe(1);
}

/** Wait until the code that the script loads after the rest is cached, too. */
export async function untilAllCached(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(cachedLater), { timeout: 30_000 }).not.toContain(false);
}

/** Return whether code is cached that the script loads after the rest. */
async function cachedLater(): Promise<boolean[]> {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const urls = lists.flat().map(({ url }) => url);
  const later = ['recordVisit', 'ScriptLanguageTools', 'EditingProblems', 'pastedElements'];
  return later.map((file) => urls.some((url) => url.includes(file)));
}
