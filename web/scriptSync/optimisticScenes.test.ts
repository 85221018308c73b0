import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { closeScript, edit, elementOf, openScript, write } from '#web/script/testing/openScript.tsx';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import { noFilter } from '#web/scriptEditor/rows/filter.ts';
import { createFiltering } from '#web/scriptEditor/rows/filtering.ts';
import { withLocalId } from './localIds.ts';
import { charactersQuery, elementsQuery, scenesQuery } from './script.data.ts';
import { ScriptSync } from './scriptSync.ts';

afterEach(closeScript);

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
  ['action', 'Nobody laughs.'],
  ['scene_heading', 'EXT. HARBOUR - DAWN'],
  ['action', 'Gulls.'],
];

const scenesNow = (changes: ScriptSync) => changes.scenes.get() ?? [];

async function opened() {
  const server = await aStoredScript(lines);
  const client = createQueryClient();
  const { id } = server.project;
  await Promise.all([
    client.fetchQuery(elementsQuery(id)),
    client.fetchQuery(scenesQuery(id)),
    client.fetchQuery(charactersQuery(id)),
  ]);
  const changes = new ScriptSync(client, id, 'eddie');
  const idOf = (text: string) => changes.elements().find(({ content }) => content === text)?.id ?? 0;
  const inScenes = () => {
    const numbers = new Map(scenesNow(changes).map((scene) => [scene.id, scene.sceneNumber]));
    return changes.elements().map(({ content, sceneId }) => `${numbers.get(sceneId ?? 0)} ${content}`);
  };
  const scenes = () => scenesNow(changes).map(({ sceneNumber, heading }) => `${sceneNumber} ${heading}`);
  const settled = () => waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
  return { server, changes, idOf, inScenes, scenes, settled };
}

test('creates the scene of a new heading with its text before the server replies', async () => {
  const { server, changes, idOf, inScenes, scenes, settled } = await opened();
  const stored = scenesNow(changes);
  const filtering = createFiltering(changes, noFilter);
  const arrive = server.network.hold('writes');
  const heading = withLocalId({ elementType: 'scene_heading' as const, content: 'INT. STAIRS - NIGHT' });
  changes.run([{ type: 'insert', afterId: idOf('Nobody moves.'), elements: [heading] }]);
  const three = ['1 INT. CAR DECK - NIGHT', '2 INT. STAIRS - NIGHT', '3 EXT. HARBOUR - DAWN'];
  const placed = [three[0], '1 Nobody moves.', three[1], '2 Nobody laughs.', three[2], '3 Gulls.'];
  expect(scenes()).toEqual(three);
  expect(inScenes()).toEqual(placed);
  expect(scenesNow(changes)[1]).toMatchObject({ location: 'STAIRS', timeOfDay: 'NIGHT', actNumber: 1 });
  // Writing on keeps the objects of what it leaves alone.
  const before = changes.elements();
  changes.run([{ type: 'update', id: idOf('Gulls.'), fields: { content: 'Gulls, and rain.' }, base: 1 }]);
  expect(changes.elements()[3]).toBe(before[3]);
  const own = scenesNow(changes)[1]?.id ?? 0;
  filtering.choose({ sceneId: own, characterId: null });
  const filtered = ['INT. STAIRS - NIGHT', 'Nobody laughs.'];
  expect(filtering.elements.get().map(({ content }) => content)).toEqual(filtered);

  arrive();
  await settled();
  expect(scenes()).toEqual(three);
  expect(inScenes()).toEqual(placed.with(5, '3 Gulls, and rain.'));
  expect(scenesNow(changes)[1]?.id).toBeGreaterThan(0);
  expect(filtering.elements.get().map(({ content }) => content)).toEqual(filtered);
  expect(scenesNow(changes)[0]).toBe(stored[0]);
});

test('removes the scene with its heading, also on undo', async () => {
  const { server, changes, idOf, inScenes, scenes, settled } = await opened();
  const arrive = server.network.hold('writes');
  changes.run([{ type: 'delete', id: idOf('EXT. HARBOUR - DAWN'), base: 1 }]);
  expect(scenes()).toEqual(['1 INT. CAR DECK - NIGHT']);
  expect(inScenes().at(-1)).toBe('1 Gulls.');
  changes.undo();
  const both = ['1 INT. CAR DECK - NIGHT', '2 EXT. HARBOUR - DAWN'];
  expect(scenes()).toEqual(both);
  const fields = { elementType: 'scene_heading' as const, content: 'INT. BRIDGE - NIGHT' };
  changes.run([{ type: 'update', id: idOf('Nobody laughs.'), fields, base: 1 }]);
  expect(scenes()).toEqual([both[0], '2 INT. BRIDGE - NIGHT', '3 EXT. HARBOUR - DAWN']);
  arrive();
  await settled();
  expect(scenes()).toEqual([both[0], '2 INT. BRIDGE - NIGHT', '3 EXT. HARBOUR - DAWN']);
  expect(inScenes().at(-1)).toBe('3 Gulls.');
});

test('numbers a new scene at once', async () => {
  const { server } = await openScript(lines);
  const arrive = server.hold();
  const field = edit('Nobody laughs.');
  fireEvent.keyDown(field, { key: '1', code: 'Digit1', ctrlKey: true });
  write(field, 'INT. BRIDGE - NIGHT');
  fireEvent.keyDown(field, { key: 's', code: 'KeyS', ctrlKey: true });
  const says = (text: string) => elementOf(text).querySelector('[data-says]')?.getAttribute('data-says');
  expect(says('INT. BRIDGE - NIGHT')).toBe('Scene 2: ');
  expect(says('EXT. HARBOUR - DAWN')).toBe('Scene 3: ');
  await act(async () => arrive());
  await waitFor(() => expect(server.elements[2]?.elementType).toBe('scene_heading'));
  expect(says('EXT. HARBOUR - DAWN')).toBe('Scene 3: ');
});

test('keeps a scene for the opening while it has text', async () => {
  const { changes, idOf, scenes, settled } = await opened();
  const one = withLocalId({ elementType: 'transition' as const, content: 'FADE IN:' });
  changes.run([{ type: 'insert', afterId: null, elements: [one] }]);
  const headings = ['1 INT. CAR DECK - NIGHT', '2 EXT. HARBOUR - DAWN'];
  expect(scenes()).toEqual(['0 ', ...headings]);
  changes.run([{ type: 'delete', id: idOf('FADE IN:'), base: 1 }]);
  expect(scenes()).toEqual(headings);
  await settled();
  expect(scenes()).toEqual(headings);
});
