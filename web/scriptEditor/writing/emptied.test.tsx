import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { wholeElements } from '#screenplay/fragment.ts';
import { comments, scenes } from '#server/db/schema/script.ts';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { storeUnsentScript } from '#web/lib/unsentScript.ts';
import {
  closeScript,
  edit,
  elementOf,
  isShown,
  live,
  liveField,
  openScript,
  scene,
  write,
} from '#web/script/testing/openScript.tsx';
import type { StoredScript } from '#web/script/testing/storedScript.ts';
import { loadPasteReader } from '#web/scriptEditor/clipboard/pasteReader.ts';
import { htmlOf } from '../clipboard/copied.ts';
import { type Preferences, preferencesKey } from '../preferences.ts';

beforeAll(loadPasteReader);
afterEach(async () => {
  await closeScript();
  for (const { id } of currentToasts()) dismissToast(id);
});

const action = 'Mara takes the last ladder sideways.';
const heading = 'INT. CAR DECK - NIGHT';
const speech = 'Two hundred and thirteen. Twice.';
const without = [heading, 'MARA', speech];

async function open(preferences: Partial<Preferences> = {}, lines: [ElementType, string][] = scene) {
  const opened = await openScript(lines);
  localStorage.setItem(preferencesKey, JSON.stringify(preferences));
  fireEvent(window, new StorageEvent('storage', { key: preferencesKey }));
  return opened;
}

const stored = (server: StoredScript) => server.elements.map(({ content }) => content);
const becomes = (server: StoredScript, contents: string[]) =>
  waitFor(() => expect(stored(server)).toEqual(contents));
const press = (key: string, more: object = {}) => fireEvent.keyDown(liveField(), { key, ...more });
const empty = (text: string) => {
  fireEvent.click(elementOf(text));
  write(liveField(), '');
};

/** Cut the text of a line, as Ctrl+X does. */
function cut(text: string): void {
  const field = edit(text);
  field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'deleteByCut', bubbles: true }));
  write(field, '');
}

/** Elements as this program copies them. */
function paste(into: HTMLElement, ...contents: string[]): void {
  const elements = contents.map((content) => ({ elementType: 'action' as const, content }));
  const html = htmlOf(wholeElements(elements), defaultFormat);
  const getData = (type: string) => (type === 'text/html' ? html : contents.join('\n\n'));
  fireEvent.paste(into, { clipboardData: { getData } });
}

const undo = async () => {
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Undo/ }).disabled).toBe(false),
  );
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
};

