import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listActs } from '#shared/contract/acts.ts';
import { deleteScene, listScenes } from '#shared/contract/scenes.ts';
import { deckRow } from '#test/rows.ts';
import { actRow, beatRow, sequenceRow } from '#test/storyRows.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { atTheScenes, headings, openScenes, openToasts } from './testing.tsx';

freshBrowser();

const act = (name: RegExp | string) => page.findByRole('region', { name });
const menuOf = (number: number) =>
  page.findByRole('button', { name: new RegExp(`Actions for scene ${number},`) });

test('shows scenes in the sections of their acts, which can be folded', async () => {
  const server = await atTheScenes({ scenes: [deckRow(1), deckRow(2, { actNumber: 2 })] });
  const { user } = await openScenes(server);
  const second = await act('Act 2');
  expect(within(second).getByText('INT. DECK 2 - NIGHT')).toBeTruthy();
  expect(within(second).queryByText('INT. DECK 1 - NIGHT')).toBeNull();
  await user.click(within(second).getByRole('button', { name: 'Act 2' }));
  expect(page.queryByText('INT. DECK 2 - NIGHT')).toBeNull();
  expect(within(second).getByRole('button', { name: 'Act 2', expanded: false })).toBeTruthy();
  await user.click(within(second).getByRole('button', { name: 'Act 2' }));
  expect(page.getByText('INT. DECK 2 - NIGHT')).toBeTruthy();
});

test('shows sequences and beats within acts, and scenes without a sequence last', async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1), deckRow(2, { sequenceId: 7 })],
    acts: [actRow(1, { title: 'Departure', colorTheme: 'teal' })],
    sequences: [sequenceRow(7, 1, { name: 'Boarding' })],
    beats: [
      beatRow(1, 1, { title: 'The coat', sequenceId: 7 }),
      beatRow(2, 1, { title: 'A horn', orderIndex: 1 }),
    ],
  });
  await openScenes(server);
  const first = await act(/Act 1: Departure/);
  expect(first.getAttribute('data-theme')).toBe('teal');
  expect(within(first).getByRole('heading', { name: 'Boarding 1 beat' })).toBeTruthy();
  expect(within(page.getByRole('list', { name: 'Beats of Boarding' })).getByText('The coat')).toBeTruthy();
  expect(within(page.getByRole('list', { name: 'Beats of Act 1' })).getByText('A horn')).toBeTruthy();
  expect(within(first).getByText('Setup & Inciting Incident')).toBeTruthy();
  expect(headings()).toEqual(['INT. DECK 2 - NIGHT', 'INT. DECK 1 - NIGHT']);
});

test('a row has the printed number, the page of the script, the notes and the picture', async () => {
  const fixed = { displayNumber: '12A', pageNumber: 9, notes: 'The last car will not start.' };
  await openScenes(await atTheScenes({ scenes: [deckRow(1, { ...fixed, imageUrl: '/uploads/one.png' })] }));
  const row = (await page.findByText('12A')).closest('li');
  // Once the script is loaded, its page replaces the stored one.
  await waitFor(() => expect(row?.textContent).toContain('page 1'));
  expect(page.getByText('The last car will not start.')).toBeTruthy();
  expect(page.getByRole('button', { name: /Show the image of scene 12A/ })).toBeTruthy();
  expect(page.getByText('1 scene, 1 page, 1 with an image')).toBeTruthy();
});

test('Storyboard shows a flat grid of pictures in script order, and is stored in the address', async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1, { actNumber: 2, imageUrl: '/uploads/one.png' }), deckRow(2)],
  });
  const { user, history } = await openScenes(server);
  const toggle = await page.findByRole('button', { name: 'Storyboard', pressed: false });
  expect(headings()).toEqual(['INT. DECK 2 - NIGHT', 'INT. DECK 1 - NIGHT']);
  await user.click(toggle);
  const board = await page.findByRole('list', { name: 'Storyboard' });
  const frames = within(board).getAllByRole('figure');
  expect(frames.map((frame) => frame.querySelector('img')?.getAttribute('src') ?? null)).toEqual([
    '/uploads/one.png',
    null,
  ]);
  expect(page.queryByRole('region', { name: 'Act 1' })).toBeNull();
  expect(history.location.search).toBe('?view=storyboard');
  history.back();
  expect(await act('Act 1')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Storyboard', pressed: false })).toBeTruthy();
});

