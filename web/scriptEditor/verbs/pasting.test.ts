import { waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { unstyled } from '#screenplay/styled.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { createScriptScreen } from '#web/script/createScriptScreen.ts';
import { closeScript } from '#web/script/testing/openScript.tsx';
import { aStoredScript, type StoredScript } from '#web/script/testing/storedScript.ts';
import { loadPasteReader } from '#web/scriptEditor/clipboard/pasteReader.ts';
import { charactersQuery, elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { htmlOf } from '../clipboard/copied.ts';
import type { LiveFieldHandle } from '../field/liveText.ts';
import { createProjectContext } from '../pages/projectContext.ts';

/*
 * Cut and paste of several elements, in one tab and in two (docs/decisions/0070).
 */

const lines: [ElementType, string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen. Twice.'],
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ['action', 'Rain on black water.'],
];

const tabs: ScriptSync[] = [];

beforeAll(loadPasteReader);
beforeEach(() => localStorage.clear());
afterEach(async () => {
  await closeScript();
  for (const { outbox } of tabs.splice(0)) outbox.discardAll();
});

/** A tab of the script, without its pages. */
async function aTab(server: StoredScript) {
  const client = createQueryClient();
  const { id } = server.project;
  await client.fetchQuery(elementsQuery(id));
  const scenes = await client.fetchQuery(scenesQuery(id));
  const characters = await client.fetchQuery(charactersQuery(id));
  const changes = new ScriptSync(client, id, 'eddie');
  tabs.push(changes);
  return createScriptScreen(createProjectContext(server.project, scenes, characters), changes);
}
type Tab = Awaited<ReturnType<typeof aTab>>;

const row = ({ sync }: Tab, content: string) => {
  const found = sync.elements().find((each) => each.content === content);
  if (!found) throw new Error(`No element "${content}"`);
  return found;
};

/** Select from the start of one element to an offset in another; by default its end. */
function select(tab: Tab, from: string, to: string, offset = to.length) {
  const selection = {
    anchor: { id: row(tab, from).id, offset: 0 },
    head: { id: row(tab, to).id, offset },
  };
  tab.selecting.select(selection, { isRevealed: false });
  return { text: '', html: htmlOf(tab.selecting.fragment(selection), defaultFormat) };
}

function cut(tab: Tab, from: string, to: string, offset?: number) {
  const clipboard = select(tab, from, to, offset);
  tab.selecting.typeOver(unstyled(''), 'Cut');
  tab.writing.close();
  return clipboard;
}

/** Paste into a new line after an element. */
function paste(tab: Tab, clipboard: { text: string; html: string }, after: string | null) {
  tab.writing.openNew(after === null ? null : row(tab, after).id, 'action');
  tab.nodes.field.current = { selection: () => ({ start: 0, end: 0 }) } as LiveFieldHandle;
  expect(tab.pasting.onPaste(clipboard)).toBe(true);
  tab.writing.close();
}

const places = (server: StoredScript) =>
  server.elements.map(({ id }) => lines.findIndex((_, index) => server.id(index + 1) === id) + 1);
const saved = (...open: Tab[]) =>
  waitFor(() => {
    for (const { sync } of open)
      expect([sync.outbox.state.status, sync.outbox.pending]).toEqual(['saved', []]);
  });

describe('createPasting', () => {
  test('moves the elements that were cut, with their scenes', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const scenes = server.scenes.map(({ id, heading }) => [id, heading]);
    const clipboard = cut(tab, 'EXT. HARBOUR - NIGHT', 'Rain on black water.');
    paste(tab, clipboard, null);
    await saved(tab);
    expect(places(server)).toEqual([5, 6, 1, 2, 3, 4]);
    expect(server.scenes.map(({ id, heading }) => [id, heading])).toEqual(scenes.toReversed());
    expect(tab.sync.elements().map(({ id }) => id)).toEqual(server.elements.map(({ id }) => id));
  });

  test('moves them again after undo and redo, each one step', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    paste(tab, cut(tab, 'MARA', 'Two hundred and thirteen. Twice.'), 'Rain on black water.');
    await saved(tab);
    const steps = async (direction: 'undo' | 'redo', expected: number[][]) => {
      for (const each of expected) {
        tab.sync[direction]();
        await saved(tab);
        expect(places(server)).toEqual(each);
      }
    };
    const [before, between, after] = [
      [1, 2, 3, 4, 5, 6],
      [1, 2, 5, 6],
      [1, 2, 5, 6, 3, 4],
    ];
    expect(places(server)).toEqual(after);
    await steps('undo', [between, before]);
    expect(tab.sync.undoLabel).toBeNull();
    await steps('redo', [between, after]);
    expect(tab.sync.redoLabel).toBeNull();
  });

  test('restores what was cut, pasted and undone, when it is pasted once more', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const clipboard = cut(tab, 'MARA', 'Two hundred and thirteen. Twice.');
    paste(tab, clipboard, 'Rain on black water.');
    tab.sync.undo();
    paste(tab, clipboard, null);
    await saved(tab);
    expect(places(server)).toEqual([3, 4, 1, 2, 5, 6]);
  });

  test('makes new elements when they are pasted for the second time', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const clipboard = cut(tab, 'MARA', 'Two hundred and thirteen. Twice.');
    paste(tab, clipboard, 'Rain on black water.');
    paste(tab, clipboard, null);
    await saved(tab);
    expect(places(server)).toEqual([0, 0, 1, 2, 5, 6, 3, 4]);
    expect(server.elements.slice(0, 2).map(({ content }) => content)).toEqual([
      'MARA',
      'Two hundred and thirteen. Twice.',
    ]);
  });

  test('takes only text of an element that was cut in part', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    paste(tab, cut(tab, 'MARA', 'Two hundred and thirteen. Twice.', 4), 'Rain on black water.');
    await saved(tab);
    expect(places(server)).toEqual([1, 2, 4, 5, 6, 3, 0]);
    expect(server.elements.map(({ content }) => content)).toContain('hundred and thirteen. Twice.');
  });

  test('moves elements that another tab has cut, before this tab has received that change', async () => {
    const server = await aStoredScript(lines);
    const [one, other] = [await aTab(server), await aTab(server)];
    const clipboard = cut(one, 'MARA', 'Two hundred and thirteen. Twice.');
    await saved(one);
    expect(row(other, 'MARA').id).toBe(server.id(3));
    paste(other, clipboard, 'Rain on black water.');
    await saved(other);
    expect(places(server)).toEqual([1, 2, 5, 6, 3, 4]);
  });

  test('waits for a cut that was rejected, and moves the elements when that is decided', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const release = server.hold();
    const clipboard = cut(tab, 'MARA', 'Two hundred and thirteen. Twice.');
    paste(tab, clipboard, 'Rain on black water.');
    await server.change(4, 'Two hundred and fourteen.');
    release();
    await waitFor(() => expect(tab.sync.outbox.state.status).toBe('rejected'));
    expect(tab.sync.outbox.pending).toHaveLength(2);
    expect(server.elements).toHaveLength(6);
    const { outbox } = tab.sync;
    const { state } = outbox;
    if (state.status !== 'rejected') throw new Error('Nothing was rejected');
    const edits = state.change.edits.map((edit) => ({ ...edit, base: null }));
    outbox.resolveRejected({ ...state.change, key: crypto.randomUUID(), edits });
    await saved(tab);
    // The element whose text somebody else changed is not the one that was cut.
    expect(places(server)).toEqual([1, 2, 5, 6, 3, 0]);
  });

  test('keeps the element whose text follows pasted paragraphs', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    tab.writing.open(row(tab, 'Nobody moves.'), 0);
    tab.nodes.field.current = { selection: () => ({ start: 0, end: 0 }) } as LiveFieldHandle;
    expect(tab.pasting.onPaste({ text: 'A bell.\n\nA horn.', html: '' })).toBe(true);
    expect(tab.writing.line.get()).toMatchObject({ id: server.id(2), selection: 0 });
    tab.writing.save();
    await saved(tab);
    expect(places(server)).toEqual([1, 0, 0, 2, 3, 4, 5, 6]);
    tab.sync.undo();
    await saved(tab);
    expect(places(server)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('keeps the elements of a selection that is replaced by its own copy', async () => {
    const server = await aStoredScript(lines);
    const tab = await aTab(server);
    const clipboard = select(tab, 'MARA', 'Two hundred and thirteen. Twice.');
    tab.pasting.onPasteOver(clipboard);
    tab.writing.close();
    await saved(tab);
    expect(places(server)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
