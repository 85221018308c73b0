import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript, edit, elementOf, live, liveField } from '../testing/openScript.tsx';

afterEach(async () => {
  const field = live();
  if (field) fireEvent.keyDown(field, { key: 'Escape' });
  await closeScript();
});

const action = 'Mara takes the last ladder sideways.';
const menu = () => screen.queryByRole('menu', { name: 'Menu of the page' });
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

test('a right click opens a menu with commands for the line under the pointer, and closing it returns the caret', async () => {
  const { user } = await openScreen();
  const field = edit(action);
  expect(fireEvent.contextMenu(field, { clientX: 300, clientY: 200 })).toBe(false);
  expect(menu()).toBeTruthy();
  expect(items()).toEqual([
    'CutCtrl+X',
    'CopyCtrl+C',
    'PasteCtrl+V',
    'Type›',
    'Dual dialogueCtrl+D',
    'Comment on this elementC',
    'Ask the assistant about this elementA',
    'History of this element',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(menu()).toBeNull());
  expect(document.activeElement).toBe(liveField());
});

test('leaves Shift with right click to the browser', async () => {
  await openScreen();
  expect(fireEvent.contextMenu(edit(action), { shiftKey: true })).toBe(true);
  expect(menu()).toBeNull();
});

test('the menu key and Shift+F10 open it at the focused element, and it sets the type', async () => {
  const { user } = await openScreen();
  act(() => elementOf(action).focus());
  await user.keyboard('{ContextMenu}');
  expect(menu()).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(menu()).toBeNull());
  edit(action);
  fireEvent.keyDown(liveField(), { key: 'F10', shiftKey: true });
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}');
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(liveField().getAttribute('aria-label')).toBe('Transition'));
});

test('opens a comment on the line under the pointer', async () => {
  const { user } = await openScreen();
  fireEvent.contextMenu(edit(action));
  await user.click(screen.getByRole('menuitem', { name: /^Comment on this element/ }));
  expect(await screen.findByText('On Action, scene 1')).toBeTruthy();
});

test('pastes the clipboard, or names the key if the browser does not permit reading it', async () => {
  const { user } = await openScreen();
  const read = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  Object.defineProperty(navigator, 'clipboard', { value: { read }, configurable: true });
  fireEvent.contextMenu(edit(action));
  await user.click(screen.getByRole('menuitem', { name: /^Paste/ }));
  expect(
    await screen.findByText('Your browser blocks clipboard access from menus. Use Ctrl+X, Ctrl+C, Ctrl+V.'),
  ).toBeTruthy();
  expect(read).toHaveBeenCalledOnce();
});