test('opens the storyboard with view=storyboard, and Print offers the frames per page and the paper', async () => {
  const server = await atTheScenes();
  const { user } = await openScenes(server, '?view=storyboard');
  await user.click(await page.findByRole('button', { name: 'Print' }));
  const link = await page.findByRole('link', { name: 'Open to print' });
  const address = `/api/projects/${server.code}/export/storyboard`;
  expect(link.getAttribute('href')).toBe(`${address}?perPage=6&paper=letter&notes=yes&disposition=inline`);
  await user.click(page.getByRole('radio', { name: '12' }));
  await user.click(page.getByRole('radio', { name: 'A4' }));
  await user.click(page.getByRole('checkbox', { name: 'Notes under the frames' }));
  expect(link.getAttribute('href')).toBe(`${address}?perPage=12&paper=a4&notes=no&disposition=inline`);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  await user.click(page.getByRole('button', { name: 'Save as PDF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(page.queryByRole('dialog')).toBeNull();
});

test('a frame without a picture shows number and heading in its place', async () => {
  await openScenes(await atTheScenes({ scenes: [deckRow(1)] }), '?view=storyboard');
  const frame = await page.findByRole('figure');
  expect(frame.querySelector('p')?.textContent).toBe('1 INT. DECK 1 - NIGHT');
});

test('asks with the specified text before deleting, and refetches the script', async () => {
  const server = await atTheScenes();
  const { client, user } = await openScenes(server);
  client.setQueryData(elementsQuery(server.project.id).queryKey, []);
  await user.click(await menuOf(2));
  await user.click(await page.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await page.findByRole('alertdialog', { name: 'Delete scene 2' });
  expect(within(dialog).getByText(/^Are you sure/).textContent).toBe(
    'Are you sure you want to delete this scene? This will also delete all script elements in this scene.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(headings()).toEqual(['INT. DECK 1 - NIGHT', 'INT. DECK 3 - NIGHT']));
  expect(page.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(client.getQueryData(elementsQuery(server.project.id).queryKey)).toHaveLength(2));
  expect(openToasts()).toEqual([]);
  // The focus moves to the scene that has taken the position.
  const next = /^Actions for scene 2,.*DECK 3/;
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: next })));
});

test("lists the shots of a scene's script below the scene", async () => {
  const server = await atTheScenes();
  const [, second] = (await server.as('olive').get(`${server.people.projectUrl}/script-elements`)).json();
  const elements = [
    { elementType: 'action', content: 'Forty cars in the dark.' },
    { elementType: 'character', content: 'MARA' },
    { elementType: 'dialogue', content: 'Forty-one.' },
    { elementType: 'action', content: 'CLOSE ON the log.' },
  ];
  await server.as('olive').post(`${server.people.projectUrl}/script-changes`, {
    edits: [{ type: 'insert', afterId: second.id, elements }],
  });
  const { user } = await openScenes(server);
  const toggle = await page.findByRole('button', { name: /^Shots of scene 2,/, expanded: false });
  await user.click(toggle);
  const list = await page.findByRole('list', { name: /^Shots of scene 2,/ });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1WideForty cars in the dark.', '2MediumMARA speaks', '3Close as writtenCLOSE ON the log.']);
  await user.click(page.getByRole('button', { name: /^Shots of scene 3,/ }));
  expect(await page.findByText(/^No shots yet/)).toBeTruthy();
  await user.click(toggle);
  expect(page.queryByRole('list', { name: /^Shots of scene 2,/ })).toBeNull();
});

test('does not count the opening, nor its picture', async () => {
  const imageUrl = '/uploads/one.png';
  await openScenes(
    await atTheScenes({ scenes: [deckRow(1, { heading: '', imageUrl }), deckRow(2, { imageUrl })] }),
  );
  expect(await page.findByText('1 scene, 1 page, 1 with an image')).toBeTruthy();
});

test('shows a failed deletion in its dialog, without a toast', async () => {
  const server = await atTheScenes();
  server.network.reject(deleteScene, 'internal', 'The scene is still there.');
  const { user } = await openScenes(server);
  await user.click(await menuOf(1));
  await user.click(await page.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await page.findByRole('button', { name: 'Delete' }));
  expect((await page.findByRole('alert')).textContent).toBe('The scene is still there.');
  expect([openToasts(), logged()]).toEqual([[], ['Failed to delete scene']]);
});

test('the menu opens a scene in the script', async () => {
  const server = await atTheScenes();
  const { user, history } = await openScenes(server);
  await user.click(await menuOf(2));
  await user.click(await page.findByRole('menuitem', { name: 'Open in the script' }));
  expect(await page.findByText('The script')).toBeTruthy();
  expect(history.location.href).toBe(`/projects/${server.code}/script?scene=${server.id(2)}`);
});

test.each<Name>(['vic', 'cora'])(
  'a member such as %s sees the scenes without controls that change them',
  async (who) => {
    for (const query of ['', '?view=storyboard']) {
      const server = await atTheScenes({
        user: who,
        scenes: [deckRow(1), deckRow(2, { imageUrl: '/uploads/two.png' })],
        columns: { aiAccess: 'off' },
      });
      await openScenes(server, query);
      await page.findByText('INT. DECK 1 - NIGHT', { selector: 'a' });
      const names = page
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent);
      const reading = /^(Storyboard|Animatic|Print|Act \d|Show the image of .*|Shots of .*)$/;
      expect(names.filter((name) => !reading.test(name ?? ''))).toEqual([]);
      expect(page.queryByText(/AI is switched off/)).toBeNull();
      document.body.replaceChildren();
    }
  },
);

