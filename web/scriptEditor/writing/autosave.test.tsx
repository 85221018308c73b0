import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import {
  closeScript,
  edit,
  elementOf,
  isShown,
  live,
  liveField,
  openScript as open,
  write,
} from '#web/script/testing/openScript.tsx';
import type { StoredScript } from '#web/script/testing/storedScript.ts';
import { openScriptSync } from '#web/scriptSync/openScriptSync.ts';

afterEach(async () => {
  await closeScript();
  for (const { id } of currentToasts()) dismissToast(id);
});

const action = 'Mara takes the last ladder sideways.';
const heading = 'INT. CAR DECK - NIGHT';
const speech = 'Two hundred and thirteen. Twice.';
/** Longer than the delay before a line is saved. */
const patient = { timeout: 10_000 };
const stored = (server: StoredScript) => server.elements.map(({ content }) => content);
const isStored = (server: StoredScript, content: string) =>
  waitFor(() => expect(stored(server)).toContain(content), patient);
const press = (key: string, more: object = {}) => fireEvent.keyDown(liveField(), { key, ...more });

/** Type letters one by one after the present text. */
function type(field: HTMLElement, letters: string): void {
  for (const letter of letters) write(field, `${field.textContent}${letter}`);
}

function click(text: string): HTMLElement {
  fireEvent.click(elementOf(text));
  return liveField();
}

function below(): HTMLElement {
  const field = document.querySelector<HTMLElement>('[contenteditable][data-below]');
  if (!field) throw new Error('No input below the script');
  return field;
}

const shown = () => [...document.querySelectorAll('[data-element]')].map(({ textContent }) => textContent);

describe('a line that is written', () => {
  test('is stored after a pause, and stays open with its field', async () => {
    const { server } = await open();
    const field = click(action);
    type(field, ' Rain.');
    await isStored(server, `${action} Rain.`);
    expect(live()).toBe(field);
    expect(document.activeElement).toBe(field);
    type(field, ' Wind.');
    await isStored(server, `${action} Rain. Wind.`);
    expect(server.elements).toHaveLength(4);
  });

  test('is stored after a pause when the clock of the computer jumps', async () => {
    const { server } = await open();
    const now = vi.spyOn(Date, 'now');
    now.mockReturnValue(Date.now() - 86_400_000);
    type(click(action), ' Rain.');
    now.mockReturnValue(Date.now() + 172_800_000);
    await isStored(server, `${action} Rain.`);
    now.mockRestore();
    expect(stored(server)).toEqual([heading, `${action} Rain.`, 'MARA', speech]);
  });

  test('keeps its text when the role is taken away in the middle of a word, and stores it once', async () => {
    const { server, client } = await open();
    const { outbox } = openScriptSync(client, server.project.id, '');
    const field = click(action);
    const restoreRole = server.network.interrupt('writes', () =>
      Response.json({ code: 'forbidden', message: 'You can only read this project.' }, { status: 403 }),
    );
    type(field, ' Rai');
    await waitFor(() => expect(outbox.state.status).toBe('rejected'), patient);
    expect([field.textContent, stored(server)[1]]).toEqual([`${action} Rai`, action]);
    restoreRole();
    act(() => outbox.retry());
    await isStored(server, `${action} Rai`);
    expect(server.elements).toHaveLength(4);
  });

  test('is stored as a new element after a pause', async () => {
    const { server } = await open();
    edit(action);
    press('Enter');
    type(liveField(), 'A bell.');
    await isStored(server, 'A bell.');
    type(liveField(), ' Two bells.');
    fireEvent.click(elementOf('MARA'));
    await isStored(server, 'A bell. Two bells.');
    expect(stored(server)).toEqual([heading, action, 'A bell. Two bells.', 'MARA', speech]);
  });

  test('is stored when the page is hidden', async () => {
    const { server } = await open();
    write(click(action), 'Nobody moves.');
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    fireEvent(document, new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    await waitFor(() => expect(stored(server)).toContain('Nobody moves.'));
    expect(live()).not.toBeNull();
  });

  test('grows in its pending change while nothing can be sent', async () => {
    const { server } = await open();
    const release = server.hold();
    const field = click(action);
    for (const word of [' One', ' two', ' three', ' four']) {
      type(field, word);
      fireEvent(window, new Event('pagehide'));
    }
    release();
    await isStored(server, `${action} One two three four`);
    expect(server.sent.map(({ body }) => body.content)).toEqual([
      `${action} One`,
      `${action} One two three four`,
    ]);
  });

  test('asks about a conflict only when the caret leaves it, with all typed text', async () => {
    const { server } = await open();
    await server.change(2, 'Mara falls.');
    write(click(action), 'Mara jumps.');
    await waitFor(() => expect(server.sent).toHaveLength(1), patient);
    type(liveField(), ' Twice.');
    expect(liveField().textContent).toBe('Mara jumps. Twice.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    fireEvent.click(elementOf('MARA'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Changed by someone else' });
    expect(dialog.textContent).toContain('Mara jumps. Twice.');
    expect(dialog.textContent).toContain('Mara falls.');
    fireEvent.click(screen.getByRole('button', { name: 'Keep my text' }));
    await isStored(server, 'Mara jumps. Twice.');
  });

  test('is saved again when another change of the element has resolved the conflict', async () => {
    const { server, client } = await open();
    await server.change(2, 'Mara takes the last ladder quietly.');
    write(click(action), 'Mara takes the last ladder twice.');
    await waitFor(() => expect(server.sent).toHaveLength(1), patient);
    const sync = openScriptSync(client, server.project.id, '');
    // The rejected change is dropped: the line has its text.
    await waitFor(() => expect(sync.outbox.pending).toEqual([]), patient);
    const element = await server.change(2, 'Tobias takes the last ladder sideways.');
    await act(async () => sync.putStored(element));
    await isStored(server, 'Tobias takes the last ladder twice.');
    expect(liveField().textContent).toBe('Tobias takes the last ladder twice.');
  });

  test('creates no character from an unfinished cue, and one when the caret leaves it', async () => {
    const { server } = await open();
    edit(action);
    press('Enter');
    for (let steps = 0; steps < 6 && liveField().getAttribute('aria-label') !== 'Character'; steps++)
      press('Tab');
    type(liveField(), 'TOB');
    await isStored(server, 'TOB');
    expect(server.characters).toEqual([]);
    type(liveField(), 'IAS');
    await isStored(server, 'TOBIAS');
    expect(server.characters).toEqual([]);
    fireEvent.click(elementOf(action));
    await waitFor(() => expect(server.characters.map(({ name }) => name)).toEqual(['TOBIAS']));
  });
});

