import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateScene } from '#shared/contract/scenes.ts';
import { deckRow } from '#test/rows.ts';
import { sequenceRow } from '#test/storyRows.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { createMouse } from '#web/ui/reorder/testing.ts';
import { problemsQuery } from './scenes.data.ts';
import { atTheScenes, headings, openScenes, openToasts } from './testing.tsx';

freshBrowser();

const handle = (number: number) => page.findByRole('button', { name: new RegExp(`^Move scene ${number},`) });
const spoken = () =>
  [...document.querySelectorAll('[aria-live="assertive"]')].map((each) => each.textContent).join('');
const deck = (...ids: number[]) => ids.map((id) => `INT. DECK ${id} - NIGHT`);

/** Scenes 1 and 2 in a sequence of act 1, scene 3 in act 2. */
function twoActs() {
  return atTheScenes({
    scenes: [deckRow(1, { sequenceId: 7 }), deckRow(2, { sequenceId: 7 }), deckRow(3, { actNumber: 2 })],
    sequences: [sequenceRow(7, 1, { name: 'Boarding' })],
  });
}

test('Space lifts a scene, arrows move it through acts and sequences, Space drops it', async () => {
  const server = await twoActs();
  const { client, user } = await openScenes(server);
  client.setQueryData(elementsQuery(server.project.id).queryKey, []);
  (await handle(1)).focus();
  await user.keyboard(' ');
  expect(spoken()).toBe('Scene 1, INT. DECK 1 - NIGHT picked up, Act 1, Boarding, place 1 of 2');
  expect(page.queryByText('Lands here')).toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(page.getByText('Lands here')).toBeTruthy();
  expect(spoken()).toBe('Scene 1, INT. DECK 1 - NIGHT, Act 2, place 1 of 2');
  expect(headings()).toEqual(deck(1, 2, 3));
  await user.keyboard(' ');
  await waitFor(() => expect(headings()).toEqual(deck(2, 1, 3)));
  expect(page.queryByText('Lands here')).toBeNull();
  await waitFor(() =>
    expect(server.changes()).toEqual([
      { call: `PATCH /api/scenes/${server.id(1)}`, body: { sceneNumber: 2, actNumber: 2, sequenceId: null } },
    ]),
  );
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move .*DECK 1 - NIGHT$/),
  );
  // The script is refetched.
  await waitFor(() => expect(client.getQueryData(elementsQuery(server.project.id).queryKey)).toHaveLength(3));
  await waitFor(() => expect(server.reads()).toBe(2));
  expect(headings()).toEqual(deck(2, 1, 3));
  expect(openToasts()).toEqual([]);
});

test('Escape and loss of focus cancel a move', async () => {
  const server = await twoActs();
  const { user } = await openScenes(server);
  (await handle(2)).focus();
  await user.keyboard(' {ArrowUp}{Escape}');
  expect(spoken()).toBe('Scene 2, INT. DECK 2 - NIGHT put back, Act 1, Boarding, place 2 of 2');
  await user.keyboard(' {End}{Tab}');
  expect(page.queryByText('Lands here')).toBeNull();
  expect(headings()).toEqual(deck(1, 2, 3));
  expect(server.changes()).toEqual([]);
});

describe('a scene dragged by the mouse', () => {
  let mouse: ReturnType<typeof createMouse>;

  beforeEach(() => {
    mouse = createMouse();
  });

  afterEach(() => mouse.remove());

  const rowOf = (number: number) => {
    const row = page.getByRole('button', { name: `INT. DECK ${number} - NIGHT` }).closest('li');
    if (!row) throw new Error(`Scene ${number} is in no row`);
    return row;
  };

  test('lands at the slot, is announced, and keeps the target when the pointer leaves the list', async () => {
    const server = await twoActs();
    await openScenes(server);
    await mouse.lift(await handle(1));
    await mouse.moveOver(rowOf(3));
    expect(spoken()).toBe('Scene 1, INT. DECK 1 - NIGHT, Act 2, place 2 of 2');
    await mouse.moveOver(page.getByText('Lands here'));
    await mouse.moveOver(null);
    expect(page.getByText('Lands here')).toBeTruthy();
    await mouse.drop();
    await waitFor(() => expect(headings()).toEqual(deck(2, 3, 1)));
    await waitFor(() => expect(server.changes()).toHaveLength(1));
  });

  test('returns on Escape, and its handle has the focus', async () => {
    const server = await twoActs();
    await openScenes(server);
    await mouse.lift(await handle(1));
    await mouse.moveOver(rowOf(3));
    await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    await waitFor(() => expect(page.queryByText('Lands here')).toBeNull());
    expect(spoken()).toBe('Scene 1, INT. DECK 1 - NIGHT put back, Act 1, Boarding, place 1 of 2');
    expect(document.activeElement).toBe(await handle(1));
    expect(server.changes()).toEqual([]);
  });
});

