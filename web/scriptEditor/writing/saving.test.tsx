import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import {
  closeScript,
  edit,
  elementOf,
  isShown,
  live,
  liveField,
  openScript as open,
  renderScript,
  write,
} from '#web/script/testing/openScript.tsx';
import type { StoredScript } from '#web/script/testing/storedScript.ts';

afterEach(async () => {
  await closeScript();
  for (const { id } of currentToasts()) dismissToast(id);
});

const action = 'Mara takes the last ladder sideways.';

const stored = (server: StoredScript) => server.elements.map(({ content }) => content);
const isStored = (server: StoredScript, content: string) =>
  waitFor(() => expect(stored(server)).toContain(content));
const toasts = () => currentToasts().filter(({ isOpen }) => isOpen);
const press = (key: string) => fireEvent.keyDown(liveField(), { key });
const comeBack = () => fireEvent(window, new Event('online'));
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const kept = () => Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('cold-open:kept'));

test('continues while the line before is being saved', async () => {
  const { server } = await open();
  const release = server.hold();
  write(edit(action), 'Nobody moves.');
  press('Enter');
  write(liveField(), 'A bell.');
  expect(isShown('Nobody moves.')).toBe(true);
  expect(stored(server)).toContain(action);
  release();
  await isStored(server, 'Nobody moves.');
  expect(liveField().textContent).toBe('A bell.');
  expect(document.activeElement).toBe(live());
  press('Escape');
});

