import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast } from '#web/lib/toast.ts';
import { edit, elementOf, live, openScript as open, write } from '../testing/openScript.tsx';
import type { ScriptServer } from '../testing/scriptServer.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of currentToasts()) dismissToast(id);
});

const action = 'Mara takes the last ladder sideways.';
const down = { status: 500, body: { code: 'internal', message: 'Something went wrong' } };

const stored = (server: ScriptServer) => server.elements.map(({ content }) => content);
const toasts = () => currentToasts().filter(({ isOpen }) => isOpen);

/** Also at the end of a test, so that leaving the view has nothing to store. */
function pressEscape() {
  const field = live();
  if (!field) throw new Error('No field');
  fireEvent.keyDown(field, { key: 'Escape' });
}

/** Writes, has it saved with an answer that is still to come, and writes on. */
async function writeOnWhileSaving(server: ScriptServer, first: string, second: string) {
  const release = server.hold();
  const field = edit(action);
  write(field, first);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(server.sent).toHaveLength(1));
  write(field, second);
  return release;
}

test('what is written while a save is on its way stays in the field, unsaved', async () => {
  const { server } = await open();
  const release = await writeOnWhileSaving(server, 'Nobody moves.', 'Nobody moves. A bell.');
  release();
  await waitFor(() => expect(live()?.getAttribute('aria-busy')).toBeNull());
  expect(live()?.textContent).toBe('Nobody moves. A bell.');
  expect(document.activeElement).toBe(live());
  expect(stored(server)[1]).toBe('Nobody moves.');
  pressEscape();
});

test('leaving the view stores what was written while a save was on its way', async () => {
  const { server } = await open();
  const release = await writeOnWhileSaving(server, 'Nobody moves.', 'Nobody moves. A bell.');
  cleanup();
  release();
  await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves. A bell.'));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { content: 'Nobody moves.', baseVersion: 1 },
    { content: 'Nobody moves. A bell.', baseVersion: 2 },
  ]);
  expect(toasts()).toEqual([]);
});

test('another element opens when all that was written in the first is stored', async () => {
  const { server } = await open();
  const release = await writeOnWhileSaving(server, 'Nobody moves.', 'Nobody moves. A bell.');
  fireEvent.click(elementOf('MARA'));
  expect(live()?.textContent).toBe('Nobody moves. A bell.');
  release();
  await waitFor(() => expect(live()?.textContent).toBe('MARA'));
  expect(document.activeElement).toBe(live());
  expect(stored(server)[1]).toBe('Nobody moves. A bell.');
});

test('the other element keeps the focus when Enter had stored the first', async () => {
  const { server } = await open();
  const release = await writeOnWhileSaving(server, 'Nobody moves.', 'Nobody moves.');
  fireEvent.click(elementOf('MARA'));
  release();
  await waitFor(() => expect(live()?.textContent).toBe('MARA'));
  expect(document.activeElement).toBe(live());
  expect(server.sent).toHaveLength(1);
});

test('a save that arrives after Escape leaves the element opened since alone', async () => {
  const { server } = await open();
  const release = await writeOnWhileSaving(server, 'Nobody moves.', 'Nobody moves.');
  pressEscape();
  const other = edit('MARA');
  write(other, 'TOBIAS');
  release();
  await waitFor(() => expect(other.getAttribute('aria-busy')).toBeNull());
  fireEvent.keyDown(other, { key: 'Enter' });
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent.at(-1)).toMatchObject({
    path: '/api/script-elements/3',
    body: { content: 'TOBIAS', baseVersion: 1 },
  });
  expect(stored(server).slice(1, 3)).toEqual(['Nobody moves.', 'TOBIAS']);
});

test('where the save fails, the element stays open and no other opens', async () => {
  const { server } = await open();
  write(edit(action), 'Nobody moves.');
  server.refuseNext = down;
  fireEvent.click(elementOf('MARA'));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  expect(live()?.textContent).toBe('Nobody moves.');
  pressEscape();
});

test('a save that fails when the view is left says so', async () => {
  const { server } = await open();
  write(edit(action), 'Nobody moves.');
  server.refuseNext = down;
  cleanup();
  await waitFor(() =>
    expect(toasts()).toMatchObject([
      {
        title: 'Error',
        description: 'Failed to save changes. Please try again.',
        variant: 'destructive',
      },
    ]),
  );
});

test('leaving the view with nothing to store sends and says nothing', async () => {
  const { server } = await open();
  edit(action);
  cleanup();
  await Promise.resolve();
  expect(server.sent).toEqual([]);
  expect(toasts()).toEqual([]);
});
