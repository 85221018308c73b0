import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import { seeded } from '#test/random.ts';
import { writeSomething } from '#test/someWriting.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { charactersQuery, elementsQuery, scenesQuery } from '../script.data.ts';
import { ScriptServer } from '../testing/scriptServer.ts';
import type { BasedEdit } from './change.ts';
import { withLocalId } from './localIds.ts';
import { ScriptChanges } from './scriptChanges.ts';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of currentToasts()) dismissToast(id);
});

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen. Twice.'],
];

/** The script of a tab that has just been opened. */
async function opened(
  server = new ScriptServer(lines.map(([elementType, content]) => ({ elementType, content }))),
) {
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  await Promise.all([
    client.fetchQuery(elementsQuery(1)),
    client.fetchQuery(scenesQuery(1)),
    client.fetchQuery(charactersQuery(1)),
  ]);
  const changes = new ScriptChanges(client, 1, 'eddie');
  const texts = () => changes.elements().map(({ content }) => content);
  const settled = () => vi.waitFor(() => expect(changes.outbox.state.is).toBe('saved'));
  return { server, client, changes, texts, settled };
}

const stored = (server: ScriptServer) => server.elements.map(({ content }) => content);
const original = lines.map(([, content]) => content);
const kept = () => Object.keys(localStorage);
const toasts = () => currentToasts().filter(({ isOpen }) => isOpen);

function rowOf(changes: ScriptChanges, content: string): Element {
  const row = changes.elements().find((each) => each.content === content);
  if (!row) throw new Error(`No element "${content}"`);
  return row;
}

function write(changes: ScriptChanges, from: string, to: string): void {
  const row = rowOf(changes, from);
  changes.run([{ does: 'update', id: row.id, fields: { content: to }, base: changes.baseOf(row) }]);
}

function insert(
  changes: ScriptChanges,
  after: string,
  content: string,
  elementType: ElementType = 'action',
): void {
  const afterId = rowOf(changes, after).id;
  changes.run([{ does: 'insert', afterId, elements: [withLocalId({ elementType, content })] }]);
}

const removal = (changes: ScriptChanges, text: string): BasedEdit => {
  const row = rowOf(changes, text);
  return { does: 'delete', id: row.id, base: changes.baseOf(row) };
};

test('a change is seen at once, and stored in its time', async () => {
  const { server, changes, texts, settled } = await opened();
  const release = server.hold();
  write(changes, 'Nobody moves.', 'A bell.');
  expect(texts()[1]).toBe('A bell.');
  expect(stored(server)[1]).toBe('Nobody moves.');
  release();
  await settled();
  expect(stored(server)[1]).toBe('A bell.');
  expect(texts()[1]).toBe('A bell.');
});

test('the script is the same array until something changes, and rows left alone the same objects', async () => {
  const { changes, settled } = await opened();
  const before = changes.elements();
  expect(changes.elements()).toBe(before);
  write(changes, 'Nobody moves.', 'A bell.');
  const after = changes.elements();
  expect(after).not.toBe(before);
  expect(changes.elements()).toBe(after);
  expect(after.map((row, index) => row === before[index])).toEqual([true, false, true, true]);
  await settled();
  expect(changes.elements().map((row, index) => row === before[index])).toEqual([true, false, true, true]);
});

test('one line goes by the call for one, behind the real id of a row that was new itself', async () => {
  const { server, changes, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  release();
  await settled();
  expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'A bell.', 'A horn.']);
  const bell = server.elements[2]?.id;
  expect(server.sent.map(({ path, body }) => [path.split('/').at(-1), body.afterId])).toEqual([
    ['script-elements', 2],
    ['script-elements', bell],
  ]);
});

test('no row is shown twice, or missing, while new rows get their ids', async () => {
  const { changes, texts, settled } = await opened();
  const seen = new Set<string>();
  changes.watch(() => seen.add(texts().join('|')));
  insert(changes, 'Nobody moves.', 'A bell.');
  await settled();
  expect([...seen]).toEqual([
    ['INT. CAR DECK - NIGHT', 'Nobody moves.', 'A bell.', ...original.slice(2)].join('|'),
  ]);
});

