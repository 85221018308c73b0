import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { isLiveDelayed } from '#web/presence/liveDelay.ts';
import { closeScript, edit, liveField, openScript, scene, write } from '../testing/openScript.tsx';
import { ScriptSaveState } from './ScriptSaveState.tsx';

afterEach(async () => {
  isLiveDelayed.set(false);
  await closeScript();
});

const action = 'Mara takes the last ladder sideways.';
const usual = {
  isWriting: false,
  waiting: 0,
  isRejected: false,
  isOffline: false,
  isDelayed: false,
  onRetry: () => undefined,
};
const status = () => screen.queryByText(/^(Saved|Writing)$/)?.textContent;
const says = (text: string) => waitFor(() => expect(status()).toBe(text));

test('shows "Saved" only after the server has stored the text, not while the line has unsaved text', async () => {
  const { server } = await openScript();
  expect(status()).toBe('Saved');
  const field = edit(action);
  expect(status()).toBe('Saved');
  write(field, 'Nobody moves.');
  await says('Writing');
  write(field, action);
  await says('Saved');
  write(field, 'Nobody moves.');
  fireEvent.keyDown(liveField(), { key: 's', ctrlKey: true });
  await waitFor(() => expect(server.elements.map(({ content }) => content)).toContain('Nobody moves.'));
  await says('Saved');
});

test('shows that live updates are delayed instead of "Saved", and announces it once', async () => {
  const { server } = await openScript();
  await says('Saved');
  const announced: string[] = [];
  const note = () =>
    announced.push(...screen.getAllByRole('status').map(({ textContent }) => textContent ?? ''));
  const announcements = new MutationObserver(note);
  act(() => isLiveDelayed.set(true));
  expect(status()).toBeUndefined();
  const regions = screen.getAllByRole('status').filter(({ textContent }) => textContent !== '');
  expect(regions.map(({ textContent }) => textContent)).toEqual(['Live updates delayed']);
  const [region] = regions as [HTMLElement];
  announcements.observe(region, { childList: true, characterData: true, subtree: true });
  write(edit(action), 'Nobody moves.');
  await says('Writing');
  fireEvent.keyDown(liveField(), { key: 's', ctrlKey: true });
  await waitFor(() => expect(server.elements.map(({ content }) => content)).toContain('Nobody moves.'));
  await waitFor(() => expect(screen.getAllByText('Live updates delayed')).toHaveLength(2));
  expect(status()).toBeUndefined();
  expect(announced).toEqual([]);
  act(() => isLiveDelayed.set(false));
  await says('Saved');
  announcements.disconnect();
});

test('shows readers that live updates are delayed, and nothing otherwise', async () => {
  await openScript(scene, { user: 'vic' });
  expect(status()).toBeUndefined();
  act(() => isLiveDelayed.set(true));
  expect(screen.getAllByText('Live updates delayed')).toHaveLength(2);
});

test('a full disk of the server has its own message', () => {
  render(<ScriptSaveState {...usual} state={{ status: 'waiting', reason: 'full' }} waiting={2} />);
  expect(screen.getByRole('status').textContent).toContain(
    "The server's disk is full. Your text is kept on this device.",
  );
});
