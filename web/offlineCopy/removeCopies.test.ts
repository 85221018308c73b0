import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { stubDatabase } from '#test/browserDatabase.ts';
import { eventually } from '#test/eventually.ts';
import { copiesDatabase } from './database.ts';
import { copiesOwnerKey, copyOwner } from './owner.ts';
import { removeCopies } from './removeCopies.ts';

const takeAway = stubDatabase();
afterAll(takeAway);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Open the database as another tab would, and store a script in it. */
function aTab(): Promise<IDBDatabase> {
  copyOwner.set('olive');
  return new Promise((resolve) => {
    const request = indexedDB.open(copiesDatabase, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('scripts');
    request.onsuccess = () => {
      const database = request.result;
      const writing = database.transaction(['scripts'], 'readwrite');
      writing.objectStore('scripts').put('Rain on black water.', 'script');
      writing.oncomplete = () => resolve(database);
    };
  });
}

const names = async () => (await indexedDB.databases()).map(({ name }) => name);
const scriptsIn = (database: IDBDatabase) =>
  new Promise((resolve) => {
    const request = database.transaction(['scripts']).objectStore('scripts').getAll();
    request.onsuccess = () => resolve(request.result);
  });

test('leaves no database, and makes none where there was none', async () => {
  (await aTab()).close();
  await removeCopies();
  expect(await names()).toEqual([]);
  expect(copyOwner.get()).toBeNull();
  await removeCopies();
  expect(await names()).toEqual([]);
});

test('empties a database that another tab holds, and deletes it when that tab closes it', async () => {
  const tab = await aTab();
  const removed = removeCopies();
  await eventually(async () => expect(await scriptsIn(tab)).toEqual([]));
  await eventually(() => expect(copyOwner.get()).toBeNull());
  tab.close();
  await removed;
  expect(await names()).toEqual([]);
});

test("retries after a failure, and keeps the owner's mark until then", async () => {
  (await aTab()).close();
  const open = indexedDB.open.bind(indexedDB);
  const rejections = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('Rejected', 'InvalidStateError');
  });
  const removed = removeCopies();
  expect(copyOwner.get()).toBe('olive');
  rejections.mockImplementation(open);
  await removed;
  expect(await names()).toEqual([]);
  expect(copyOwner.get()).toBeNull();
});

test('uses the database and keys of the copies without importing them', () => {
  const source = readFileSync('web/offlineCopy/removeCopies.ts', 'utf8');
  expect(source).toContain(`'${copiesDatabase}'`);
  expect(source).toContain(`'${copiesOwnerKey}'`);
});