describe('an emptied line', () => {
  test('is deleted before something reads the script, and the caret stays in its place', async () => {
    const { server } = await open();
    fireEvent.click(elementOf(action));
    write(liveField(), '');
    await storeUnsentScript(server.project.id);
    expect(stored(server)).toEqual(without);
    expect(liveField().textContent).toBe('');
    write(liveField(), 'Nobody moves.');
    await storeUnsentScript(server.project.id);
    expect(stored(server)).toEqual([heading, 'Nobody moves.', 'MARA', speech]);
  });

  test('stays empty while the caret is in it, and nothing is sent', async () => {
    const { server } = await open();
    empty(action);
    expect([live()?.textContent, isShown(action)]).toEqual(['', false]);
    expect(server.sent).toEqual([]);
  });

  test.for<[string, () => void]>([
    ['a click elsewhere', () => fireEvent.click(elementOf('MARA'))],
    ['an arrow down', () => press('ArrowDown')],
    ['an arrow up', () => press('ArrowUp')],
    ['Enter', () => press('Enter')],
    ['Backspace', () => press('Backspace')],
    ['Delete', () => press('Delete')],
    ['the input below the script', () => act(() => below().focus())],
    ['another view', cleanup],
    ['the end of the page', () => fireEvent(window, new Event('pagehide'))],
  ])('is deleted when the caret leaves it: %s', async ([, leave]) => {
    const { server } = await open();
    empty(action);
    leave();
    await becomes(server, without);
    expect(server.elements.map(({ id }) => id)).toEqual([1, 3, 4].map((place) => server.id(place)));
  });

  test('is restored in one step of undo, with its id and its comments, and deleted again by redo', async () => {
    const { server } = await open();
    const { browser } = server;
    await browser.db.insert(comments).values({
      content: 'Which ladder?',
      projectId: browser.project.id,
      userId: browser.people.cora.id,
      scriptElementId: server.id(2),
      wasOnElement: true,
    });
    empty(action);
    fireEvent.click(elementOf('MARA'));
    await becomes(server, without);
    await undo();
    expect(isShown(action) || liveField().textContent === action).toBe(true);
    await becomes(server, [heading, action, 'MARA', speech]);
    expect(server.elements[1]?.id).toBe(server.id(2));
    const on = await browser.db.select({ id: comments.scriptElementId }).from(comments);
    expect(on.map(({ id }) => id)).toContain(server.id(2));
    fireEvent.click(screen.getByRole('button', { name: /^Redo/ }));
    await becomes(server, without);
  });

  test('moves the focus to the element in its place', async () => {
    await open();
    empty(action);
    press('Enter');
    expect(document.activeElement).toBe(elementOf('MARA'));
  });

  test('is not deleted by Enter, which offers another type with the keys of Final Draft, but when the caret leaves it', async () => {
    const { server } = await open({ elementKeys: 'finalDraft' });
    empty(action);
    press('Enter');
    expect(live()?.textContent).toBe('');
    fireEvent.click(elementOf('MARA'));
    await becomes(server, without);
  });

  test('is changed and not deleted if new text is typed', async () => {
    const { server } = await open();
    empty(action);
    write(liveField(), 'Nobody moves.');
    fireEvent.click(elementOf('MARA'));
    await becomes(server, [heading, 'Nobody moves.', 'MARA', speech]);
    expect(server.elements[1]?.id).toBe(server.id(2));
  });

  test('stays when it had no text before and was only viewed', async () => {
    const { server } = await open({}, [
      ['scene_heading', heading],
      ['action', action],
      ['action', ''],
    ]);
    edit(action);
    press('ArrowDown');
    press('ArrowUp');
    fireEvent.click(elementOf(heading));
    expect(server.sent).toEqual([]);
  });

  test('leaves an empty script when it was the only one, and undo restores it', async () => {
    const { server } = await open({}, [['action', action]]);
    empty(action);
    act(() => below().focus());
    await becomes(server, []);
    await undo();
    await becomes(server, [action]);
  });

  test('ends its scene when it was a heading, and undo restores what was attached to it', async () => {
    const { server } = await open({}, [
      ...scene,
      ['scene_heading', 'EXT. QUAY - DAWN'],
      ['action', 'Gulls.'],
    ]);
    await server.browser.db.update(scenes).set({ notes: 'Rain machine.' });
    const quay = server.scenes.find((each) => each.heading === 'EXT. QUAY - DAWN');
    empty('EXT. QUAY - DAWN');
    fireEvent.click(elementOf('MARA'));
    await waitFor(() => expect(server.scenes).toHaveLength(1));
    await undo();
    await waitFor(() => expect(server.scenes).toHaveLength(2));
    expect(server.scenes[1]).toMatchObject({ id: quay?.id, notes: 'Rain machine.' });
  });
});

describe('an explicit edit that is emptied', () => {
  test.for([
    ['Escape', () => press('Escape')],
    ['Enter', () => press('Enter')],
    ['Save', () => press('s', { ctrlKey: true })],
    ['a click elsewhere', () => fireEvent.click(elementOf('MARA'))],
  ] as const)('only closes: %s', async ([, end]) => {
    const { server } = await open();
    write(edit(action), '');
    end();
    expect(isShown(action)).toBe(true);
    expect(server.sent).toEqual([]);
  });

  test.for([
    ['Escape', () => press('Escape')],
    ['Save', () => press('s', { ctrlKey: true })],
  ] as const)('is not in what reads the script, and restores the element: %s', async ([, end]) => {
    const { server } = await open();
    const { browser } = server;
    await browser.db.insert(comments).values({
      content: 'Which ladder?',
      projectId: browser.project.id,
      userId: browser.people.cora.id,
      scriptElementId: server.id(2),
      wasOnElement: true,
    });
    write(edit(action), 'Mara');
    await storeUnsentScript(server.project.id);
    write(liveField(), '');
    await storeUnsentScript(server.project.id);
    expect(stored(server)).toEqual(without);
    end();
    await becomes(server, [heading, action, 'MARA', speech]);
    expect(server.elements[1]?.id).toBe(server.id(2));
    const on = await browser.db.select({ id: comments.scriptElementId }).from(comments);
    expect(on.map(({ id }) => id)).toContain(server.id(2));
  });

  test('is stored in the same element when something is typed after that', async () => {
    const { server } = await open();
    write(edit(action), '');
    await storeUnsentScript(server.project.id);
    write(liveField(), 'Nobody moves.');
    press('Enter');
    await becomes(server, [heading, 'Nobody moves.', 'MARA', speech]);
    expect(server.elements[1]?.id).toBe(server.id(2));
  });
});

