import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#shared/contract/auth.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { stubDatabase } from '#test/browserDatabase.ts';
import { aUser } from '#web/lib/testing.ts';
import {
  CopyWriter,
  deleteAllCopies,
  deleteScriptCopy,
  maxCopies,
  readCharactersCopy,
  readCopyOwner,
  readElementsCopy,
  readProjectCopy,
  readProjectsCopy,
  readScenesCopy,
  type ScriptCopy,
  writeCopyOwner,
} from './copies.ts';
import { resultOf, transact } from './database.ts';
import { copyOwner } from './owner.ts';

const olive: User = { ...aUser(), id: 'olive' };
const eddie: User = { ...aUser(), id: 'eddie' };

const takeAway = stubDatabase();
afterAll(takeAway);
beforeEach(deleteAllCopies);
afterEach(() => {
  vi.restoreAllMocks();
});

const row = (id: number, content = `Line ${id}.`) => ({ id, content }) as Element;
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

function aCopy(projectId: number, elements: readonly Element[], revision: number | null = 7): ScriptCopy {
  const project = { id: projectId, name: `Project ${projectId}` } as Project;
  return { project, elements, scenes: [{ id: 1 } as Scene], characters: [{ id: 2 } as Character], revision };
}

const aKeeper = (user: User, projectId: number) => new CopyWriter(user.id, projectId, async () => {});

/** Count the records of the database, over all users. */
const counts = () =>
  transact(['person', 'scripts', 'parts'], 'readonly', async (store) => ({
    people: await resultOf(store('person').count()),
    scripts: await resultOf(store('scripts').count()),
    parts: await resultOf(store('parts').count()),
  }));

test('returns a script as it was stored', async () => {
  await writeCopyOwner(olive);
  const copy = aCopy(1, rows(450));
  expect(await aKeeper(olive, 1).keep(copy)).toBe(true);
  expect(await readCopyOwner()).toEqual(olive);
  expect(await readProjectCopy(1)).toEqual(copy.project);
  expect(await readElementsCopy(1)).toEqual({ elements: copy.elements, revision: 7 });
  expect(await readScenesCopy(1)).toEqual(copy.scenes);
  expect(await readCharactersCopy(1)).toEqual(copy.characters);
  expect(await readElementsCopy(2)).toBeNull();
});

test('writes only changed parts', async () => {
  await writeCopyOwner(olive);
  const keeper = aKeeper(olive, 1);
  const copy = aCopy(1, rows(1000));
  await keeper.keep(copy);
  const written = vi.spyOn(IDBObjectStore.prototype, 'put');
  const elements = copy.elements.with(500, row(501, 'Other words.'));
  await keeper.keep({ ...copy, elements, revision: 8 });
  const sizes = written.mock.calls.map(([value]) => (Array.isArray(value) ? value.length : 'script'));
  expect(sizes).toEqual([200, 'script']);
  expect(await readElementsCopy(1)).toEqual({ elements, revision: 8 });
});

test('yields between two chunks, and keeps the previous copy until the last one is written', async () => {
  await writeCopyOwner(olive);
  const first = aCopy(1, rows(10));
  await aKeeper(olive, 1).keep(first);
  const seen: unknown[] = [];
  const second = aCopy(
    1,
    rows(600).map(({ id }) => row(id, 'New.')),
  );
  const keeper = new CopyWriter(olive.id, 1, async () => {
    seen.push((await readElementsCopy(1))?.elements.length);
  });
  await keeper.keep(second);
  expect(seen).toEqual([10, 10, 10]);
  expect((await readElementsCopy(1))?.elements).toEqual(second.elements);
  // Nothing remains of the previous tab's writer.
  expect((await counts()).parts).toBe(3 + 2);
});

test('stores an empty script', async () => {
  await writeCopyOwner(olive);
  await aKeeper(olive, 1).keep(aCopy(1, []));
  expect(await readElementsCopy(1)).toEqual({ elements: [], revision: 7 });
});

test('returns no copies of another user', async () => {
  await writeCopyOwner(olive);
  await aKeeper(olive, 1).keep(aCopy(1, rows(3)));
  await writeCopyOwner(eddie);
  expect(await readElementsCopy(1)).toBeNull();
  expect(await readProjectsCopy()).toEqual([]);
  expect(await counts()).toEqual({ people: 1, scripts: 0, parts: 0 });
  expect(copyOwner.get()).toBe('eddie');
});

test('an open tab stores nothing after its user has signed out', async () => {
  await writeCopyOwner(olive);
  const keeper = aKeeper(olive, 1);
  const copy = aCopy(1, rows(3));
  await keeper.keep(copy);
  await deleteAllCopies();
  expect(copyOwner.get()).toBeNull();
  expect(await keeper.keep({ ...copy, elements: rows(4) })).toBe(false);
  expect(await counts()).toEqual({ people: 0, scripts: 0, parts: 0 });
});

test('deletes the copy of a script without access, and no other', async () => {
  await writeCopyOwner(olive);
  for (const projectId of [1, 2]) await aKeeper(olive, projectId).keep(aCopy(projectId, rows(3)));
  await deleteScriptCopy(olive.id, 1);
  expect(await readElementsCopy(1)).toBeNull();
  expect((await readElementsCopy(2))?.elements).toHaveLength(3);
  expect((await readProjectsCopy()).map(({ id }) => id)).toEqual([2]);
});

test('keeps the most recently opened of many scripts', async () => {
  await writeCopyOwner(olive);
  let nowMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => ++nowMs);
  for (let projectId = 1; projectId <= maxCopies + 2; projectId++)
    await aKeeper(olive, projectId).keep(aCopy(projectId, rows(1)));
  const ids = (await readProjectsCopy()).map(({ id }) => id);
  expect(ids).toHaveLength(maxCopies);
  expect(ids[0]).toBe(maxCopies + 2);
  expect(ids).not.toContain(2);
});

test('drops other scripts when storage is full, then rejects', async () => {
  await writeCopyOwner(olive);
  for (const projectId of [1, 2]) await aKeeper(olive, projectId).keep(aCopy(projectId, rows(1)));
  const put = IDBObjectStore.prototype.put;
  let rejections = 1;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (rejections-- > 0) throw new DOMException('Full', 'QuotaExceededError');
    return put.apply(this, given);
  });
  expect(await aKeeper(olive, 3).keep(aCopy(3, rows(1)))).toBe(true);
  expect((await readProjectsCopy()).map(({ id }) => id)).toEqual([3]);
  rejections = 10;
  await expect(aKeeper(olive, 3).keep(aCopy(3, rows(2)))).rejects.toMatchObject({
    name: 'QuotaExceededError',
  });
  rejections = 0;
  expect((await readElementsCopy(3))?.elements).toHaveLength(1);
});

test('works without copies in a browser without a database', async () => {
  await writeCopyOwner(olive);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Rejected', 'InvalidStateError');
  });
  expect(await readCopyOwner()).toBeNull();
  expect(await readElementsCopy(1)).toBeNull();
  expect(await readProjectsCopy()).toEqual([]);
});
