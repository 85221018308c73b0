import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeScript, edit, elementOf, liveField, openScript, putCaret } from '../testing/openScript.tsx';

afterEach(closeScript);

const status = () => document.querySelector('footer')?.textContent ?? '';
const announced = () => document.querySelector('[data-announced]')?.textContent;

const long = 'Rain on black water. '.repeat(30).trim();

test('the status line shows the line of the caret, not of the element', async () => {
  const { server } = await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', long],
  ]);
  const element = document.querySelector<HTMLElement>(`[data-element="${server.id(2)}"]`);
  act(() => element?.focus());
  if (element) fireEvent.keyDown(element, { key: 'Enter' });
  const field = liveField();
  act(() => {
    putCaret(field, 0);
    document.dispatchEvent(new Event('selectionchange'));
  });
  await waitFor(() => expect(status()).toContain('Line 3 of 54'));
  act(() => {
    putCaret(field, 125);
    document.dispatchEvent(new Event('selectionchange'));
  });
  await waitFor(() => expect(status()).toContain('Line 5 of 54'));
  fireEvent.keyDown(liveField(), { key: 'Escape' });
});

test('shows type and position of the line in the bottom input', async () => {
  const { user } = await openScript();
  await user.click(screen.getByRole('textbox'));
  await waitFor(() => expect(status()).toMatch(/^ActionPage 1 of 1Line 8 of 54/));
  await user.keyboard('{Control>}3{/Control}');
  await waitFor(() => expect(status()).toMatch(/^CharacterPage 1/));
  await user.keyboard('{Escape}{Escape}'); // the first one closes the list of names
  await waitFor(() => expect(status()).toMatch(/^DialoguePage 1 of 1Line 6 of 54/));
});

test('announces another scene when the caret rests there, and nothing on opening', async () => {
  await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['action', 'A bell.'],
    ['scene_heading', 'EXT. PIER - DAWN'],
    ['action', 'Gulls.'],
  ]);
  expect(announced()).toBe('');
  act(() => elementOf('Gulls.').focus());
  expect(announced()).toBe('');
  await waitFor(() => expect(announced()).toBe('Scene 2, EXT. PIER - DAWN'));
});

test('announces the type of the next line while the focus stays in its field', async () => {
  const announcedType = () => document.querySelector('[data-said-type]')?.textContent;
  await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['character', 'MARA'],
    ['dialogue', 'Twice.'],
  ]);
  const field = edit('MARA');
  putCaret(field, 4);
  await waitFor(() => expect(status()).toMatch(/^Character/));
  expect(announcedType()).toBe('');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect([liveField(), field.textContent, document.activeElement]).toEqual([field, 'Twice.', field]);
  await waitFor(() => expect(announcedType()).toBe('Dialogue'));
});

test('presents the page to screen readers as a script', async () => {
  const { server } = await openScript([
    ['scene_heading', 'INT. CAR DECK - NIGHT'],
    ['character', 'MARA'],
    ['dialogue', 'Twice.'],
  ]);
  const heading = screen.getByRole('heading', { name: /INT. CAR DECK - NIGHT/, level: 2 });
  const descriptions = [...document.querySelectorAll('[data-says]')].map((line) =>
    line.getAttribute('data-says'),
  );
  expect([heading.dataset.element, descriptions]).toEqual([
    String(server.id(1)),
    ['Scene 1: ', 'Character: ', 'Dialogue: '],
  ]);
  const field = edit('Twice.');
  const owner = document.querySelector('[aria-owns]');
  expect([owner?.getAttribute('aria-owns'), owner?.previousElementSibling?.textContent]).toEqual([
    field.id,
    'MARA',
  ]);
  expect(screen.getByRole('textbox', { name: 'Dialogue' })).toBe(field);
});

test('Tab moves the focus past the bottom input after Escape', async () => {
  const { user } = await openScript();
  const last = edit('Two hundred and thirteen. Twice.');
  putCaret(last, 32);
  fireEvent.keyDown(last, { key: 'ArrowDown' });
  const below = document.querySelector('[data-below]');
  expect(document.activeElement).toBe(below);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(elementOf('Two hundred and thirteen. Twice.'));
  for (let presses = 0; presses < 4; presses++) {
    await user.tab();
    expect(document.activeElement).not.toBe(below);
  }
});
