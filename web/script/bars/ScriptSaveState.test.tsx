import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeScript, edit, liveField, openScript, write } from '../testing/openScript.tsx';
import { ScriptSaveState } from './ScriptSaveState.tsx';

afterEach(closeScript);

const action = 'Mara takes the last ladder sideways.';
const usual = { isWriting: false, waiting: 0, isRefused: false, isOffline: false, isDelayed: false, onRetry: () => undefined };
const status = () => screen.queryByText(/^(Saved|Writing)$/)?.textContent;
const says = (text: string) => waitFor(() => expect(status()).toBe(text));

test('"Saved" is said of what the server has, and not of words that are still in the line', async () => {
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

test('a full disk of the server is said in its own words', () => {
  render(<ScriptSaveState {...usual} state={{ status: 'waiting', reason: 'full' }} waiting={2} />);
  expect(screen.getByRole('status').textContent).toContain(
    "The server's disk is full. Your text is kept on this device.",
  );
});
