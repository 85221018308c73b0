import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getAiState } from '#shared/contract/ai.ts';
import { generateSceneImage } from '#shared/contract/scenes.ts';
import { setBalance } from '#test/browser.ts';
import { deckRow } from '#test/rows.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { atTheScenes, openScenes, openToasts } from './testing.tsx';

freshBrowser();

type User = Awaited<ReturnType<typeof openScenes>>['user'];

async function choose(user: User, number: number, name: RegExp | string) {
  await user.click(await page.findByRole('button', { name: new RegExp(`^Actions for scene ${number},`) }));
  await user.click(await page.findByRole('menuitem', { name }));
}

test('shows the price of an image in the menu, then the image in the row', async () => {
  const server = await atTheScenes();
  const { user } = await openScenes(server);
  await choose(user, 1, 'Generate image 20 credits');
  const look = await page.findByRole('button', { name: /^Show the image of scene 1,/ });
  expect(look.querySelector('img')?.getAttribute('src')).toBe((await server.stored())[0]?.imageUrl);
  expect(page.getByRole('status').textContent).toBe('The image of scene 1, INT. DECK 1 - NIGHT is drawn');
  const [call] = server.network.callsOf(generateSceneImage);
  expect(call?.url).toBe(`/api/scenes/${server.id(1)}/generate-image`);
  expect(call?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(openToasts()).toEqual([]);
});

test('opens the picture large with heading and prompt, and redraws it at its price', async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1, { imageUrl: '/uploads/old.png', imagePrompt: 'A ferry, dusk' })],
  });
  const { user } = await openScenes(server);
  await user.click(await page.findByRole('button', { name: /^Show the image/ }));
  const dialog = await page.findByRole('dialog', { name: '1. INT. DECK 1 - NIGHT' });
  expect(within(dialog).getByText('A ferry, dusk')).toBeTruthy();
  await user.click(await within(dialog).findByRole('button', { name: 'Regenerate image 20 credits' }));
  await waitFor(() =>
    expect(within(dialog).getByRole('img').getAttribute('src')).not.toBe('/uploads/old.png'),
  );
  const [scene] = await server.stored();
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe(scene?.imageUrl);
  expect(within(dialog).getByText(scene?.imagePrompt ?? '')).toBeTruthy();
});

test('shows progress while generating, and can be cancelled', async () => {
  const server = await atTheScenes();
  server.network.hold(generateSceneImage);
  const { user } = await openScenes(server, '?view=storyboard');
  await user.click(await page.findByRole('button', { name: /^Generate image 20 credits for scene 2,/ }));
  expect(await page.findByRole('progressbar', { name: /^Drawing the image of scene 2,/ })).toBeTruthy();
  // The pressed buttons were removed; the focus is at their scene.
  const frame = page.getAllByRole('figure')[1];
  expect(document.activeElement).toBe(frame);
  await user.click(page.getByRole('button', { name: /^Cancel the image of scene 2,/ }));
  await waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
  expect(document.activeElement).toBe(frame);
  expect(page.queryByRole('alert')).toBeNull();
  expect(openToasts()).toEqual([]);
});

test('shows that credits are missing, with a link to buy some', async () => {
  const server = await atTheScenes();
  await setBalance(server, 'olive', 0);
  const { user } = await openScenes(server);
  await choose(user, 1, /^Generate image/);
  expect(await page.findByText('Out of credits')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Buy Credits' })).toBeTruthy();
});

test('shows other failures at the scene, without a toast, until the next try', async () => {
  const server = await atTheScenes();
  const restore = server.network.reject(generateSceneImage, 'upstream', 'The image service did not answer.');
  const { user } = await openScenes(server);
  await choose(user, 2, /^Generate image/);
  const alert = await page.findByRole('alert');
  expect(alert.textContent).toBe('The image service did not answer.');
  expect(alert.closest('li')?.textContent).toContain('INT. DECK 2 - NIGHT');
  expect([openToasts(), logged()]).toEqual([[], ['Failed to generate scene image']]);
  restore();
  await choose(user, 2, /^Generate image/);
  await page.findByRole('button', { name: /^Show the image/ });
  expect(page.queryByRole('alert')).toBeNull();
});

test('disables generation with AI switched off, with the reason', async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1), deckRow(2, { imageUrl: '/uploads/two.png' })],
    columns: { aiAccess: 'off' },
  });
  const { user } = await openScenes(server);
  const why = 'AI is switched off in this project. The owner can switch it on in Project Settings.';
  expect(await page.findByText(why)).toBeTruthy();
  await user.click(await page.findByRole('button', { name: /^Actions for scene 1,/ }));
  await page.findByRole('menuitem', { name: 'Edit' });
  expect(page.queryByRole('menuitem', { name: /image/ })).toBeNull();
});

test('shows the remaining credits when they may be too low', async () => {
  const server = await atTheScenes();
  await setBalance(server, 'olive', 3);
  await openScenes(server);
  expect((await page.findByText(/3 credits left/)).textContent).toBe(
    'An image: 20 credits. 3 credits left. Buy Credits',
  );
});

test('offers a retry when the price could not be loaded', async () => {
  const server = await atTheScenes();
  server.network.reject(getAiState, 'internal', undefined, 1);
  const { user } = await openScenes(server);
  await page.findByText(/The price of an image could not be loaded/);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(page.queryByText(/could not be loaded/)).toBeNull());
});
