import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { createCharacter } from '#shared/contract/characters.ts';
import { changeScript } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { closeScript } from '#web/script/testing/openScript.tsx';
import { aStoredScript, type StoredScript } from '#web/script/testing/storedScript.ts';
import type { Change, QueuedEdit } from './change.ts';
import { withLocalId } from './localIds.ts';
import { charactersQuery, elementsQuery, scenesQuery } from './script.data.ts';
import { ScriptSync } from './scriptSync.ts';

beforeEach(() => {
  localStorage.clear();
});
afterEach(async () => {
  await closeScript();
  // A tab that a test treats as closed must not retry its pending changes.
  for (const { outbox } of tabs.splice(0)) outbox.discardAll();
  for (const { id } of currentToasts()) dismissToast(id);
});

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen. Twice.'],
];

const tabs: ScriptSync[] = [];

/** The script of a tab that has just been opened. */
async function opened(given?: StoredScript) {
  const server = given ?? (await aStoredScript(lines));
  const client = createQueryClient();
  await Promise.all([
    client.fetchQuery(elementsQuery(server.project.id)),
    client.fetchQuery(scenesQuery(server.project.id)),
    client.fetchQuery(charactersQuery(server.project.id)),
  ]);
  const changes = new ScriptSync(client, server.project.id, 'eddie');
  tabs.push(changes);
  const texts = () => changes.elements().map(({ content }) => content);
  const settled = () => waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
  return { server, client, changes, texts, settled };
}

const stored = (server: StoredScript) => server.elements.map(({ content }) => content);
const original = lines.map(([, content]) => content);
const toasts = () => currentToasts().filter(({ isOpen }) => isOpen);

function rowOf(changes: ScriptSync, content: string): Element {
  const row = changes.elements().find((each) => each.content === content);
  if (!row) throw new Error(`No element "${content}"`);
  return row;
}

function write(changes: ScriptSync, from: string, to: string): void {
  const row = rowOf(changes, from);
  changes.run([{ type: 'update', id: row.id, fields: { content: to }, base: changes.baseOf(row) }]);
}

function insert(
  changes: ScriptSync,
  after: string,
  content: string,
  elementType: ElementType = 'action',
): void {
  const afterId = rowOf(changes, after).id;
  changes.run([{ type: 'insert', afterId, elements: [withLocalId({ elementType, content })] }]);
}

const removal = (changes: ScriptSync, text: string): QueuedEdit => {
  const row = rowOf(changes, text);
  return { type: 'delete', id: row.id, base: changes.baseOf(row) };
};

