import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScriptLine } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { atTheCast, card, names, openCast, press } from './testing.tsx';

freshBrowser();

const speech = (name: string, text = 'Yes.'): ScriptLine[] => [
  ['character', name],
  ['dialogue', text],
];

const lines: ScriptLine[] = [
  ['scene_heading', 'EXT. HARBOUR - NIGHT'],
  ...speech('MARA', 'Forty-one. Forty-two.'),
  ['scene_heading', 'INT. CAR DECK - LATER'],
  ...speech('TOBIAS', 'You count everything that there is?'),
  ...speech('MARA', 'Everything.'),
  ['scene_heading', 'INT. BRIDGE - LATER'],
  ['action', 'Mara comes in.'],
  ...speech('HOLGER'),
];

test("the card shows the role's size, and the dialog a strip whose ticks keys select and Enter opens", async () => {
  const { user, router } = await openCast(await atTheCast({ lines }));
  const mara = within(await card('MARA'));
  expect(await mara.findByText('2 speeches, first in scene 1')).toBeTruthy();
  expect(mara.getByText('3 words, 30% of the dialogue, last in scene 2')).toBeTruthy();
  await user.click(mara.getByRole('button', { name: 'MARA' }));
  const strip = await page.findByRole('slider', { name: 'Scenes with MARA' });
  expect(strip.getAttribute('aria-valuetext')).toBe('Scene 1, EXT. HARBOUR - NIGHT, page 1: speaks');
  expect(page.getByText(/Speaks in 2 of 3 scenes, seen in 1 more./)).toBeTruthy();
  expect(page.getByText(/TOBIAS \(1 scene\)/)).toBeTruthy();
  strip.focus();
  await user.keyboard('{End}');
  expect(strip.getAttribute('aria-valuetext')).toBe(
    'Scene 3, INT. BRIDGE - LATER, page 1: seen, says nothing',
  );
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(await page.findByText('The script')).toBeTruthy();
  expect(router.state.location.searchStr).toMatch(/^\?scene=\d+$/);
});

test('shows meetings as a table by part, with silent characters on demand', async () => {
  const cast = ['HOLGER', 'MARA', 'TOBIAS', 'NELL'].map((name) => ({ name }));
  const { user } = await openCast(await atTheCast({ lines, cast }));
  await user.click(await page.findByRole('button', { name: 'Who Meets Whom' }));
  const heads = () => page.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).toEqual(['TOBIAS', 'MARA', 'HOLGER']);
  expect(page.getByTitle('MARA and TOBIAS: 1 scene').textContent).toBe('1');
  await user.click(page.getByRole('checkbox', { name: /Show all 4/ }));
  expect(heads()).toEqual(['TOBIAS', 'MARA', 'HOLGER', 'NELL']);
  await user.click(page.getByRole('radio', { name: 'Speeches in turn' }));
  expect(page.getByTitle('TOBIAS and MARA: 1 speech')).toBeTruthy();
});

test('orders the cast by role size on demand, and undo restores the order', async () => {
  const { user, cast } = await openCast(await atTheCast({ lines }));
  const before = ['MARA', 'TOBIAS', 'HOLGER'];
  const after = ['TOBIAS', 'MARA', 'HOLGER'];
  await card('MARA');
  await user.click(await page.findByRole('button', { name: 'Order by Part' }));
  await waitFor(() => expect(names()).toEqual(after));
  await waitFor(async () => expect((await cast()).map(({ name }) => name)).toEqual(after));
  await press(user, 'Undo: Order the cast by part');
  await waitFor(async () => expect((await cast()).map(({ name }) => name)).toEqual(before));
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await waitFor(async () => expect((await cast()).map(({ name }) => name)).toEqual(after));
});