test('a folded act opens while it is the target', async () => {
  const { user } = await openScenes(await twoActs());
  await user.click(await page.findByRole('button', { name: 'Act 2' }));
  expect(headings()).toEqual(deck(1, 2));
  (await handle(2)).focus();
  await user.keyboard(' {ArrowDown}{ArrowDown}');
  const second = page.getByRole('region', { name: 'Act 2' });
  expect(within(second).getByText('Lands here')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(headings()).toEqual(deck(1, 2));
});

test('the menu moves a scene up or down by one position', async () => {
  const server = await twoActs();
  const { user } = await openScenes(server);
  await user.click(await page.findByRole('button', { name: /^Actions for scene 2,/ }));
  await user.click(await page.findByRole('menuitem', { name: 'Move up' }));
  await waitFor(() => expect(headings()).toEqual(deck(2, 1, 3)));
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ sceneNumber: 1 }));
  expect(spoken()).toBe('Scene 2, INT. DECK 2 - NIGHT, Act 1, Boarding, place 1 of 2');
  await user.click(await page.findByRole('button', { name: /^Actions for .*DECK 2/, expanded: false }));
  const up = await page.findByRole('menuitem', { name: 'Move up' });
  expect(up.getAttribute('aria-disabled')).toBe('true');
});

test('reverts a rejected move, and shows the reason in its row', async () => {
  const server = await twoActs();
  const release = server.network.hold(updateScene);
  const { user } = await openScenes(server);
  (await handle(1)).focus();
  await user.keyboard(' {ArrowDown} ');
  await waitFor(() => expect(headings()).toEqual(deck(2, 1, 3)));
  release('rejected');
  expect((await page.findByRole('alert')).textContent).toBe('The server is broken.');
  expect(headings()).toEqual(deck(1, 2, 3));
  expect([openToasts(), logged()]).toEqual([[], ['Failed to move scene']]);
});

test('sends moves one after another, and refetches the list after the last', async () => {
  const server = await atTheScenes();
  const release = server.network.hold(updateScene);
  const { user } = await openScenes(server);
  (await handle(1)).focus();
  await user.keyboard(' {ArrowDown} ');
  await waitFor(() => expect(headings()).toEqual(deck(2, 1, 3)));
  await user.keyboard(' {ArrowDown} ');
  await waitFor(() => expect(headings()).toEqual(deck(2, 3, 1)));
  expect(server.changes()).toHaveLength(1);
  release();
  await waitFor(() => expect(server.changes()).toHaveLength(2));
  expect(headings()).toEqual(deck(2, 3, 1));
  await waitFor(() => expect(server.reads()).toBe(2));
  expect(headings()).toEqual(deck(2, 3, 1));
  expect((await server.stored()).map(({ heading }) => heading)).toEqual(deck(2, 3, 1));
});

test('shows each failure of several moves at its scene, also after the view was left', async () => {
  const server = await atTheScenes();
  const release = server.network.hold(updateScene);
  const { client, user } = await openScenes(server);
  (await handle(1)).focus();
  await user.keyboard(' {ArrowDown} ');
  await waitFor(() => expect(server.changes()).toHaveLength(1));
  (await handle(3)).focus();
  await user.keyboard(' {Home} ');
  cleanup();
  server.network.reject(updateScene, 'internal', 'Broken');
  release('rejected');
  const problems = { [server.id(1)]: 'The server is broken.', [server.id(3)]: 'Broken' };
  await waitFor(() =>
    expect(client.getQueryData(problemsQuery(server.project.id).queryKey)).toEqual(problems),
  );
  expect(logged()).toEqual(['Failed to move scene', 'Failed to move scene']);
});

test('moves a frame of the storyboard by keyboard, which takes the act of its target', async () => {
  const server = await atTheScenes({ scenes: [deckRow(1), deckRow(2), deckRow(3, { actNumber: 2 })] });
  const { user } = await openScenes(server, '?view=storyboard');
  (await handle(1)).focus();
  await user.keyboard(' {End} ');
  await waitFor(() =>
    expect(server.changes()).toEqual([
      { call: `PATCH /api/scenes/${server.id(1)}`, body: { sceneNumber: 3, actNumber: 2, sequenceId: null } },
    ]),
  );
  await waitFor(() => expect(headings()).toEqual(deck(2, 3, 1)));
});

test('moves a frame by its menu by one position, and announces it', async () => {
  const server = await atTheScenes();
  const { user } = await openScenes(server, '?view=storyboard');
  await user.click(await page.findByRole('button', { name: /^Actions for scene 2,/ }));
  await user.click(await page.findByRole('menuitem', { name: 'Move down' }));
  expect(spoken()).toBe('scene 2, INT. DECK 2 - NIGHT, place 3 of 3');
  await waitFor(() => expect(headings()).toEqual(deck(1, 3, 2)));
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ sceneNumber: 3 }));
});

test('the opening has no handle, and stays first on the storyboard', async () => {
  const server = await atTheScenes({ scenes: [deckRow(1, { heading: '' }), deckRow(2), deckRow(3)] });
  const { user } = await openScenes(server, '?view=storyboard');
  const frames = await page.findAllByRole('figure');
  expect(frames[0]?.textContent).toContain('Before the first scene');
  expect(within(frames[0] ?? document.body).queryByRole('button', { name: /^Move/ })).toBeNull();
  (await handle(2)).focus();
  await user.keyboard(' {Home} ');
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ sceneNumber: 1 }));
});

test("replaces the optimistic result with the server's", async () => {
  const server = await atTheScenes();
  const release = server.network.hold(updateScene);
  const { user } = await openScenes(server);
  (await handle(1)).focus();
  await user.keyboard(' {ArrowDown} ');
  await server.as('eddie').delete(`/api/scenes/${server.id(2)}`);
  release();
  await waitFor(() => expect(headings()).toEqual(deck(3, 1)));
  expect((await server.stored()).map(({ heading }) => heading)).toEqual(deck(3, 1));
});
