import { cleanup, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listElements } from '#shared/contract/elements.ts';
import { arrangeScenes } from '#shared/contract/scenes.ts';
import { deckRow } from '#test/rows.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { atTheScenes, openScenes } from './testing.tsx';

freshBrowser();

const box = (number: number) =>
  page.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select scene ${number},`) });
const bar = () => page.findByRole('region', { name: 'Selected scenes' });
const actsOf = async (server: Awaited<ReturnType<typeof atTheScenes>>) =>
  (await server.stored()).map(({ actNumber }) => actNumber);

test("shows each scene's figures from the script, without refetching a loaded script", async () => {
  const server = await atTheScenes({ scenes: [deckRow(1, { pageNumber: 77 }), deckRow(2)] });
  const { client } = await openScenes(server);
  expect(await page.findByText('2 scenes, 1 page')).toBeTruthy();
  const row = (await page.findByText('INT. DECK 1 - NIGHT')).closest('li');
  expect(row?.textContent).toContain('Interior, night.');
  expect(row?.textContent).toContain('1/8 pages');
  expect(row?.textContent).toContain('8 s');
  expect(row?.textContent).not.toContain('77');
  const requestCount = server.network.callsOf(listElements).length;
  cleanup();
  await openScenes(server, '', client);
  expect(await page.findByText('2 scenes, 1 page')).toBeTruthy();
  expect(server.network.callsOf(listElements)).toHaveLength(requestCount);
});

test('selects a range with Shift, and moves it to an act as one undo step', async () => {
  const server = await atTheScenes({ scenes: [1, 2, 3, 4].map((number) => deckRow(number)) });
  const { user } = await openScenes(server);
  await user.click(await box(2));
  await user.keyboard('{Shift>}');
  await user.click(await box(4));
  await user.keyboard('{/Shift}');
  expect(within(await bar()).getByText('3 scenes selected')).toBeTruthy();
  await user.click(within(await bar()).getByRole('button', { name: 'Act' }));
  await user.click(await page.findByRole('menuitem', { name: 'Act 2' }));
  await waitFor(async () => expect(await actsOf(server)).toEqual([1, 2, 2, 2]));
  await page.findByRole('button', { name: 'Undo: Act 2: 3 scenes' });
  await user.keyboard('{Escape}{Control>}z{/Control}');
  await waitFor(async () => expect(await actsOf(server)).toEqual([1, 1, 1, 1]));
  await user.click(await page.findByRole('button', { name: 'Redo: Act 2: 3 scenes' }));
  await waitFor(async () => expect(await actsOf(server)).toEqual([1, 2, 2, 2]));
});

test('extends the selection with Shift and arrow keys, selects all with Ctrl+A, none with Escape', async () => {
  const { user } = await openScenes(await atTheScenes());
  (await box(1)).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(document.activeElement).toBe(await box(2));
  expect([(await box(1)).checked, (await box(2)).checked, (await box(3)).checked]).toEqual([
    true,
    true,
    false,
  ]);
  await user.keyboard('{Control>}a{/Control}');
  expect(within(await bar()).getByText('3 scenes selected')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(page.queryByRole('region', { name: 'Selected scenes' })).toBeNull();
});

test('starts an act at a scene', async () => {
  const server = await atTheScenes();
  const { user } = await openScenes(server);
  await user.click(await page.findByRole('button', { name: /^Actions for scene 2,/ }));
  await user.click(await page.findByRole('menuitem', { name: 'Act 2 begins here' }));
  await waitFor(async () => expect(await actsOf(server)).toEqual([1, 2, 2]));
});

test('creates beats from scenes in one step, and undo removes them', async () => {
  const server = await atTheScenes();
  const { user } = await openScenes(server);
  const beats = async () =>
    (await server.as('olive').get(`${server.people.projectUrl}/story-beats`)).json() as { title: string }[];
  (await box(1)).focus();
  await user.keyboard('{Control>}a{/Control}');
  await user.click(within(await bar()).getByRole('button', { name: 'Beat' }));
  await user.click(await page.findByRole('menuitem', { name: 'A beat for each scene' }));
  await page.findByRole('button', { name: 'Undo: Make 3 beats' });
  expect((await beats()).map(({ title }) => title)).toEqual([1, 2, 3].map((n) => `Deck ${n}, night`));
  await user.click(await page.findByRole('button', { name: 'Undo: Make 3 beats' }));
  await waitFor(async () => expect(await beats()).toEqual([]));
});

test('restores rejected changes, and shows the reason at the first scene', async () => {
  const server = await atTheScenes();
  server.network.reject(arrangeScenes, 'internal', 'Not today.');
  const { user } = await openScenes(server);
  await user.click(await box(1));
  await user.click(within(await bar()).getByRole('button', { name: 'Color' }));
  await user.click(await page.findByRole('menuitem', { name: 'Teal' }));
  expect((await page.findByRole('alert')).textContent).toBe('Not today.');
  expect(logged()).toEqual(['Failed to arrange scenes']);
});

test('generates missing images one after another, at a price shown before', async () => {
  const server = await atTheScenes({ isBuiltIn: true });
  const { user } = await openScenes(server, '?view=storyboard');
  await user.click(await page.findByRole('button', { name: /^Draw 3 missing images Built-in/ }));
  await waitFor(
    async () => expect((await server.stored()).filter(({ imageUrl }) => imageUrl !== null)).toHaveLength(3),
    { timeout: 20_000 },
  );
  await waitFor(() => expect(page.queryByText(/^Drawing image/)).toBeNull());
  await waitFor(() => expect(page.queryByRole('button', { name: /missing images/ })).toBeNull());
});
