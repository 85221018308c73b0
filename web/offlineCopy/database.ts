/*
 * The browser's database of data that can be read without a connection (docs/decisions/0047).
 * Everything in it is a copy: the browser may reject or clear it at any time.
 */

export type StoreName = 'person' | 'scripts' | 'parts';

export const copiesDatabase = 'cold-open';
/** Increase it when the stored data changes; copies are then fetched again. */
const version = 1;
let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(copiesDatabase, version);
    request.onupgradeneeded = () => {
      const database = request.result;
      for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store);
      for (const store of ['person', 'scripts', 'parts'] satisfies StoreName[])
        database.createObjectStore(store);
    };
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opened = null;
      };
      // Close, so that a newer version in another tab does not have to wait.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/**
 * Read or change some stores in one transaction. `work` may only await requests of this
 * transaction. Rejects if the browser has no database or blocks it, and with QuotaExceededError if
 * there is no space.
 */
export async function transact<Result>(
  stores: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (store: (name: StoreName) => IDBObjectStore) => Result | Promise<Result>,
): Promise<Result> {
  const database = await open();
  const transaction = database.transaction(stores, mode);
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('Not kept'));
  });
  // The first failure is already reported.
  ended.catch(() => undefined);
  try {
    const result = await work((store) => transaction.objectStore(store));
    await ended;
    return result;
  } catch (error) {
    if (transaction.error === null) stop(transaction);
    throw transaction.error ?? error;
  }
}

function stop(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // it has already ended
  }
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
