import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '#web/script/testing/openScreen.ts';
import { closeScript, edit, elementOf, live, liveField, write } from '#web/script/testing/openScript.tsx';

beforeEach(() => vi.unstubAllGlobals());
afterEach(async () => {
  const field = live();
  if (field) fireEvent.keyDown(field, { key: 'Escape' });
  await closeScript();
});

const action = 'Mara takes the last ladder sideways.';
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const isFaded = () => document.documentElement.hasAttribute('data-focus-mode');
const sheetPx = () =>
  document.querySelector<HTMLElement>('[data-desk] > div')?.style.getPropertyValue('--sheet');

test('the keys and the menu of the status line zoom the page, and the zoom is stored', async () => {
  const { user } = await openScreen();
  expect(sheetPx()).toBe('816px');
  press('>', { ctrlKey: true, shiftKey: true });
  expect(sheetPx()).toBe('897.6px');
  press('<', { ctrlKey: true });
  expect(sheetPx()).toBe('816px');
  await user.click(screen.getByRole('button', { name: 'Zoom: 100 %' }));
  await user.click(await screen.findByRole('menuitemradio', { name: '200 %' }));
  expect(sheetPx()).toBe('1632px');
  expect(JSON.parse(localStorage.getItem('script-view') ?? '')).toMatchObject({ zoomPercent: 200 });
  press('>', { ctrlKey: true });
  expect(sheetPx()).toBe('1632px');
});

test('Escape ends focus mode and leaves the text unchanged', async () => {
  await openScreen();
  write(edit(action), 'Nobody moves.');
  press('F', { ctrlKey: true, shiftKey: true });
  expect(isFaded()).toBe(true);
  expect(await screen.findByText('leave focus mode')).toBeTruthy();
  press('Escape');
  expect(isFaded()).toBe(false);
  expect(liveField().textContent).toBe('Nobody moves.');
  press('F', { ctrlKey: true, shiftKey: true });
  press('F', { ctrlKey: true, shiftKey: true });
  expect(isFaded()).toBe(false);
});

test('focus mode ends with the screen', async () => {
  await openScreen();
  press('F', { ctrlKey: true, shiftKey: true });
  cleanup();
  expect(isFaded()).toBe(false);
});

test('Go to page accepts only an existing page, and puts the caret there', async () => {
  const { user } = await openScreen();
  press('g', { ctrlKey: true });
  const field = await screen.findByRole('textbox', { name: 'Page' });
  await user.clear(field);
  await user.type(field, '2{Enter}');
  expect(screen.getByText('Enter a page from 1 to 1')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '1{Enter}');
  await waitFor(() => expect(live()?.textContent).toBe('INT. CAR DECK - NIGHT'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('keeps the active line at one height with typewriter scrolling', async () => {
  await openScreen();
  const desk = document.querySelector<HTMLElement>('[data-desk]');
  if (!desk) throw new Error('No desk');
  Object.defineProperty(desk, 'clientHeight', { value: 400 });
  edit(action);
  const before = desk.scrollTop;
  press('Y', { ctrlKey: true, shiftKey: true });
  expect(desk.scrollTop).not.toBe(before);
  act(() => elementOf('MARA').focus());
  const there = desk.scrollTop;
  edit('MARA');
  expect(desk.scrollTop).not.toBe(there);
  expect(JSON.parse(localStorage.getItem('script-view') ?? '')).toMatchObject({ isTypewriter: true });
});
