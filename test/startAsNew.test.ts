import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { startAsNew } from './e2e/browsers/startAsNew.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('startAsNew leaves no database or value of an earlier journey, and keeps the cached build', async () => {
  const indexedDB = new IDBFactory();
  vi.stubGlobal('indexedDB', indexedDB);
  const values = new Map([['place', 'page 3']]);
  const workers = new Set(['/service-worker.js']);
  const caches = new Set(['pages', 'fonts']);
  vi.stubGlobal('localStorage', {
    clear: () => values.clear(),
    setItem: (name: string, value: string) => values.set(name, value),
  });
  const registrations = () =>
    [...workers].map((script) => ({ unregister: async () => workers.delete(script) }));
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => registrations() } });
  vi.stubGlobal('caches', {
    keys: async () => [...caches],
    delete: async (name: string) => caches.delete(name),
  });
  await new Promise((resolve, reject) => {
    const request = indexedDB.open('cold-open');
    request.onerror = reject;
    request.onsuccess = () => {
      request.result.close();
      resolve(undefined);
    };
  });
  await startAsNew('{}');
  expect([[...workers], [...caches], await indexedDB.databases()]).toEqual([
    ['/service-worker.js'],
    ['pages', 'fonts'],
    [],
  ]);
  expect([...values]).toEqual([['script-preferences', '{}']]);
});