test('explains how to start without scenes', async () => {
  const server = await atTheScenes({ scenes: [] });
  const { user } = await openScenes(server);
  expect(await page.findByText('No scenes yet')).toBeTruthy();
  expect(page.getByText('Scene Manager')).toBeTruthy();
  expect(page.getByRole('link', { name: 'Open the script' }).getAttribute('href')).toBe(
    `/projects/${server.code}/script`,
  );
  await user.click(page.getByRole('button', { name: 'New Scene' }));
  expect(await page.findByRole('dialog', { name: 'New scene' })).toBeTruthy();
});

test('shows skeletons while the scenes load, and offers a retry after a failure', async () => {
  const server = await atTheScenes();
  const release = server.network.hold(listScenes);
  const { user } = await openScenes(server);
  expect(await page.findByRole('status', { name: 'Loading scenes' })).toBeTruthy();
  release('rejected');
  expect(await page.findByText('The scenes could not be loaded.')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(await page.findByText('INT. DECK 1 - NIGHT')).toBeTruthy();
});

test('shows the scenes without the plan when that cannot be loaded', async () => {
  const server = await atTheScenes();
  server.network.reject(listActs, 'internal');
  await openScenes(server);
  expect(await page.findByText('The acts and sequences could not be loaded.')).toBeTruthy();
  expect(page.getByText('INT. DECK 1 - NIGHT')).toBeTruthy();
});

test('shows all of 150 scenes', async () => {
  const scenes = Array.from({ length: 150 }, (_, index) =>
    deckRow(index + 1, { actNumber: (index % 3) + 1 }),
  );
  await openScenes(await atTheScenes({ scenes }));
  expect(await page.findByText(/^150 scenes, \d+ pages$/)).toBeTruthy();
  expect(headings()).toHaveLength(150);
});