describe('an emptied line that somebody else', () => {
  test.for([
    ['Keep it', [heading, 'Mara takes the ladder.', 'MARA', speech]],
    ['Delete it', without],
  ] as const)('changed in between is asked about: %s', async ([choice, after]) => {
    const { server, user } = await open();
    empty(action);
    await server.change(2, 'Mara takes the ladder.');
    fireEvent.click(elementOf('MARA'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('“Mara takes the ladder.”');
    await user.click(screen.getByRole('button', { name: choice }));
    await becomes(server, [...after]);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(isShown('Mara takes the ladder.')).toBe(choice === 'Keep it');
  });

  test('deleted in between disappears without a question', async () => {
    const { server } = await open();
    empty(action);
    await server.remove(2);
    fireEvent.click(elementOf('MARA'));
    await becomes(server, without);
    await screen.findByText('Saved');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an emptied line and the changes before it', () => {
  test('is deleted after its own earlier change that is still being sent', async () => {
    const { server } = await open();
    const release = server.hold();
    write(edit(action), 'Nobody moves.');
    fireEvent.click(elementOf('MARA'));
    empty('Nobody moves.');
    fireEvent.click(elementOf('MARA'));
    release();
    await becomes(server, without);
    expect(server.sent).toHaveLength(2);
  });

  test('waits with its rejected change, and is deleted when that is discarded', async () => {
    const { server, user } = await open();
    server.rejectNext(413, { code: 'invalid', message: 'Too much text' });
    write(edit(action), 'Nobody moves.');
    fireEvent.click(elementOf('MARA'));
    await screen.findByRole('alert');
    empty('Nobody moves.');
    fireEvent.click(elementOf('MARA'));
    expect(server.sent).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await becomes(server, without);
  });

  test('is deleted offline, and on the server after the reconnection', async () => {
    const { server } = await open();
    server.network.isOffline = true;
    empty(action);
    fireEvent.click(elementOf('MARA'));
    expect(isShown(action)).toBe(false);
    await screen.findByText('Offline, 1 change kept here');
    expect(stored(server)).toContain(action);
    server.network.isOffline = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await becomes(server, without);
  });
});

describe('a line that is cut', () => {
  test('is only at the position where it was pasted', async () => {
    const { server } = await open({}, [...scene, ['action', 'Rain.'], ['action', 'Fog.']]);
    cut('Rain.');
    fireEvent.click(elementOf(action));
    document.getSelection()?.setPosition(liveField().firstChild, action.length);
    paste(liveField(), 'Rain.', 'And more rain.');
    await becomes(server, [heading, action, 'Rain.', 'And more rain.', 'MARA', speech, 'Fog.']);
  });

  test('and pasted at its former position is there once, as one step of undo', async () => {
    const { server } = await open();
    cut(action);
    paste(liveField(), action);
    await becomes(server, [heading, action, 'MARA', speech]);
    await undo();
    await waitFor(() => expect(server.elements[1]?.id).toBe(server.id(2)));
    expect(stored(server)).toEqual([heading, action, 'MARA', speech]);
  });

  test('and is the only one can be pasted again', async () => {
    const { server } = await open({}, [['action', action]]);
    cut(action);
    paste(liveField(), action);
    await waitFor(() => expect(server.sent).toHaveLength(1));
    await becomes(server, [action]);
  });

  test('is not restored by Escape, because it would be there twice after the paste', async () => {
    const { server } = await open();
    cut(action);
    press('Escape');
    await becomes(server, without);
    await undo();
    await becomes(server, [heading, action, 'MARA', speech]);
  });
});

function below(): HTMLElement {
  const field = document.querySelector<HTMLElement>('[contenteditable][data-below]');
  if (!field) throw new Error('No input below the script');
  return field;
}