test('shows a change at once and stores it later', async () => {
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

test('reuses the array until something changes, and the rows that no change touches', async () => {
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

test('sends a single line by its documented call, after the real id of a new row', async () => {
  const { server, changes, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  release();
  await settled();
  expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'A bell.', 'A horn.']);
  const bell = server.elements[2]?.id;
  expect(server.sent.map(({ path, body }) => [path.split('/').at(-1), body.afterId])).toEqual([
    ['script-elements', server.id(2)],
    ['script-elements', bell],
  ]);
});

test('shows each row exactly once while new rows get their ids', async () => {
  const { changes, texts, settled } = await opened();
  const seen = new Set<string>();
  changes.watch(() => seen.add(texts().join('|')));
  insert(changes, 'Nobody moves.', 'A bell.');
  await settled();
  expect([...seen]).toEqual([
    ['INT. CAR DECK - NIGHT', 'Nobody moves.', 'A bell.', ...original.slice(2)].join('|'),
  ]);
});

test('stores one element when a new row is edited before it has an id', async () => {
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

test('stores nothing when a new row is deleted before it has an id', async () => {
  const { server, changes, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  changes.run([removal(changes, 'A bell.')]);
  release();
  await settled();
  expect(stored(server)).toEqual(original);
});

test('undoes and redoes text changes, the last one first', async () => {
  const { server, changes, texts, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  write(changes, 'A bell.', 'A horn.');
  expect(changes.undo()).toBe(server.id(2));
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

test('sends each undo and redo with its name for the history', async () => {
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

test('sends the type of an edit under its former name as well, for nodes of the previous version', async () => {
  const { server, changes, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  changes.undo();
  await settled();
  expect(server.sent.at(-1)?.body.edits).toMatchObject([{ type: 'update', does: 'update' }]);
});

test('undoes a change of type together with the text', async () => {
  const { server, changes, settled } = await opened();
  const fields = { elementType: 'character' as const, content: 'NOBODY MOVES.' };
  changes.run([{ type: 'update', id: server.id(2), fields, base: 1 }], 'Change to Character');
  await settled();
  expect(changes.undoLabel).toBe('Change to Character');
  changes.undo();
  expect(changes.redoLabel).toBe('Change to Character');
  await settled();
  expect(server.elements[1]).toMatchObject({ elementType: 'action', content: 'Nobody moves.' });
});

test('undoes an insert; redo gives the element its former id', async () => {
  const { server, changes, settled } = await opened();
  insert(changes, 'Nobody moves.', 'A bell.');
  await settled();
  const id = server.elements[2]?.id;
  expect(changes.undo()).toBe(server.id(2));
  await settled();
  expect(stored(server)).toEqual(original);
  expect(changes.redo()).toBe(id);
  await settled();
  expect(server.elements[2]).toMatchObject({ id, content: 'A bell.' });
});

test('restores a deleted element at its position with its id, and deletes it again on redo', async () => {
  const { server, changes, settled } = await opened();
  changes.run([removal(changes, 'MARA')]);
  await settled();
  expect(changes.undo()).toBe(server.id(3));
  await settled();
  expect(server.elements.map(({ id }) => id)).toEqual([1, 2, 3, 4].map((place) => server.id(place)));
  changes.redo();
  await settled();
  expect(server.elements.map(({ id }) => id)).toEqual([1, 2, 4].map((place) => server.id(place)));
});

test('sends several edits in one call and undoes them in one step', async () => {
  const { server, changes, texts, settled } = await opened();
  changes.run(
    [
      { type: 'update', id: server.id(2), fields: { content: 'Nobody moves. MARA' }, base: 1 },
      removal(changes, 'MARA'),
    ],
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

test('undoes a change that is being sent behind that change', async () => {
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

test("undoes the user's own words and leaves words that someone else wrote since", async () => {
  const { server, changes, settled } = await opened();
  write(changes, 'Two hundred and thirteen. Twice.', 'Two hundred and fourteen. Twice.');
  await settled();
  await server.change(4, 'Two hundred and fourteen. Twice. Nobody laughs.');
  changes.undo();
  await settled();
  expect(stored(server)[3]).toBe('Two hundred and thirteen. Twice. Nobody laughs.');
});

test("keeps someone else's words that a save was merged with when the change is undone", async () => {
  const { server, changes, texts, settled } = await opened();
  await server.change(4, 'Two hundred and thirteen. Twice. Nobody laughs.');
  write(changes, 'Two hundred and thirteen. Twice.', 'Two hundred and fourteen. Twice.');
  await settled();
  expect(texts()[3]).toBe('Two hundred and fourteen. Twice. Nobody laughs.');
  changes.undo();
  await settled();
  expect(stored(server)[3]).toBe('Two hundred and thirteen. Twice. Nobody laughs.');
});

test("keeps someone else's words when more was written before the merged reply", async () => {
  const { server, changes, texts, settled } = await opened();
  const release = server.hold();
  await server.change(4, 'Two hundred and thirteen. Twice. Nobody laughs.');
  write(changes, 'Two hundred and thirteen. Twice.', 'Two hundred and fourteen. Twice.');
  write(changes, 'Two hundred and fourteen. Twice.', 'About two hundred and fourteen. Twice.');
  release();
  await settled();
  const merged = 'About two hundred and fourteen. Twice. Nobody laughs.';
  expect([texts()[3], stored(server)[3]]).toEqual([merged, merged]);
});

test("reports an undo that would lose someone else's words, and does nothing", async () => {
  const { server, changes, texts, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  await settled();
  await server.change(2, 'A horn.');
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

test('undoes and redoes the restoration of an element with other text', async () => {
  const { server, changes, settled } = await opened();
  const row = rowOf(changes, 'Nobody moves.');
  changes.run([removal(changes, row.content)]);
  const restore: QueuedEdit = { type: 'restore', id: row.id, element: row };
  changes.run([restore, { type: 'update', id: row.id, fields: { content: 'A bell.' }, base: null }]);
  await settled();
  changes.undo();
  await settled();
  expect(stored(server)).toEqual(original.toSpliced(1, 1));
  changes.redo();
  await settled();
  expect(stored(server)).toEqual(original.with(1, 'A bell.'));
  expect(toasts()).toEqual([]);
});

test('clears the redo steps on a new change', async () => {
  const { changes, settled } = await opened();
  write(changes, 'Nobody moves.', 'A bell.');
  changes.undo();
  expect(changes.redoLabel).not.toBe(null);
  write(changes, 'Nobody moves.', 'A horn.');
  expect(changes.redoLabel).toBe(null);
  await settled();
});

test('leaves out the deletion of an element that someone else has deleted', async () => {
  const { server, changes, texts, settled } = await opened();
  await server.remove(3);
  const edits = ['Nobody moves.', 'MARA', 'Two hundred and thirteen. Twice.'];
  changes.run(
    edits.map((text) => removal(changes, text)),
    'Delete scene',
  );
  await settled();
  expect(stored(server)).toEqual(['INT. CAR DECK - NIGHT']);
  expect(texts()).toEqual(['INT. CAR DECK - NIGHT']);
});

test('stores new elements in their position when someone else has deleted the one before', async () => {
  const { server, changes, texts, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  const made = ['A horn.', 'A rope.'].map((content) =>
    withLocalId({ elementType: 'action' as const, content }),
  );
  changes.run([{ type: 'insert', afterId: rowOf(changes, 'MARA').id, elements: made }], 'Paste');
  await server.remove(2);
  await server.remove(3);
  release();
  await settled();
  expect(stored(server)).toEqual(['INT. CAR DECK - NIGHT', 'A bell.', 'A horn.', 'A rope.', original[3]]);
  expect(texts().filter((text) => !original.includes(text))).toEqual(['A bell.', 'A horn.', 'A rope.']);
});

test('stores text of the bottom input behind the line that was the last before an outage', async () => {
  const { server, changes, settled } = await opened();
  server.network.isOffline = true;
  const made = withLocalId({ elementType: 'action' as const, content: 'A bell.' });
  changes.run([{ type: 'insert', afterId: server.id(4), elements: [made], isBelow: true }]);
  await waitFor(() => expect(changes.outbox.state.status).toBe('waiting'));
  // Numbers of a script change when others write in it.
  await server.setColumns({ orderIndex: 5000 }, 3);
  await server.setColumns({ orderIndex: 6000 }, 4);
  server.network.isOffline = false;
  changes.outbox.retry();
  await settled();
  expect(stored(server)).toEqual([...original, 'A bell.']);
});

test('stores text of the bottom input behind its line when the shown list is old', async () => {
  const { server, changes, settled } = await opened();
  // Numbers of a script change when others write in it.
  await server.setColumns({ orderIndex: 5000 }, 3);
  await server.setColumns({ orderIndex: 6000 }, 4);
  const made = withLocalId({ elementType: 'action' as const, content: 'A bell.' });
  changes.run([{ type: 'insert', afterId: server.id(4), elements: [made], isBelow: true }]);
  await settled();
  expect(stored(server)).toEqual([...original, 'A bell.']);
});

describe('text of the bottom input whose preceding line someone else has moved up', () => {
  /** The line is moved while text is typed below it, before that text becomes a change. */
  async function afterMove() {
    const all = await opened();
    await all.server.setColumns({ orderIndex: 15 }, 4);
    await all.client.refetchQueries(elementsQuery(all.server.project.id));
    const afterId = all.server.id(4);
    const made = ['A bell.', 'A horn.'].map((content) =>
      withLocalId({ elementType: 'action' as const, content }),
    );
    const [bell, horn] = made;
    if (!bell || !horn) throw new Error('No lines');
    const add = () => {
      all.changes.run([{ type: 'insert', afterId, elements: [bell], isBelow: true }]);
      all.changes.run([{ type: 'insert', afterId: bell.key, elements: [horn], isBelow: true }]);
    };
    const [heading, action, cue, dialogue] = original;
    return { ...all, add, expected: [heading, dialogue, action, cue, 'A bell.', 'A horn.'] };
  }

  test('is stored at the end by a separate call', async () => {
    const { server, add, expected, settled } = await afterMove();
    add();
    await settled();
    expect(stored(server)).toEqual(expected);
  });

  test('is stored at the end by a call with other changes', async () => {
    const { server, changes, add, expected, settled } = await afterMove();
    const release = server.hold();
    write(changes, 'Nobody moves.', 'Nobody waits.');
    write(changes, 'MARA', 'EDDIE');
    add();
    write(changes, 'INT. CAR DECK - NIGHT', 'EXT. CAR DECK - NIGHT');
    release();
    await settled();
    const [, dialogue, , , ...added] = expected;
    expect(stored(server)).toEqual(['EXT. CAR DECK - NIGHT', dialogue, 'Nobody waits.', 'EDDIE', ...added]);
    expect(server.sent.map(({ path }) => path.split('/').at(-1))).toContain('script-changes');
  });
});

describe('text of the bottom input whose preceding line someone else has moved and deleted', () => {
  /** The list of this tab is outdated: it shows the lines where they were. */
  async function afterDeletion() {
    const all = await opened();
    const release = all.server.hold();
    const made = withLocalId({ elementType: 'action' as const, content: 'A bell.' });
    const add = () =>
      all.changes.run([{ type: 'insert', afterId: all.server.id(4), elements: [made], isBelow: true }]);
    await all.server.setColumns({ orderIndex: 15 }, 3);
    await all.server.remove(4);
    return { ...all, add, release };
  }

  test('is stored at the end by a separate call', async () => {
    const { server, add, release, settled } = await afterDeletion();
    add();
    release();
    await settled();
    expect(stored(server)).toEqual([original[0], 'MARA', 'Nobody moves.', 'A bell.']);
  });

  test('is stored at the end by a call with other changes', async () => {
    const { server, changes, add, release, settled } = await afterDeletion();
    write(changes, 'Nobody moves.', 'Nobody waits.');
    write(changes, 'MARA', 'EDDIE');
    add();
    write(changes, 'INT. CAR DECK - NIGHT', 'EXT. CAR DECK - NIGHT');
    release();
    await settled();
    expect(stored(server)).toEqual(['EXT. CAR DECK - NIGHT', 'EDDIE', 'Nobody waits.', 'A bell.']);
  });
});

test('removes the undo step of a dropped change', async () => {
  const { server, changes, texts } = await opened();
  server.rejectNext(422, { message: 'Not so.' });
  write(changes, 'Nobody moves.', 'A bell.');
  await waitFor(() => expect(changes.outbox.state.status).toBe('rejected'));
  changes.outbox.resolveRejected(null);
  expect(texts()).toEqual(original);
  expect(changes.undoLabel).toBe(null);
  expect(changes.undo()).toBe(null);
});

test('creates a character before the cue that names it is stored', async () => {
  const { server, changes, settled } = await opened();
  insert(changes, 'Nobody moves.', 'TOBIAS (O.S.)', 'character');
  await settled();
  expect(server.sent.map(({ path, body }) => [path.split('/').at(-1), body.name ?? body.content])).toEqual([
    ['characters', 'TOBIAS'],
    ['script-elements', 'TOBIAS (O.S.)'],
  ]);
});

test('creates no second character for a name in other letters', async () => {
  const server = await aStoredScript(lines);
  await server.addCharacter('Tobias');
  const { changes, settled } = await opened(server);
  insert(changes, 'Nobody moves.', 'TOBIAS', 'character');
  await settled();
  expect(server.characters).toHaveLength(1);
});

test('creates no character when text is joined to a cue', async () => {
  const { server, changes, settled } = await opened();
  const text = 'MARA TWO HUNDRED AND THIRTEEN. TWICE.';
  const edits: QueuedEdit[] = [{ type: 'update', id: server.id(3), fields: { content: text }, base: 1 }];
  changes.run([...edits, removal(changes, 'Two hundred and thirteen. Twice.')], 'Join');
  await settled();
  changes.undo();
  await settled();
  expect(server.characters).toEqual([]);
});

test('makes a change once when its reply is lost', async () => {
  const { server, changes, settled } = await opened();
  server.network.losesAnswer = true;
  insert(changes, 'Nobody moves.', 'A bell.');
  await waitFor(() => expect(changes.outbox.state.status).toBe('waiting'));
  changes.outbox.retry();
  await settled();
  expect(server.sent).toHaveLength(2);
  expect(stored(server).filter((text) => text === 'A bell.')).toHaveLength(1);
});

test('stores a paste of 5 MB once when an answer in its middle is lost', { timeout: 120_000 }, async () => {
  const { server, changes } = await opened();
  const texts = Array.from({ length: 2600 }, (_, index) => `${index}. ${'Rain. '.repeat(340)}`.trim());
  const elements = texts.map((content) => withLocalId({ elementType: 'action' as const, content }));
  let calls = 0;
  const repair = server.network.interrupt('writes', async (_call, send) => {
    const answer = await send();
    if (++calls === 11) throw new TypeError('Failed to fetch');
    return answer;
  });
  changes.run([{ type: 'insert', afterId: server.id(2), elements }], 'Paste');
  await waitFor(
    () => {
      if (changes.outbox.state.status === 'waiting') changes.outbox.retry();
      expect(changes.outbox.state.status).toBe('saved');
    },
    { timeout: 100_000 },
  );
  repair();
  await server.read();
  expect(calls).toBeGreaterThan(15);
  expect(stored(server)).toEqual([...original.slice(0, 2), ...texts, ...original.slice(2)]);
});

test('sends the changes of a tab that died, each once and in order', async () => {
  const { server, changes } = await opened();
  const speak = server.silence();
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  write(changes, 'A horn.', 'Two horns.');
  await waitFor(() => expect(stored(server)).toContain('A bell.'));
  const kept = { ...localStorage };
  speak();
  const next = await opened(server);
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  next.changes.takeOverStored();
  await waitFor(() => expect(next.texts()).toContain('Two horns.'));
  await next.settled();
  expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'A bell.', 'Two horns.']);
  expect(stored(server)).toHaveLength(6);
  expect(Object.keys(localStorage)).toEqual([]);
  // No connection was lost, and nobody else has written there.
  expect(next.changes.reconnectReport.get()).toBeNull();
});

describe('changes that wait at the same time', () => {
  const pathsOf = (server: StoredScript) => server.sent.map(({ path }) => path.split('/').at(-1));

  /** Make 40 changes while the first call is running. */
  async function afterManyLines() {
    const all = await opened();
    const release = all.server.hold();
    write(all.changes, 'Nobody moves.', 'A bell.');
    for (let index = 0; index < 40; index++) insert(all.changes, all.texts().at(-1) ?? '', `Line ${index}.`);
    const expected = all.texts();
    return { ...all, release, expected };
  }

  test('are sent in one call', async () => {
    const { server, expected, release, settled } = await afterManyLines();
    release();
    await settled();
    expect(pathsOf(server)).toEqual([String(server.id(2)), 'script-changes']);
    expect(stored(server)).toEqual(expected);
  });

  test('are stored once if the reply was lost', async () => {
    const { server, changes, expected, release, settled } = await afterManyLines();
    release();
    const speak = server.network.interrupt(changeScript, async (_call, send) => {
      await send();
      throw new TypeError('Failed to fetch');
    });
    await waitFor(() => expect(changes.outbox.state.status).toBe('waiting'));
    speak();
    changes.outbox.retry();
    await settled();
    expect(stored(server)).toEqual(expected);
  });

  test('are stored once if the tab was closed before the reply arrived', async () => {
    const { server, changes, expected, release } = await afterManyLines();
    const speak = server.network.interrupt(changeScript, async (_call, send) => {
      await send();
      return new Promise(() => undefined);
    });
    release();
    await waitFor(() => expect(stored(server)).toEqual(expected));
    changes.run([{ type: 'update', id: server.id(3), fields: { content: 'ANNA' } }]);
    const kept = { ...localStorage };
    speak();
    const next = await opened(server);
    localStorage.clear();
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    next.changes.takeOverStored();
    await waitFor(() => expect(next.texts()).toContain('ANNA'));
    await next.settled();
    expect(stored(server)).toEqual(expected.with(2, 'ANNA'));
    expect(next.texts()).toEqual(stored(server));
  });

  test('are sent one by one if one of them is rejected, and only that one is asked about', async () => {
    const { server, changes, settled } = await opened();
    const release = server.hold();
    write(changes, 'INT. CAR DECK - NIGHT', 'INT. CAR DECK - DAY');
    write(changes, 'Nobody moves.', 'A bell rings.');
    write(changes, original[3] ?? '', 'Two hundred.');
    await server.change(2, 'Somebody moves.');
    release();
    await waitFor(() => expect(changes.outbox.state.status).toBe('rejected'));
    await changes.outbox.whenIdle();
    expect(stored(server)).toEqual(['INT. CAR DECK - DAY', 'Somebody moves.', 'MARA', 'Two hundred.']);
    expect(changes.outbox.pending).toHaveLength(1);
    changes.outbox.resolveRejected(null);
    await settled();
  });
});

describe('a new line that a closed tab has sent', () => {
  /** Open the script after a tab that was closed before the reply arrived. */
  async function afterClosedTab(isStored: boolean) {
    const { server, changes } = await opened();
    const speak = isStored ? server.silence() : server.hold();
    insert(changes, 'Nobody moves.', 'A bell.');
    insert(changes, 'A bell.', 'A horn.');
    if (isStored) await waitFor(() => expect(stored(server)).toContain('A bell.'));
    const kept = { ...localStorage };
    if (isStored) speak();
    const next = await opened(server);
    localStorage.clear();
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    return next;
  }

  test('is shown once, before and after the reply to the repeated call', async () => {
    const { server, changes, texts, settled } = await afterClosedTab(true);
    const shown: string[][] = [];
    changes.watch(() => shown.push(texts()));
    const release = server.hold();
    changes.takeOverStored();
    await waitFor(() => expect(server.sent).toHaveLength(2));
    expect(texts()).toEqual(stored(server));
    release();
    await settled();
    expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'A bell.', 'A horn.']);
    expect(texts()).toEqual(stored(server));
    for (const state of shown) {
      expect(state.filter((text) => text === 'A bell.')).toHaveLength(1);
      if (state.includes('A horn.')) expect(state.slice(1, 4)).toEqual(stored(server).slice(1, 4));
    }
  });

  test('is shown while the server cannot be reached', async () => {
    const { server, changes, texts } = await afterClosedTab(false);
    server.network.isOffline = true;
    changes.takeOverStored();
    await waitFor(() => expect(changes.outbox.state.status).toBe('waiting'));
    expect(texts().slice(1, 4)).toEqual(['Nobody moves.', 'A bell.', 'A horn.']);
  });
});

test('keeps what others wrote when the reply to a change of a dead tab is outdated', async () => {
  const { server, changes } = await opened();
  const speak = server.silence();
  insert(changes, 'Nobody moves.', 'A bell.');
  await waitFor(() => expect(stored(server)).toContain('A bell.'));
  const kept = { ...localStorage };
  speak();
  const bell = server.elements.find(({ content }) => content === 'A bell.');
  await server.browser.as('eddie').patch(`/api/script-elements/${bell?.id}`, { content: 'Two bells.' });
  const next = await opened(server);
  const stop = new QueryObserver(next.client, elementsQuery(server.project.id)).subscribe(() => {});
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  next.changes.takeOverStored();
  await waitFor(() => expect(server.sent).toHaveLength(2));
  await next.settled();
  await waitFor(() => expect(next.texts().slice(1, 3)).toEqual(['Nobody moves.', 'Two bells.']));
  stop();
});

test('sends the second change of a tab that died between two changes', async () => {
  const { server, changes } = await opened();
  const reopen = server.network.interrupt('writes', (_call, send) =>
    server.sent.length > 1 ? new Promise<never>(() => undefined) : send(),
  );
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  write(changes, 'A bell.', 'Two bells.');
  await waitFor(() => expect(changes.outbox.pending).toHaveLength(2));
  const kept = { ...localStorage };
  reopen();
  const next = await opened(server);
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  next.changes.takeOverStored();
  await waitFor(() => expect(next.texts()).toContain('Two bells.'));
  await next.settled();
  expect(stored(server).slice(1, 4)).toEqual(['Nobody moves.', 'Two bells.', 'A horn.']);
  expect(stored(server)).toHaveLength(6);
});

test('undoes and redoes suggestions of one group for one element in one step', async () => {
  const { server, changes, texts, settled } = await opened();
  for (const content of ['Nobody moves now.', 'Nobody stirs now.', 'No one stirs now.'])
    await changes.applyRemote(async () => [await server.change(2, content)], 'Suggestion', 'all');
  const accepted = texts();
  for (const expected of [original, accepted, original, accepted]) {
    if (expected === original) changes.undo();
    else changes.redo();
    await settled();
    expect([texts(), stored(server)]).toEqual([expected, expected]);
  }
});

test('undoes a suggestion that the live channel delivers before its reply', async () => {
  const { server, changes, texts, settled } = await opened();
  const change = async () => {
    const element = await server.change(2, 'Nobody moves now.');
    changes.putStored(element);
    return element;
  };
  await changes.applyRemote(async () => [await change()], 'Suggestion');
  expect(texts()).toContain('Nobody moves now.');
  changes.undo();
  await settled();
  expect([texts(), stored(server)]).toEqual([original, original]);
});

test('deletes an element that a group inserted and changed with one undo', async () => {
  const { server, changes, texts, settled } = await opened();
  const made: Element = (
    await server.browser.as('eddie').post(`${server.browser.people.projectUrl}/script-elements`, {
      elementType: 'action',
      content: 'Rain.',
      afterId: server.id(2),
    })
  ).json();
  await changes.applyRemote(async () => [made], 'Suggestion', 'all');
  const change = () =>
    server.browser.as('eddie').patch(`/api/script-elements/${made.id}`, { content: 'Hard rain.' });
  await changes.applyRemote(async () => [(await change()).json()], 'Suggestion', 'all');
  expect(texts()).toContain('Hard rain.');
  changes.undo();
  await settled();
  expect([texts(), stored(server)]).toEqual([original, original]);
});

describe('changes stored by an earlier version', () => {
  const keep = (server: StoredScript, ...kept: Change[]) =>
    localStorage.setItem(
      `cold-open:kept:eddie:${server.project.id}:dead`,
      JSON.stringify({ changes: kept, line: null, offered: [] }),
    );
  const change = (key: string, ...edits: QueuedEdit[]): Change => ({ key, label: null, edits, type: 'edit' });
  const row = (key: number, content: string) => ({ elementType: 'action' as const, content, key });

  test('stores a change that had been rejected for its local ids', async () => {
    const { server, changes, settled } = await opened();
    keep(
      server,
      change(
        'paste',
        { type: 'insert', afterId: server.id(2), elements: [row(-1, 'A bell.')] },
        { type: 'insert', afterId: -1, elements: [row(-2, 'A horn.'), row(-3, 'A rope.')] },
      ),
      change('words', { type: 'update', id: -3, fields: { content: 'Two ropes.' }, base: 'paste' }),
      change('next', { type: 'insert', afterId: -3, elements: [row(-4, 'Fog.')] }),
    );
    changes.takeOverStored();
    await waitFor(() => expect(stored(server)).toHaveLength(8));
    await settled();
    expect(stored(server).slice(1, 6)).toEqual(['Nobody moves.', 'A bell.', 'A horn.', 'Two ropes.', 'Fog.']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('stores an element behind an unknown one at the end, where it is shown', async () => {
    const { server, changes, texts, settled } = await opened();
    keep(
      server,
      change('one', { type: 'insert', afterId: -9, elements: [row(-1, 'A bell.')] }),
      change(
        'two',
        { type: 'insert', afterId: -8, elements: [row(-2, 'A horn.')] },
        { type: 'insert', afterId: -2, elements: [row(-3, 'A rope.')] },
        { type: 'delete', id: -7, base: null },
      ),
      change('gone', { type: 'delete', id: -7, base: null }),
    );
    changes.takeOverStored();
    await waitFor(() => expect(texts()).toContain('A rope.'));
    await settled();
    expect(stored(server)).toEqual([...original, 'A bell.', 'A horn.', 'A rope.']);
    expect(texts()).toEqual(stored(server));
  });

  test('asks the user about a change that can never be stored, and sends all others', async () => {
    const { server, changes, texts } = await opened();
    keep(
      server,
      change('lost', { type: 'update', id: -9, fields: { content: 'A bell.' }, base: null }),
      change('next', { type: 'insert', afterId: server.id(2), elements: [row(-1, 'A horn.')] }),
    );
    changes.takeOverStored();
    await waitFor(() => expect(stored(server)).toContain('A horn.'));
    expect(changes.outbox.state).toMatchObject({
      status: 'rejected',
      change: { key: 'lost', edits: [{ fields: { content: 'A bell.' } }] },
    });
    write(changes, 'Nobody moves.', 'Everybody moves.');
    await waitFor(() => expect(stored(server)).toContain('Everybody moves.'));
    expect(Object.values(localStorage).join()).toContain('A bell.');
    changes.outbox.resolveRejected(null);
    await waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
    expect(texts()).toEqual(stored(server));
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

test.for([400, 403, 413, 422])('sends all other changes after a rejection with %i', async (status) => {
  const { server, changes, texts } = await opened();
  server.rejectNext(status, { message: 'Not so.' });
  insert(changes, 'Nobody moves.', 'A bell.');
  insert(changes, 'A bell.', 'A horn.');
  write(changes, 'MARA', 'TOBIAS');
  await waitFor(() => expect(stored(server)).toContain('TOBIAS'));
  expect(stored(server)).toEqual([original[0], 'Nobody moves.', 'A horn.', 'TOBIAS', original[3]]);
  expect(texts()).toEqual([original[0], 'Nobody moves.', 'A bell.', 'A horn.', 'TOBIAS', original[3]]);
  expect(changes.outbox.state.status).toBe('rejected');
  changes.outbox.retry();
  await waitFor(() => expect(stored(server)).toEqual(texts()));
});

test('stores a cue whose name no character can have', async () => {
  const { server, changes, settled } = await opened();
  server.network.reject(createCharacter, 'invalid');
  insert(changes, 'Nobody moves.', 'TOBIAS', 'character');
  await settled();
  expect(stored(server)).toContain('TOBIAS');
});

test('keeps a pending line when a suggestion behind it is accepted', async () => {
  const { server, changes, texts, settled } = await opened();
  const release = server.hold();
  insert(changes, 'Nobody moves.', 'A bell.');
  await changes.applyRemote(async () => [await server.change(2, 'Everybody moves.')], 'Suggestion');
  expect(texts().slice(1, 3)).toEqual(['Everybody moves.', 'A bell.']);
  release();
  await settled();
  expect(stored(server).slice(1, 3)).toEqual(['Everybody moves.', 'A bell.']);
  changes.undo();
  await settled();
  expect(stored(server).slice(1, 3)).toEqual(['Nobody moves.', 'A bell.']);
});