test('the field is reused when its element gets its server id', async () => {
  const { server } = await open();
  const release = server.hold();
  edit(action);
  press('Enter');
  write(liveField(), 'A bell.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const field = edit('A bell.');
  write(field, 'Two bells.');
  release();
  await isStored(server, 'A bell.');
  await waitFor(() => expect(elementOf('Two bells.').dataset.element).toBe(String(server.elements[2]?.id)));
  expect(live()).toBe(field);
  expect(document.activeElement).toBe(field);
  press('Enter');
  await isStored(server, 'Two bells.');
  expect(stored(server)).toHaveLength(5);
});

test('stores the written text on leaving the view, after pending changes', async () => {
  const { server } = await open();
  const release = server.hold();
  write(edit(action), 'Nobody moves.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  write(edit('Nobody moves.'), 'Nobody moves. A bell.');
  cleanup();
  release();
  await isStored(server, 'Nobody moves. A bell.');
  expect(server.sent.map(({ body }) => body)).toEqual([
    { content: 'Nobody moves.', baseVersion: 1 },
    { content: 'Nobody moves. A bell.', baseVersion: 2 },
  ]);
  expect(toasts()).toEqual([]);
  await waitFor(() => expect(kept()).toEqual([]));
});

test('leaving the view with nothing to store sends nothing and shows no message', async () => {
  const { server } = await open();
  edit(action);
  cleanup();
  expect(server.sent).toEqual([]);
  expect(toasts()).toEqual([]);
});

test('makes no change when a text with marks and special spaces is only viewed', async () => {
  const { server } = await open([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', 'A *bell* at 2 * 3 bells. '],
  ]);
  edit('A bell at 2 * 3 bells.');
  expect(isAsked()).toBe(false);
  fireEvent.click(elementOf('INT. CAR DECK - NIGHT'));
  expect(server.sent).toEqual([]);
});

test('another element opens at once, and the first is stored afterwards', async () => {
  const { server } = await open();
  const release = server.hold();
  write(edit(action), 'Nobody moves.');
  fireEvent.click(elementOf('MARA'));
  expect(liveField().textContent).toBe('MARA');
  release();
  await isStored(server, 'Nobody moves.');
  expect(liveField().textContent).toBe('MARA');
  expect(document.activeElement).toBe(live());
});

test('shows and keeps the text without a network, and stores it on reconnection', async () => {
  const { server } = await open();
  server.network.isOffline = true;
  write(edit(action), 'Nobody moves.');
  press('Enter');
  write(liveField(), 'A bell.');
  press('Enter');
  press('Escape');
  expect(isShown('Nobody moves.') && isShown('A bell.')).toBe(true);
  expect(kept()[0]?.[1]).toContain('Nobody moves.');
  expect(kept()[0]?.[1]).toContain('A bell.');
  expect(isAsked()).toBe(true);
  await waitFor(() => expect(server.sent).toEqual([]));
  server.network.isOffline = false;
  comeBack();
  await waitFor(() => expect(stored(server).slice(1, 3)).toEqual(['Nobody moves.', 'A bell.']));
  await waitFor(() => expect(kept()).toEqual([]));
  expect(isAsked()).toBe(false);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('makes the browser ask before unload while text is written or being saved', async () => {
  const { server } = await open();
  expect(isAsked()).toBe(false);
  const release = server.hold();
  write(edit(action), 'Nobody moves.');
  expect(isAsked()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(isAsked()).toBe(true);
  release();
  await isStored(server, 'Nobody moves.');
  await waitFor(() => expect(isAsked()).toBe(false));
});

test('Escape stores the text and starts keyboard mode', async () => {
  const { server } = await open();
  fireEvent.click(elementOf(action));
  write(liveField(), 'Nobody moves.');
  press('Escape');
  expect(live()).toBeNull();
  expect(document.activeElement).toBe(elementOf('Nobody moves.'));
  await isStored(server, 'Nobody moves.');
});

/** Close the page, or end it without events as a crash does, and open the script in a new tab. */
async function openAgain(server: StoredScript, isClosed = true): Promise<void> {
  if (isClosed) fireEvent(window, new Event('pagehide'));
  else await waitFor(() => expect(JSON.stringify(kept())).toContain(liveField().textContent));
  const left = { ...localStorage };
  // No call of a dead page is made or answered.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  cleanup();
  await act(async () => {});
  localStorage.clear();
  for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value);
  server.reopen();
  renderScript(server);
  await screen.findByLabelText('Page 1');
}

test('a new tab sends the pending changes of a closed one, once', async () => {
  const { server } = await open();
  server.silence();
  edit(action);
  press('Enter');
  write(liveField(), 'A bell.');
  press('Enter');
  write(liveField(), 'A horn.');
  press('Enter');
  await isStored(server, 'A bell.');
  await openAgain(server);
  await waitFor(() => expect(stored(server).slice(1, 4)).toEqual([action, 'A bell.', 'A horn.']));
  expect(stored(server)).toHaveLength(6);
  await waitFor(() => expect(kept()).toEqual([]));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.for([
  ['was closed', true],
  ['died', false],
] as const)('a new tab stores the unsaved line of a page that %s, once', async ([, isClosed]) => {
  const { server } = await open();
  server.network.isOffline = true;
  edit(action);
  press('Enter');
  write(liveField(), 'A bell in the fog.');
  server.network.isOffline = false;
  await openAgain(server, isClosed);
  await waitFor(() => expect(stored(server)[2]).toBe('A bell in the fog.'));
  expect(stored(server)).toHaveLength(5);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(kept()).toEqual([]));
});

test('a new tab stores a text over an element in that element', async () => {
  const { server } = await open();
  write(edit(action), 'Nobody moves.');
  await openAgain(server, false);
  await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves.'));
  expect(stored(server)).toHaveLength(4);
});

test('a new tab stores a text over an element that was new when it was opened in that element', async () => {
  const { server } = await open();
  const release = server.hold();
  edit(action);
  press('Enter');
  write(liveField(), 'A bell.');
  press('Enter');
  write(edit('A bell.'), 'Two bells.');
  release();
  await isStored(server, 'A bell.');
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('"does"'));
  await openAgain(server, false);
  await isStored(server, 'Two bells.');
  expect(stored(server)).toHaveLength(5);
});

test('a new tab stores the text as a new line at the position of its deleted element', async () => {
  const { server } = await open();
  write(edit(action), 'Nobody moves.');
  await server.remove(2);
  await openAgain(server, false);
  await waitFor(() =>
    expect(stored(server).slice(0, 3)).toEqual(['INT. CAR DECK - NIGHT', 'Nobody moves.', 'MARA']),
  );
});

test.for([
  ['was closed', true],
  ['died', false],
] as const)(
  'a line that was emptied in a page that %s is deleted by the next, without a question',
  async ([, isClosed]) => {
    const { server } = await open();
    fireEvent.click(elementOf(action));
    write(liveField(), '');
    await waitFor(() => expect(kept()).not.toEqual([]));
    await openAgain(server, isClosed);
    await waitFor(() => expect(stored(server)).not.toContain(action));
    expect(stored(server)).toHaveLength(3);
    expect(isShown(action)).toBe(false);
    expect(screen.queryByText(/You were writing this/)).toBeNull();
    await waitFor(() => expect(kept()).toEqual([]));
  },
);

test.for([
  ['was closed', true],
  ['died', false],
] as const)('an explicit edit that was emptied in a page that %s is cancelled', async ([, isClosed]) => {
  const { server } = await open();
  write(edit(action), '');
  await openAgain(server, isClosed);
  expect(isShown(action)).toBe(true);
  expect(kept()).toEqual([]);
  expect(stored(server)).toContain(action);
});

test('a line that was empty when the page closed is not deleted if others have changed it since', async () => {
  const { server } = await open();
  server.network.isOffline = true;
  fireEvent.click(elementOf(action));
  write(liveField(), '');
  const left = { ...localStorage };
  cleanup();
  localStorage.clear();
  for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value);
  await server.change(2, 'Nobody moves.');
  await openAgain(server);
  await waitFor(() => expect(kept()).toEqual([]));
  expect(stored(server)).toContain('Nobody moves.');
  expect(screen.queryByRole('alert')).toBeNull();
});
