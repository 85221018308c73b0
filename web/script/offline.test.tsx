import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#shared/contract/auth.ts';
import { createElement, listElements, updateElement } from '#shared/contract/elements.ts';
import { stubDatabase } from '#test/browserDatabase.ts';
import { reportServerReached } from '#web/lib/connection.ts';
import { aUser } from '#web/lib/testing.ts';
import { CopyWriter, deleteAllCopies, writeCopyOwner } from '#web/offlineCopy/copies.ts';
import { shownFromCopy } from '#web/offlineCopy/withOfflineFallback.ts';
import { openScriptSync } from '#web/scriptSync/openScriptSync.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import {
  closeScript,
  edit,
  isShown,
  liveField,
  openScript,
  renderScript,
  write,
} from './testing/openScript.tsx';
import type { StoredScript } from './testing/storedScript.ts';

const takeAway = stubDatabase();
afterAll(takeAway);
beforeEach(async () => {
  reportServerReached();
  await deleteAllCopies();
});
afterEach(closeScript);

const action = 'Mara takes the last ladder sideways.';
const speech = 'Two hundred and thirteen. Twice.';
const status = () => screen.queryByText(/^(Offline|Saved)/)?.textContent;

function rewrite(text: string, next: string): void {
  write(edit(text), next);
  fireEvent.keyDown(liveField(), { key: 's', ctrlKey: true });
}

/** Restore the network: the browser reports it, and calls arrive. */
function comeBack(server: StoredScript): void {
  server.network.isOffline = false;
  act(() => void window.dispatchEvent(new Event('online')));
}

const says = (text: string) => waitFor(() => expect(status()).toBe(text));

/** Store an offline copy, as the script screen does. */
async function storeCopy({ browser, project, elements, scenes, characters }: StoredScript): Promise<void> {
  const user = { ...aUser(), id: browser.people.olive.id };
  await writeCopyOwner(user);
  const keeper = new CopyWriter(user.id, project.id, async () => {});
  await keeper.keep({ project, elements, scenes, characters, revision: null });
}

test('counts the changes that are stored in the browser, including the active line', async () => {
  const { server } = await openScript();
  await says('Saved');
  server.network.isOffline = true;
  act(() => void window.dispatchEvent(new Event('offline')));
  await says('Offline');
  write(edit(action), 'Nobody moves.');
  await says('Offline, 1 change kept here');
  fireEvent.keyDown(liveField(), { key: 's', ctrlKey: true });
  await says('Offline, 1 change kept here');
  rewrite(speech, 'Twice.');
  await says('Offline, 2 changes kept here');
  comeBack(server);
  await waitFor(() => expect(server.elements.map(({ content }) => content)).toContain('Twice.'));
  await says('Saved');
});