describe('the bottom input', () => {
  test('stores its text after a pause, and shows it once', async () => {
    const { server } = await open();
    act(() => below().focus());
    const field = below();
    type(field, 'The end.');
    await isStored(server, 'The end.');
    expect(below()).toBe(field);
    expect(field.textContent).toBe('The end.');
    expect(shown()).toEqual([heading, action, 'MARA', speech]);
    type(field, ' Almost.');
    fireEvent.keyDown(field, { key: 'Enter' });
    await isStored(server, 'The end. Almost.');
    expect(stored(server)).toEqual([heading, action, 'MARA', speech, 'The end. Almost.']);
    expect(shown().at(-1)).toBe('The end. Almost.');
    expect(below().textContent).toBe('');
  });

  test('deletes its element when its text is deleted', async () => {
    const { server } = await open();
    act(() => below().focus());
    type(below(), 'The end.');
    await isStored(server, 'The end.');
    write(below(), '');
    await waitFor(() => expect(server.elements).toHaveLength(4));
    type(below(), 'Not yet.');
    await isStored(server, 'Not yet.');
    expect(server.elements).toHaveLength(5);
  });
});

describe('undo of a written line', () => {
  test('removes word by word, before and after it was stored, and redo restores it', async () => {
    const { server } = await open();
    type(click(action), ' Rain falls');
    await isStored(server, `${action} Rain falls`);
    type(liveField(), ' on deck');
    for (const text of [' Rain falls on', ' Rain falls', ' Rain', '']) {
      press('z', { ctrlKey: true });
      expect(liveField().textContent).toBe(`${action}${text}`);
    }
    await waitFor(() => expect(stored(server)[1]).toBe(action));
    for (const text of [' Rain', ' Rain falls', ' Rain falls on', ' Rain falls on deck']) {
      press('z', { ctrlKey: true, shiftKey: true });
      expect(liveField().textContent).toBe(`${action}${text}`);
    }
    await isStored(server, `${action} Rain falls on deck`);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('removes a new line with its first word', async () => {
    const { server } = await open();
    edit(action);
    press('Enter');
    type(liveField(), 'Two bells');
    await isStored(server, 'Two bells');
    press('z', { ctrlKey: true });
    expect(liveField().textContent).toBe('Two');
    press('z', { ctrlKey: true });
    expect(liveField().textContent).toBe(action);
    await waitFor(() => expect(server.elements).toHaveLength(4));
  });

  test('is possible after the first letter', async () => {
    await open();
    type(click(action), '!');
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Undo/ });
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.click(button());
    expect(liveField().textContent).toBe(action);
  });

  test('leaves the caret in the line if nothing is left to undo', async () => {
    await open();
    click(action);
    press('z', { ctrlKey: true });
    expect(document.activeElement).toBe(liveField());
    expect(liveField().textContent).toBe(action);
  });
});

describe('an explicit edit', () => {
  test('is restored by Cancel although it was stored, in one step of undo', async () => {
    const { server } = await open();
    write(edit(action), 'Nobody moves.');
    await isStored(server, 'Nobody moves.');
    write(liveField(), 'Nobody moves. A bell.');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(isShown(action)).toBe(true);
    await isStored(server, action);
    fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    await isStored(server, 'Nobody moves. A bell.');
  });

  test('is the only one with a button to cancel', async () => {
    await open();
    click(action);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });
});
