import { waitFor } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { closeScript } from '#web/script/testing/openScript.tsx';
import { aStoredScript, type StoredScript } from '#web/script/testing/storedScript.ts';
import { elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { createElementAdder } from './adding.ts';

beforeEach(() => {
  localStorage.clear();
});
afterEach(async () => {
  await closeScript();
});

const twoScenes: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['character', 'MARA'],
  ['scene_heading', 'INT. BRIDGE - NIGHT'],
  ['action', 'A kettle.'],
];

async function adder(lines = twoScenes, sceneIndex: number | null = null) {
  const server = await aStoredScript(lines);
  const client = createQueryClient();
  await Promise.all([
    client.fetchQuery(elementsQuery(server.project.id)),
    client.fetchQuery(scenesQuery(server.project.id)),
  ]);
  const changes = new ScriptSync(client, server.project.id, 'eddie');
  const sceneId = sceneIndex === null ? null : (server.scenes[sceneIndex]?.id ?? null);
  const settled = () => waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
  return { server, changes, settled, ...createElementAdder(changes, () => sceneId) };
}

const stored = (server: StoredScript) => server.elements.map(({ content }) => content);

test('the first line of the bottom input is numbered element count + 1000', async () => {
  const { server, addAtEnd, settled } = await adder();
  expect(addAtEnd('action', 'A bell.')).toBe(true);
  await settled();
  expect(server.sent[0]?.body).toEqual({
    ...{ elementType: 'action', content: 'A bell.', orderIndex: 1004, afterId: server.id(4) },
  });
});

test('lines of the bottom input are stored in the order in which they were added, however fast', async () => {
  const { server, changes, addAtEnd, settled } = await adder();
  const release = server.hold();
  const lines = Array.from({ length: 12 }, (_, index) => `Bell ${index + 1}.`);
  for (const line of lines) addAtEnd('action', line);
  expect(
    changes
      .elements()
      .slice(4)
      .map(({ content }) => content),
  ).toEqual(lines);
  release();
  await settled();
  expect(stored(server).slice(4)).toEqual(lines);
  expect(server.elements.slice(4, 7).map(({ orderIndex }) => orderIndex)).toEqual([1004, 1014, 1024]);
});

test('adds a line of the bottom input after lines of the script that are still being inserted', async () => {
  const { server, insertAfter, addAtEnd, settled } = await adder();
  await server.setColumns({ orderIndex: sql`${scriptElements.orderIndex} + 5000` as never });
  const release = server.hold();
  const first = insertAfter(server.id(4), 'action');
  const second = insertAfter(first, 'transition');
  addAtEnd('action', 'A bell.');
  insertAfter(second, 'dialogue');
  release();
  await settled();
  expect(stored(server).slice(4)).toEqual(['New action...', 'CUT TO:', 'New dialogue...', 'A bell.']);
});

test('a script may begin with any type, and the first heading creates its first scene', async () => {
  const { server, addAtEnd, settled } = await adder([]);
  expect(addAtEnd('transition', 'FADE IN:')).toBe(true);
  expect(addAtEnd('scene_heading', 'INT. CAR DECK - NIGHT')).toBe(true);
  await settled();
  expect(stored(server)).toEqual(['FADE IN:', 'INT. CAR DECK - NIGHT']);
  expect(server.scenes.map(({ heading }) => heading)).toEqual(['', 'INT. CAR DECK - NIGHT']);
});

test('adds a line at the end of the chosen scene, and continues its speaker', async () => {
  const { server, addAtEnd, settled } = await adder(twoScenes, 0);
  addAtEnd('dialogue', 'Twice.');
  await settled();
  expect(server.sent[0]?.body).toMatchObject({ afterId: server.id(2), characterName: 'MARA' });
  expect(stored(server)[2]).toBe('Twice.');
  expect(server.elements[2]?.sceneId).toBe(server.scenes[0]?.id);
});

test('adds a line at the end of the script in the last scene, chosen or not', async () => {
  const { server, addAtEnd, settled } = await adder(twoScenes, 1);
  addAtEnd('action', 'A bell.');
  await settled();
  expect(server.elements.at(-1)).toMatchObject({ content: 'A bell.', sceneId: server.scenes[1]?.id });
});

test('inserts a placeholder after an element, and creates no character', async () => {
  const { server, insertAfter, settled } = await adder();
  insertAfter(server.id(1), 'character');
  insertAfter(null, 'transition');
  await settled();
  expect(stored(server).slice(0, 3)).toEqual(['CUT TO:', 'INT. CAR DECK - NIGHT', 'CHARACTER NAME']);
  expect(server.characters).toEqual([]);
});

test('continues a text that is too long for one element in the next, and loses nothing', async () => {
  const { server, addAtEnd, settled } = await adder();
  const text = 'The ferry sails at six. '.repeat(1000).trim();
  addAtEnd('action', text);
  await settled();
  const added = stored(server).slice(4);
  expect(added.map(({ length }) => length <= 20_000)).toEqual([true, true]);
  expect(added.join(' ')).toBe(text);
});

test('removes characters that cannot be stored, and adds nothing if no text is left', async () => {
  const { server, addAtEnd, settled } = await adder();
  expect(addAtEnd('action', '\0\ud83d')).toBe(false);
  expect(addAtEnd('action', 'One\0 bell\udc00.')).toBe(true);
  await settled();
  expect(stored(server).slice(4)).toEqual(['One bell.']);
});

test('pastes from the bottom input at the end of the chosen scene in one change', async () => {
  const { server, changes, pasteAtEnd, settled } = await adder(twoScenes, 0);
  pasteAtEnd([
    { elementType: 'dialogue', content: 'Twice.' },
    { elementType: 'action', content: 'A bell.' },
  ]);
  await settled();
  expect(stored(server).slice(2, 4)).toEqual(['Twice.', 'A bell.']);
  changes.undo();
  await settled();
  expect(stored(server)).toHaveLength(4);
});
