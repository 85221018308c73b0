import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#test/eventually.ts';
import type { Change } from './change.ts';
import { clearTabStorage, openTabStorage, readAllTabStorage, type StoredLine } from './tabStorage.ts';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const change = (key: string): Change => ({
  key,
  label: null,
  edits: [{ type: 'delete', id: 7, base: 'one' }],
  type: 'edit',
});
const line = (text: string): StoredLine => ({
  base: null,
  afterId: 7,
  type: 'dialogue',
  text: { text, spans: [] },
});

async function leftOvers(userId = 'eddie', projectId = 1) {
  const taken: { changes: Change[]; lines: StoredLine[] } = { changes: [], lines: [] };
  const keeper = openTabStorage(userId, projectId);
  await keeper.takeOverClosedTabs((changes, lines) => Object.assign(taken, { changes, lines }));
  return { ...taken, keeper };
}

/** The locks of a browser, for tabs that can be closed. */
function stubLocks() {
  const held = new Set<string>();
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, work: () => Promise<void>) => {
        held.add(name);
        await work();
        held.delete(name);
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    },
  });
}

test('hands over the content of a closed tab once, with its unsaved lines', async () => {
  const dead = openTabStorage('eddie', 1);
  dead.storeChanges([change('one'), change('two')]);
  dead.storeLine(line('A bell.'));
  const { changes, lines } = await leftOvers();
  expect(changes).toEqual([change('one'), change('two')]);
  expect(lines).toEqual([line('A bell.')]);
  expect(await leftOvers()).toMatchObject({ changes: [], lines: [] });
});

test('deletes the content there only after it is stored here', async () => {
  openTabStorage('eddie', 1).storeChanges([change('one')]);
  const keeper = openTabStorage('eddie', 1);
  const kept: number[] = [];
  await keeper.takeOverClosedTabs((changes) => {
    keeper.storeChanges(changes);
    kept.push(Object.keys(localStorage).length);
  });
  expect(kept).toEqual([2]);
  expect(Object.values(localStorage)).toHaveLength(1);
});

test('leaves nothing behind for changes and lines that are stored', () => {
  const keeper = openTabStorage('eddie', 1);
  keeper.storeChanges([change('one')]);
  keeper.storeLine(line('A bell.'));
  expect(Object.keys(localStorage)).toHaveLength(2);
  keeper.storeChanges([]);
  keeper.storeLine(null);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('hands over lines that an earlier version of the page offered to the user', async () => {
  const stored = { changes: [], line: line('A bell.'), offered: [line('A horn.')] };
  localStorage.setItem('cold-open:kept:eddie:1:earlier', JSON.stringify(stored));
  expect((await leftOvers()).lines).toEqual([line('A horn.'), line('A bell.')]);
});

test('keeps other users and scripts apart', async () => {
  openTabStorage('eddie', 1).storeChanges([change('one')]);
  expect((await leftOvers('olive', 1)).changes).toEqual([]);
  expect((await leftOvers('eddie', 2)).changes).toEqual([]);
  expect((await leftOvers('eddie', 1)).changes).toHaveLength(1);
});

test('leaves the content of an open tab where it is', async () => {
  stubLocks();
  const open = openTabStorage('eddie', 1);
  open.storeChanges([change('one')]);
  expect((await leftOvers()).changes).toEqual([]);
  open.close();
  await eventually(async () => expect((await leftOvers()).changes).toHaveLength(1), { timeout: 30_000 });
});

test('skips an entry that was cut off in the middle, and leaves it where it is', async () => {
  openTabStorage('eddie', 1).storeChanges([change('one')]);
  localStorage.setItem('cold-open:kept:eddie:1:broken', '{"changes":[{"ke');
  expect((await leftOvers()).changes).toEqual([change('one')]);
  expect(Object.keys(localStorage)).toEqual(['cold-open:kept:eddie:1:broken']);
});

test('reads changes that were stored with the former discriminants `does` and `kind`', async () => {
  const edits = [
    { does: 'update', id: 7, fields: { content: 'Rain on the deck.' }, base: 3 },
    { does: 'insert', afterId: 7, elements: [{ key: -5, elementType: 'action', content: 'Fog.' }] },
    { does: 'delete', id: 9, base: null },
  ];
  const stored = { changes: [{ key: 'one', label: null, kind: 'edit', edits }], line: null, offered: [] };
  localStorage.setItem('cold-open:kept:eddie:1:former', JSON.stringify(stored));
  expect((await leftOvers()).changes).toEqual([
    {
      key: 'one',
      label: null,
      type: 'edit',
      edits: [
        { type: 'update', id: 7, fields: { content: 'Rain on the deck.' }, base: 3 },
        { type: 'insert', afterId: 7, elements: [{ key: -5, elementType: 'action', content: 'Fog.' }] },
        { type: 'delete', id: 9, base: null },
      ],
    },
  ]);
});

test('adds keys to new elements that an earlier version stored', async () => {
  const edits = [
    { type: 'insert', afterId: 7, elements: [{ id: -5, elementType: 'action', content: 'Rain.' }] },
  ];
  const left = { changes: [{ ...change('one'), edits }], line: null, offered: [] };
  localStorage.setItem('cold-open:kept:eddie:1:old', JSON.stringify(left));
  expect((await leftOvers()).changes).toMatchObject([
    { edits: [{ elements: [{ key: -5, content: 'Rain.' }] }] },
  ]);
});

test.for(['setItem', 'removeItem', 'getItem'] as const)(
  'works without errors when %s is unavailable',
  async (name) => {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const keeper = openTabStorage('eddie', 1);
    expect(() => keeper.storeChanges([change('one')])).not.toThrow();
    await expect(leftOvers()).resolves.toBeTruthy();
  },
);

test('stores the line without rewriting the pending changes', () => {
  const keeper = openTabStorage('eddie', 1);
  keeper.storeChanges([change('one')]);
  const written = vi.spyOn(Storage.prototype, 'setItem');
  keeper.storeLine(line('A bell.'));
  expect(written).toHaveBeenCalledOnce();
  expect(written.mock.calls[0]?.[1]).not.toContain('"key":"one"');
});

test('reports a full storage until there is room again', () => {
  const keeper = openTabStorage('eddie', 1);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  keeper.storeLine(line('A bell.'));
  keeper.storeChanges([change('one')]);
  expect(keeper.isUnavailable.get()).toBe(true);
  full.mockRestore();
  keeper.storeChanges([change('one')]);
  expect(keeper.isUnavailable.get()).toBe(true);
  keeper.storeLine(null);
  expect(keeper.isUnavailable.get()).toBe(false);
});

test('finds the content of all tabs for a script that no longer opens, and deletes it afterwards', () => {
  openTabStorage('eddie', 1).storeChanges([change('one')]);
  openTabStorage('eddie', 1).storeLine(line('A bell.'));
  openTabStorage('eddie', 2).storeChanges([change('two')]);
  expect(readAllTabStorage('eddie', 1)).toEqual({ changes: [change('one')], lines: [line('A bell.')] });
  clearTabStorage('eddie', 1);
  expect(readAllTabStorage('eddie', 1)).toEqual({ changes: [], lines: [] });
  expect(readAllTabStorage('eddie', 2).changes).toEqual([change('two')]);
});
