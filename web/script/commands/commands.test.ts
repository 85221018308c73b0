import fs from 'node:fs';
import path from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { elementTypes } from '#screenplay/element.ts';
import { exportFormatNames } from '#screenplay/exportFormats.ts';
import type { Project } from '#shared/contract/projects.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { reportServerReached, reportServerUnreached } from '#web/lib/connection.ts';
import { aProject } from '#web/lib/testing.ts';
import { createScriptScreen } from '#web/script/createScriptScreen.ts';
import { keyGroups } from '#web/scriptEditor/keys/keyGroups.ts';
import { commandKeys } from '#web/scriptEditor/keys/keys.ts';
import { createProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { pageCommands } from '../pages/usePageKeys.ts';
import { paletteEntries } from '../palette/results.ts';

import { commandOf } from './commands.ts';
import { commandTable, keyOfCommand } from './commandTable.ts';

/** A script screen with a scene that has a picture, for a user with that role. */
function deskOf(role: Project['role']) {
  const server = scriptRows([
    { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
    { elementType: 'action', content: 'Nobody moves.' },
  ]);
  const client = new QueryClient();
  client.setQueryData(elementsQuery(1).queryKey, server.elements);
  const scenes = server.scenes.map((scene) => ({ ...scene, imageUrl: '/files/deck.png' }));
  const projectContext = createProjectContext({ ...aProject(), role }, scenes, []);
  return createScriptScreen(projectContext, new ScriptSync(client, 1, 'eddie'));
}

const ids = commandTable.map(({ id }) => id);
const idsOf = (role: Project['role']) =>
  deskOf(role)
    .commands.get()
    .map(({ id }) => id);

test('a command is in the table once', () => {
  expect(new Set(ids).size).toBe(ids.length);
});

test('are all available to a writer, in the order of the table', () => {
  expect(idsOf('owner')).toEqual(ids);
  expect(idsOf('editor')).toEqual(ids);
});

test('other roles have the commands that they may use', () => {
  const open = (whose: readonly string[]) =>
    commandTable.filter((entry) => entry.for === undefined || whose.includes(entry.for)).map(({ id }) => id);
  expect(idsOf('viewer')).toEqual(open([]));
  expect(idsOf('commenter')).toEqual(open(['commenters']));
});

test('are unavailable without a connection, with a reason, when they need the server', () => {
  const { commands } = deskOf('owner');
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportServerUnreached();
  const off = commands.get().filter(({ label }) => label.endsWith(': needs a connection'));
  expect(off.map(({ id, isEnabled }) => [id, isEnabled])).toEqual(
    [
      'readingView',
      ...exportFormatNames.map((format) => `export.${format}`),
      'print',
      'compare',
      'issues',
      'production',
    ].map((id) => [id, false]),
  );
  reportServerReached();
  network.mockRestore();
  expect(commands.get().find(({ id }) => id === 'export.pdf')).toMatchObject({
    label: 'Export PDF',
    isEnabled: true,
  });
});

test('the palette lists every command that is available', () => {
  const commands = deskOf('owner').commands.get();
  const listed = paletteEntries({
    commands,
    scenes: [],
    sceneNumbers: new Map(),
    characters: [],
    views: [],
    onScene: () => {},
    onCharacter: () => {},
    onView: () => {},
    pages: { numberOf: () => 0, onPage: () => {} },
  });
  const enabled = commands.filter(({ isEnabled }) => isEnabled).map(({ id }) => `Commands:${id}`);
  expect(listed.map(({ key }) => key)).toEqual(enabled);
  expect(enabled.length).toBeGreaterThan(20);
});

test('every key belongs to a command of the table, and the types have keys', () => {
  const withKeys = [...Object.keys(commandKeys), ...elementTypes.map((type) => `type-${type}`)];
  expect(ids.filter((id) => keyOfCommand(id)).toSorted()).toEqual(withKeys.toSorted());
});

test('every key of a command is on the list of keys once', () => {
  const listed = keyGroups('cycle').flatMap(({ keys }) => keys);
  for (const id of ids) {
    const key = keyOfCommand(id);
    if (key) expect([id, listed.filter((each) => each === key).length]).toEqual([id, 1]);
  }
});

test('handles the key of each command either on the screen, or in the text and on focused elements', () => {
  const inText = ['cut', 'copy', 'paste', 'bold', 'italic', 'underline'];
  const commands = deskOf('owner').commands.get();
  for (const id of Object.keys(commandKeys)) {
    const chord = keyOfCommand(id)?.keys[0] ?? [];
    const held = (name: string) => chord.slice(0, -1).includes(name);
    const press = {
      key: chord.at(-1) ?? '',
      ctrlKey: held('Mod') || held('Ctrl'),
      metaKey: false,
      altKey: held('Alt'),
      shiftKey: held('Shift'),
    };
    const isOnScreen = commandOf(press, commands, 'page')?.id === id;
    const isElsewhere = inText.includes(id) || pageCommands.some((each) => each === id);
    expect([id, isOnScreen !== isElsewhere]).toEqual([id, true]);
  }
});

/**
 * Keys without a command: list movement, typed letters, Enter in a form, keys replayed after
 * loading, and the Enter of phone keyboards that report no key; every other key is looked up by its
 * name in the table.
 */
const ownKeys = [
  'script/FindOnDesk.tsx',
  'script/filter/FilterRow.tsx',
  'script/filter/useRows.ts',
  'script/palette/PaletteGroup.tsx',
  'script/palette/usePalette.ts',
  'script/studio/Waveform.tsx',
  'scriptEditor/bottomInput/TypePicker.tsx',
  'scriptEditor/desk/pressNatively.ts',
  'scriptEditor/field/softEnter.ts',
  'scriptEditor/find/FindRow.tsx',
  'scriptEditor/find/ReplaceRow.tsx',
  'scriptEditor/writing/useTypedLine.ts',
];

test('only lists, forms and the table compare the sign of a key', () => {
  const root = path.resolve('web');
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^script(Editor|Sync)?\/.*\.tsx?$/.test(file))
    .filter((file) => !/\.test\.tsx?$|\/(testing|keys)\//.test(file));
  const readsKeys =
    /\bevent\.key\b|(?:=== |case )'(?:Enter|Tab|Escape|Backspace|Delete|Arrow\w+|Home|End|F\d+)'|\bkey === '.'/;
  const found = files.filter((file) => readsKeys.test(fs.readFileSync(path.join(root, file), 'utf8')));
  expect(found.toSorted()).toEqual(ownKeys);
});
