import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript, elementOf, live, liveField } from '../testing/openScript.tsx';

afterEach(async () => {
  const field = live();
  if (field) fireEvent.keyDown(field, { key: 'Escape' });
  await closeScript();
});

const action = 'Mara takes the last ladder sideways.';
const speech = 'Two hundred and thirteen. Twice.';
const tools = () => within(screen.getByRole('toolbar', { name: 'Element' }));
const context = () => screen.getByRole('region', { name: 'Selected context' });

/** Open the script with the focus on the action and the pointer on the dialogue. */
async function openOverSpeech() {
  const opened = await openScreen();
  act(() => elementOf(action).focus());
  fireEvent.pointerOver(elementOf(speech));
  return opened;
}

test('the element under the pointer has tools to play and generate audio, comment, ask, edit and delete', async () => {
  await openOverSpeech();
  const names = tools()
    .getAllByRole('button')
    .map(({ ariaLabel }) => ariaLabel);
  expect(names).toEqual(['Play', 'Generate audio', 'Add comment', 'Ask assistant', 'Edit', 'Delete']);
});

test('shows the tools of the element under the pointer while the caret is in another one, until text is typed', async () => {
  const { user } = await openScreen();
  await user.click(elementOf(action));
  await waitFor(() => expect(liveField().textContent).toBe(action));
  expect(tools().getByRole('button', { name: 'Save' })).toBeTruthy();
  fireEvent.pointerOver(elementOf(speech));
  expect(tools().queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(tools().getByRole('button', { name: 'Add comment' }));
  expect(screen.getByText('On Mara, dialogue, scene 1')).toBeTruthy();
  fireEvent.keyDown(liveField(), { key: 'a' });
  expect(tools().getByRole('button', { name: 'Save' })).toBeTruthy();
  // Typed text moves the lines under the resting pointer.
  fireEvent.pointerOver(elementOf(speech));
  expect(tools().getByRole('button', { name: 'Save' })).toBeTruthy();
  fireEvent.pointerMove(elementOf(speech));
  expect(tools().queryByRole('button', { name: 'Save' })).toBeNull();
});

test('Edit opens the element', async () => {
  const { user } = await openOverSpeech();
  await user.click(tools().getByRole('button', { name: 'Edit' }));
  expect(liveField().textContent).toBe(speech);
  expect(document.activeElement).toBe(live());
});

test('Add comment opens the comments for a new comment on the element', async () => {
  const { user } = await openOverSpeech();
  await user.click(tools().getByRole('button', { name: 'Add comment' }));
  expect(window.location.search).toBe('?panel=chat&assistantTab=comments');
  expect(screen.getByText('On Mara, dialogue, scene 1')).toBeTruthy();
});

test('Ask assistant opens the assistant for a question about the content of the element', async () => {
  const { user } = await openOverSpeech();
  await user.click(tools().getByRole('button', { name: 'Ask assistant' }));
  expect(window.location.search).toBe('?panel=chat&assistantTab=chat');
  expect(within(context()).getByText(speech)).toBeTruthy();
});

test('Delete asks about the element under the pointer, not the focused one', async () => {
  const { server, user } = await openOverSpeech();
  await user.click(tools().getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Dialogue' });
  expect(dialog.textContent).toContain(speech);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(server.sent).toMatchObject([{ method: 'DELETE', path: `/api/script-elements/${server.id(4)}` }]),
  );
});
