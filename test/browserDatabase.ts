import * as fake from 'fake-indexeddb';

const names = ['indexedDB', 'IDBDatabase', 'IDBKeyRange', 'IDBObjectStore'] as const;

/**
 * Give this window a new, empty IndexedDB, which later test files do not find. Return a function
 * that removes it.
 */
export function stubDatabase(): () => void {
  const replacements = { ...fake, indexedDB: new fake.IDBFactory() };
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: replacements[name], configurable: true });
  return () => {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
  };
}
