import * as fake from 'fake-indexeddb';

const names = ['indexedDB', 'IDBDatabase', 'IDBKeyRange', 'IDBObjectStore'] as const;

/** Gives this window a database of the browser's, empty, which files that come later do not find: gives the way to take it away. */
export function stubDatabase(): () => void {
  const made = { ...fake, indexedDB: new fake.IDBFactory() };
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: made[name], configurable: true });
  return () => {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
  };
}
