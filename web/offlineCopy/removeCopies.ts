// Repeats the names of database.ts and owner.ts, because the sign-in page loads no application
// code.
const databaseName = 'cold-open';
const ownerKey = 'cold-open:copies-of';

/** Delays before retries; another tab may have closed the database by then. */
const retryDelaysMs = [500, 1000, 2000, 5000, 10_000, 30_000];
/** Timeout of a request. The browser takes longer only if another tab holds the database. */
const patienceMs = 3000;

/**
 * Remove all copies from this browser, and retry where the browser or another tab is in the way.
 * Their contents go first, which no other tab can block, then the database. The mark of their
 * owner stays until the contents are gone, so that the next page retries if this one is closed.
 * Never rejects.
 */
export async function removeCopies(): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  for (const delayMs of [0, ...retryDelaysMs]) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      await inTime(emptied());
      localStorage.removeItem(ownerKey);
      await inTime(deleted());
      return;
    } catch {
      // rejected, or blocked by another tab
    }
  }
}

/** Clear every store, without creating the database where there is none. */
function emptied(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName);
    let isMissing = false;
    request.onupgradeneeded = () => {
      isMissing = true;
      request.transaction?.abort();
    };
    request.onerror = () => (isMissing ? resolve() : reject(request.error));
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      const stores = [...database.objectStoreNames];
      const end = (result: () => void) => {
        database.close();
        result();
      };
      if (stores.length === 0) return end(resolve);
      const transaction = database.transaction(stores, 'readwrite');
      transaction.oncomplete = () => end(resolve);
      transaction.onabort = () => end(() => reject(transaction.error));
      for (const store of stores) transaction.objectStore(store).clear();
    };
  });
}

/** Delete the database. Other tabs close their connections when the browser asks them to. */
function deleted(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer')), patienceMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