test('a new row that is written in again before it has an id is one element in the end', async () => {
  const { server, changes, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  write(changes, 'A bell.', 'Two bells.');
  release();
  await settled();
  expect(stored(server).slice(1, 3)).toEqual(['Nobody moves.', 'Two bells.']);
  expect(server.sent.at(-1)).toMatchObject({
    path: `/api/script-elements/${server.elements[2]?.id}`,
    body: { content: 'Two bells.', baseVersion: 1 },
  });
});

test('a new row that is deleted before it has an id is gone in the end', async () => {
  const { server, changes, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  changes.run([removal(changes, 'A bell.')]);
  release();
  await settled();
  expect(stored(server)).toEqual(original);
});

test('a text is taken back and brought again, the last change first', async () => {
  const { server, changes, texts, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  write(changes, 'A bell.', 'A horn.');
  expect(changes.undo()).toBe(2);
  expect(texts()[1]).toBe('A bell.');
  changes.undo();
  expect(texts()[1]).toBe('Nobody moves.');
  expect(changes.undo()).toBe(null);
  changes.redo();
  changes.redo();
  expect(changes.redo()).toBe(null);
  expect(texts()[1]).toBe('A horn.');
  await settled();
  expect(stored(server)[1]).toBe('A horn.');
  expect(toasts()).toEqual([]);
});

test('each undo and redo is told to the history by its name', async () => {
  const { server, changes, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  changes.undo();
  changes.redo();
  await settled();
  expect(server.sent.map(({ method, body }) => [method, body.reason])).toEqual([
    ['PATCH', undefined],
    ['POST', 'Undo'],
    ['POST', 'Redo'],
  ]);
});

test('a change of type is taken back with the text it had', async () => {
  const { server, changes, settled } = await opened();
  const fields = { elementType: 'character' as const, content: 'NOBODY MOVES.' };
  changes.run([{ does: 'update', id: 2, fields, base: 1 }], 'Change to Character');
  await settled();
  expect(changes.undoLabel).toBe('Change to Character');
  changes.undo();
  expect(changes.redoLabel).toBe('Change to Character');
  await settled();
  expect(server.elements[1]).toMatchObject({ elementType: 'action', content: 'Nobody moves.' });
});

test('a new element is taken back; brought again, it has the id it had', async () => {
  const { server, changes, settled } = await opened();
  insert(changes, 'Nobody moves.', 'A bell.');
  await settled();
  const id = server.elements[2]?.id;
  expect(changes.undo()).toBe(2);
  await settled();
  expect(stored(server)).toEqual(original);
  expect(changes.redo()).toBe(id);
  await settled();
  expect(server.elements[2]).toMatchObject({ id, content: 'A bell.' });
});

test('a deleted element is back in its place with its id, and gone again', async () => {
  const { server, changes, settled } = await opened();
  changes.run([removal(changes, 'MARA')]);
  await settled();
  expect(changes.undo()).toBe(3);
  await settled();
  expect(server.elements.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  changes.redo();
  await settled();
  expect(server.elements.map(({ id }) => id)).toEqual([1, 2, 4]);
});

test('several edits are one call, and one step to undo', async () => {
  const { server, changes, texts, settled } = await opened();
  changes.run(
    [{ does: 'update', id: 2, fields: { content: 'Nobody moves. MARA' }, base: 1 }, removal(changes, 'MARA')],
    'Join',
  );
  await settled();
  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]).toMatchObject({ method: 'POST', body: { reason: 'Join' } });
  changes.undo();
  expect(texts()).toEqual(original);
  await settled();
  expect(stored(server)).toEqual(original);
  expect(server.sent).toHaveLength(2);
});

test('a change still on its way is taken back behind it', async () => {
  const { server, changes, texts, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  write(changes, 'Nobody moves.', 'Everybody moves.');
  changes.undo();
  changes.undo();
  expect(texts()).toEqual(original);
  release();
  await settled();
  expect(stored(server)).toEqual(original);
  expect(toasts()).toEqual([]);
});

test('undo takes back the own words, and leaves those that somebody else wrote since', async () => {
  const { server, changes, settled } = await opened();
  write(changes, 'Two hundred and thirteen. Twice.', 'Two hundred and fourteen. Twice.');
  await settled();
  server.change(4, 'Two hundred and fourteen. Twice. Nobody laughs.');
  changes.undo();
  await settled();
  expect(stored(server)[3]).toBe('Two hundred and thirteen. Twice. Nobody laughs.');
});

test('words of somebody else that a save was merged with stay when it is undone', async () => {
  const { server, changes, texts, settled } = await opened();
  server.change(4, 'Two hundred and thirteen. Twice. Nobody laughs.');
  write(changes, 'Two hundred and thirteen. Twice.', 'Two hundred and fourteen. Twice.');
  await settled();
  expect(texts()[3]).toBe('Two hundred and fourteen. Twice. Nobody laughs.');
  changes.undo();
  await settled();
  expect(stored(server)[3]).toBe('Two hundred and thirteen. Twice. Nobody laughs.');
});

test('an undo that would lose the words of somebody else says so, and does nothing', async () => {
  const { server, changes, texts, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  await settled();
  server.change(2, 'A horn.');
  changes.undo();
  await settled();
  expect(toasts()).toMatchObject([{ title: 'Not undone' }]);
  expect(stored(server)[1]).toBe('A horn.');
  expect(texts()[1]).toBe('A bell.');
  expect(changes.redoLabel).toBe(null);
  changes.redo();
  await settled();
  expect(stored(server)[1]).toBe('A horn.');
});

test('a new change ends what could be brought again', async () => {
  const { changes, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  changes.undo();
  expect(changes.redoLabel).not.toBe(null);
  write(changes, 'Nobody moves.', 'A horn.');
  expect(changes.redoLabel).toBe(null);
  await settled();
});

test('of several edits, a delete of what somebody else has deleted is left out', async () => {
  const { server, changes, texts, settled } = await opened();
  server.elements.splice(2, 1);
  const edits = ['Nobody moves.', 'MARA', 'Two hundred and thirteen. Twice.'];
  changes.run(
    edits.map((text) => removal(changes, text)),
    'Delete scene',
  );
  await settled();
  expect(stored(server)).toEqual(['INT. CAR DECK - NIGHT']);
  expect(texts()).toEqual(['INT. CAR DECK - NIGHT']);
});

test('what is given up cannot be undone', async () => {
  const { server, changes, texts } = await opened();
  server.refuseNext = { status: 422, body: { message: 'Not so.' } };
  write(changes, 'Nobody moves.', 'A bell.');
  await vi.waitFor(() => expect(changes.outbox.state.is).toBe('refused'));
  changes.outbox.decide(null);
  expect(texts()).toEqual(original);
  expect(changes.undoLabel).toBe(null);
  expect(changes.undo()).toBe(null);
});

test('who speaks for the first time is a character before the cue is stored', async () => {
  const { server, changes, settled } = await opened();
  insert(changes, 'Nobody moves.', 'TOBIAS (O.S.)', 'character');
  await settled();
  expect(server.sent.map(({ path, body }) => [path.split('/').at(-1), body.name ?? body.content])).toEqual([
    ['characters', 'TOBIAS'],
    ['script-elements', 'TOBIAS (O.S.)'],
  ]);
});

test('a name known in other letters makes no second character', async () => {
  const server = new ScriptServer(lines.map(([elementType, content]) => ({ elementType, content })));
  server.addCharacter('Tobias');
  const { changes, settled } = await opened(server);
  insert(changes, 'Nobody moves.', 'TOBIAS', 'character');
  await settled();
  expect(server.characters).toHaveLength(1);
});

test('text that is joined to a cue names nobody', async () => {
  const { server, changes, settled } = await opened();
  server.characters = [];
  const text = 'MARA TWO HUNDRED AND THIRTEEN. TWICE.';
  const edits: BasedEdit[] = [{ does: 'update', id: 3, fields: { content: text }, base: 1 }];
  changes.run([...edits, removal(changes, 'Two hundred and thirteen. Twice.')], 'Join');
  await settled();
  changes.undo();
  await settled();
  expect(server.characters).toEqual([]);
});

test('a change whose answer is lost is made once', async () => {
  const { server, changes, settled } = await opened();
  server.losesAnswer = true;
  insert(changes, 'Nobody moves.', 'A bell.');
  await vi.waitFor(() => expect(changes.outbox.state.is).toBe('waiting'));
  changes.outbox.retry();
  await settled();
  expect(server.sent).toHaveLength(2);
  expect(stored(server).filter((text) => text === 'A bell.')).toHaveLength(1);
});

test('a tab sends what one that died left, each change once and in order', async () => {
  const { server, changes } = await opened();
  server.isSilent = true;
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  write(changes, 'A horn.', 'Two horns.');
  await vi.waitFor(() => expect(stored(server)).toContain('A bell.'));
  const kept = { ...localStorage };
  server.isSilent = false;
  const next = await opened(server);
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  next.changes.adopt();
  await vi.waitFor(() => expect(next.texts()).toContain('Two horns.'));
  await next.settled();
  expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'A bell.', 'Two horns.']);
  expect(stored(server)).toHaveLength(6);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('the dead tab may have died between two of its changes', async () => {
  const { server, changes } = await opened();
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
    server.sent.length > 0 ? new Promise(() => {}) : server.fetch(...call),
  );
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  write(changes, 'A bell.', 'Two bells.');
  await vi.waitFor(() => expect(changes.outbox.pending).toHaveLength(2));
  const kept = { ...localStorage };
  const next = await opened(server);
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  next.changes.adopt();
  await vi.waitFor(() => expect(next.texts()).toContain('Two bells.'));
  await next.settled();
  expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'Two bells.', 'A horn.']);
  expect(stored(server)).toHaveLength(6);
});

test.for([1, 2, 3, 4, 5, 6])(
  'whatever the network does, the server ends with what is shown (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const { server, client, changes, texts } = await opened();
    const online = () => {
      Object.assign(server, { isOffline: false, losesAnswer: false });
      return vi.waitFor(() => {
        if (changes.outbox.state.is === 'waiting') changes.outbox.retry();
        expect(changes.outbox.state.is).toBe('saved');
      });
    };
    for (let step = 1; step <= 60; step++) {
      server.isOffline = random.chance(0.2);
      server.losesAnswer = random.chance(0.2);
      writeSomething(random, changes, step);
      if (random.chance(0.3)) await Promise.resolve();
      if (random.chance(0.1)) await online();
    }
    const shown = texts();
    await online();
    expect(toasts()).toEqual([]);
    expect(texts()).toEqual(shown);
    expect(changes.elements()).toEqual(server.elements);
    expect(client.getQueryData(scenesQuery(1).queryKey)).toEqual(server.scenes);
    while (changes.undoLabel !== null) changes.undo();
    await online();
    expect(stored(server)).toEqual(original);
    expect(server.elements.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(kept()).toEqual([]);
  },
);

test('suggestions of one group that change one element are undone, redone and undone as one', async () => {
  const { server, changes, texts, settled } = await opened();
  const applyRemote = (content: string) => {
    const row = server.elements.find(({ elementType }) => elementType === 'action') as Element;
    Object.assign(row, { content, version: row.version + 1 });
    changes.applyRemote({ ...row }, 'Suggestion', 'all');
  };
  for (const content of ['Nobody moves now.', 'Nobody stirs now.', 'No one stirs now.']) applyRemote(content);
  const accepted = texts();
  for (const wanted of [original, accepted, original, accepted]) {
    if (wanted === original) changes.undo();
    else changes.redo();
    await settled();
    expect([texts(), stored(server)]).toEqual([wanted, wanted]);
  }
});

test('an element that a group has made and then changed is gone with one undo', async () => {
  const { server, changes, texts, settled } = await opened();
  const made: Element = { ...(server.elements[1] as Element), id: 900, orderIndex: 25, content: 'Rain.' };
  server.elements.splice(2, 0, made);
  changes.applyRemote({ ...made }, 'Suggestion', 'all');
  Object.assign(made, { content: 'Hard rain.', version: made.version + 1 });
  changes.applyRemote({ ...made }, 'Suggestion', 'all');
  expect(texts()).toContain('Hard rain.');
  changes.undo();
  await settled();
  expect([texts(), stored(server)]).toEqual([original, original]);
});