test('shows a new line once when its reply is lost and the list is refetched', async () => {
  const { server, client } = await openScript();
  const shown: number[] = [];
  const note = () => {
    const pieces = [...document.querySelectorAll('[data-element]')];
    shown.push(pieces.filter(({ textContent }) => textContent === 'A bell.').length);
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  server.network.cut(listElements, 1);
  await client.invalidateQueries(elementsQuery(server.project.id));
  edit(action);
  fireEvent.keyDown(liveField(), { key: 'Enter' });
  server.network.losesAnswer = true;
  write(liveField(), 'A bell.');
  fireEvent.keyDown(liveField(), { key: 's', ctrlKey: true });
  await says('Offline, 1 change kept here');
  const release = server.hold();
  comeBack(server);
  await waitFor(() => expect(server.network.callsOf(createElement)).toHaveLength(2));
  await waitFor(() => expect(server.network.callsOf(getCurrentUser)).not.toEqual([]));
  release();
  await says('Saved');
  observer.disconnect();
  expect(shown).toContain(1);
  expect(Math.max(...shown)).toBe(1);
});

test('reports a hanging server like a missing connection', async () => {
  const { server } = await openScript();
  server.network.hold(updateElement);
  vi.useFakeTimers();
  rewrite(action, 'Nobody moves.');
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(status()).toBe('Offline, 1 change kept here');
});

test('opens the offline copy without a connection, and refetches the script after sending the changes', async () => {
  const { server } = await openScript();
  await storeCopy(server);
  await closeScript();
  await server.change(4, 'Thrice.');
  server.reopen();
  server.network.isOffline = true;
  renderScript(server);
  await screen.findByLabelText('Page 1');
  expect(isShown(speech)).toBe(true);
  expect(shownFromCopy.has(server.project.id)).toBe(true);
  rewrite(action, 'Nobody moves.');
  comeBack(server);
  await waitFor(() => expect(isShown('Thrice.')).toBe(true));
  await waitFor(() => expect(server.elements.map(({ content }) => content)).toContain('Nobody moves.'));
  expect(shownFromCopy.has(server.project.id)).toBe(false);
});

test('asks about text based on a version that a restored backup does not have, with both texts', async () => {
  const { server, client, user } = await openScript();
  await server.setColumns({ version: 5 }, 2);
  await act(() => client.invalidateQueries(elementsQuery(server.project.id)));
  await server.setColumns({ version: 2, content: 'As it was backed up.' }, 2);
  rewrite(action, 'Nobody moves.');
  const dialog = await screen.findByRole('alertdialog');
  for (const text of ['Nobody moves.', 'As it was backed up.']) expect(dialog.textContent).toContain(text);
  await user.click(within(dialog).getByRole('button', { name: 'Keep my text' }));
  await waitFor(() => expect(server.elements[1]?.content).toBe('Nobody moves.'));
});

test('refetches a script that failed to load when the server is reachable again', async () => {
  const { server, client } = await openScript();
  await server.change(4, 'Thrice.');
  server.network.cut(listElements, 1);
  await act(() => client.invalidateQueries(elementsQuery(server.project.id)));
  expect(isShown(speech)).toBe(true);
  comeBack(server);
  await waitFor(() => expect(isShown('Thrice.')).toBe(true));
});

test('explains that a script without an offline copy cannot be shown, and retries', async () => {
  const { server, user } = await openScript();
  await closeScript();
  server.reopen();
  server.network.isOffline = true;
  renderScript(server);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch script elements');
  server.network.isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Page 1')).toBeTruthy();
});

test('lists merged, decided and deleted changes after reconnection', async () => {
  const { server, user } = await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', 'Rain on black water.'],
    ['action', 'A bell.'],
    ['action', 'Gulls.'],
    ['action', 'Fog.'],
  ]);
  server.network.isOffline = true;
  rewrite('Rain on black water.', 'Rain on black water. Silence.');
  rewrite('A bell.', 'A horn.');
  rewrite('Gulls.', 'Gulls cry.');
  rewrite('Fog.', 'Thick fog.');
  await says('Offline, 4 changes kept here');
  await server.change(2, 'Heavy rain on black water.');
  await server.change(3, 'A drum.');
  await server.remove(4);
  comeBack(server);
  const conflict = await screen.findByRole('alertdialog', { name: 'Changed by someone else' });
  await user.click(within(conflict).getByRole('button', { name: 'Keep my text' }));
  const deletedDialog = await screen.findByRole('alertdialog', { name: 'Deleted by someone else' });
  await user.click(within(deletedDialog).getByRole('button', { name: 'Discard my text' }));
  await screen.findByText('Back online. 3 changes were saved. 3 places met changes of others.');
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  const list = within(screen.getByRole('dialog', { name: 'What met' }));
  expect(list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Merged with others’ words',
    'The same words were changed; you kept your text',
    'Deleted by others; your text was discarded',
  ]);
  // A deleted element has no position to go to.
  expect(list.getAllByRole('button', { name: 'Go to it' })).toHaveLength(2);
  await user.click(list.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(/^Back online/)).toBeNull();
  expect(server.elements.map(({ content }) => content)).toEqual([
    'INT. CAR DECK - NIGHT',
    'Heavy rain on black water. Silence.',
    'A horn.',
    'Thick fog.',
  ]);
});

test('lets a user without write access copy, download or discard the unsent text', async () => {
  const { server, client, user } = await openScript();
  server.network.isOffline = true;
  rewrite(action, 'Nobody moves.');
  rewrite(speech, 'Twice.');
  await says('Offline, 2 changes kept here');
  server.network.browser = server.browser.as('vic');
  comeBack(server);
  const notice = within(await screen.findByRole('alert'));
  await waitFor(() => expect(notice.getByText(/2 changes are kept here\.$/)).toBeTruthy());
  await user.click(notice.getByRole('button', { name: 'Copy my text' }));
  expect(await navigator.clipboard.readText()).toBe('Nobody moves.\n\n@\nTwice.');
  expect(notice.getByRole('button', { name: 'Download as Fountain' })).toBeTruthy();
  await user.click(notice.getByRole('button', { name: 'Discard all' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(openScriptSync(client, server.project.id, '').outbox.pending).toEqual([]);
  expect(isShown(action)).toBe(true);
});
