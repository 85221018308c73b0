import { screen as page, waitFor, within } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ModelFailure } from '#server/ai/failure.ts';
import { videoJobs } from '#server/db/schema/ai.ts';
import { getAiState } from '#shared/contract/ai.ts';
import { cancelSceneVideo, generateSceneVideo } from '#shared/contract/scenes.ts';
import { setBalance } from '#test/browser.ts';
import { aVideo, type ScriptedModels } from '#test/models.ts';
import { deckRow } from '#test/rows.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { atTheScenes, openScenes, openToasts } from './testing.tsx';

freshBrowser();

type Server = Awaited<ReturnType<typeof atTheScenes>>;
type Opened = Awaited<ReturnType<typeof openScenes>>;

/** Let the server poll the running jobs, and refetch the scenes. */
async function look({ db, films, project }: Server, { client }: Opened) {
  await db.update(videoJobs).set({ nextAt: sql`now()` });
  await films.runDue();
  await client.invalidateQueries({ queryKey: scenesQuery(project.id).queryKey });
}

/** Set the provider's answer to polls. */
function films({ models }: Server, answer: ScriptedModels['pollVideo']): void {
  if (models) models.pollVideo = answer;
}

const withVideo = { videoUrl: '/uploads/clip.mp4', videoPrompt: 'It sails', videoStatus: 'ready' };

async function editScene({ user }: Opened, number: number) {
  await user.click(await page.findByRole('button', { name: `INT. DECK ${number} - NIGHT` }));
  const dialog = await page.findByRole('dialog', { name: 'Edit scene' });
  return within(within(dialog).getByRole('region', { name: 'Video' }));
}

test('the dialog shows the price and the progress of a video, then plays it', async () => {
  const server = await atTheScenes();
  const opened = await openScenes(server);
  const video = await editScene(opened, 1);
  await opened.user.type(await video.findByRole('textbox', { name: /What the video shows/ }), 'Gulls.');
  await opened.user.click(await video.findByRole('button', { name: 'Make video 150 credits' }));
  expect((await video.findByRole('progressbar')).getAttribute('aria-label')).toBe('Video queued');
  const [call] = server.network.callsOf(generateSceneVideo);
  expect([call?.url, call?.body]).toEqual([
    `/api/scenes/${server.id(1)}/generate-video`,
    { prompt: 'Gulls.' },
  ]);
  expect(call?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);

  await waitFor(async () => expect((await server.stored())[0]?.videoStatus).toBe('queued'));
  films(server, async () => ({ status: 'generating' }));
  await look(server, opened);
  await look(server, opened);
  expect(await video.findByRole('progressbar', { name: 'The video is being made' })).toBeTruthy();
  films(server, async () => ({ status: 'done', clip: { bytes: aVideo } }));
  await look(server, opened);
  const film = await video.findByLabelText(/^Video of scene 1,/);
  const [scene] = await server.stored();
  expect([film.getAttribute('src'), film.hasAttribute('controls')]).toEqual([scene?.videoUrl, true]);
  expect(scene?.videoPrompt).toBe('Gulls.');
  expect(page.getAllByRole('status', { hidden: true })[0]?.textContent).toBe(
    'The video of scene 1, INT. DECK 1 - NIGHT is ready',
  );
  expect([video.getByRole('button', { name: 'Make another video 150 credits' }), openToasts()]).toEqual([
    expect.anything(),
    [],
  ]);
});

test('the dialog notes that a video starts with the picture, if there is one', async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1, { imageUrl: '/uploads/deck.png' }), deckRow(2, { imageUrl: '/uploads/deck.svg' })],
  });
  const opened = await openScenes(server);
  const begins = 'It begins with the picture of the scene.';
  const video = await editScene(opened, 1);
  expect(await video.findByText(begins)).toBeTruthy();
  await opened.user.keyboard('{Escape}');
  const other = await editScene(opened, 2);
  expect(await other.findByRole('button', { name: 'Make video 150 credits' })).toBeTruthy();
  expect(other.queryByText(begins)).toBeNull();
});

test('cancels a video that is being made, also on the board', async () => {
  const server = await atTheScenes();
  const { user } = await openScenes(server, '?view=storyboard');
  await user.click(await page.findByRole('button', { name: /^Actions for scene 2,/ }));
  await user.click(await page.findByRole('menuitem', { name: 'Make video 150 credits' }));
  await page.findByRole('progressbar', { name: /^Video queued: scene 2,/ });
  await user.click(page.getByRole('button', { name: /^Cancel the video of scene 2,/ }));
  await waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
  expect(server.network.callsOf(cancelSceneVideo)).toHaveLength(1);
  expect((await server.stored())[1]?.videoStatus).toBeNull();
});

test('shows a failed video at its scene, with a retry and its price', async () => {
  const server = await atTheScenes();
  const opened = await openScenes(server);
  await opened.user.click(await page.findByRole('button', { name: /^Actions for scene 1,/ }));
  await opened.user.click(await page.findByRole('menuitem', { name: 'Make video 150 credits' }));
  films(server, async () => {
    throw new ModelFailure('filtered');
  });
  await waitFor(async () => expect((await server.stored())[0]?.videoStatus).toBe('queued'));
  await look(server, opened);
  await look(server, opened);
  const again = await page.findByRole('button', {
    name: /^Try again 150 credits for the video of scene 1,/,
  });
  expect(
    page.getByText(/because of its content rules. Nothing was charged./, { selector: 'li p' }),
  ).toBeTruthy();
  await opened.user.click(again);
  await page.findByRole('progressbar');
  await waitFor(async () => expect((await server.stored())[0]?.videoStatus).toBe('queued'));
  await look(server, opened);
  await look(server, opened);
  await opened.user.click(await page.findByRole('button', { name: /^Dismiss this about the video/ }));
  await waitFor(() =>
    expect(page.queryByText(/because of its content rules/, { selector: 'li p' })).toBeNull(),
  );
  expect((await server.stored())[0]).toMatchObject({ videoStatus: null, videoProblem: null });
});

test('the board plays a video in place of its picture, for viewers without other controls', async () => {
  const server = await atTheScenes({ user: 'vic', scenes: [deckRow(1, withVideo), deckRow(2)] });
  const { user } = await openScenes(server, '?view=storyboard');
  await user.click(await page.findByRole('button', { name: /^Play the video of scene 1,/ }));
  expect(page.getByLabelText(/^Video of scene 1,/).getAttribute('src')).toBe('/uploads/clip.mp4');
  await user.click(page.getByRole('button', { name: /^Close the video of scene 1,/ }));
  expect(page.queryByLabelText(/^Video of/)).toBeNull();
  expect(page.queryByRole('button', { name: /Make video|Delete|Actions/ })).toBeNull();
});

test('deletes a video after a confirmation', async () => {
  const server = await atTheScenes({ scenes: [deckRow(1, withVideo)] });
  const opened = await openScenes(server);
  const video = await editScene(opened, 1);
  await opened.user.click(video.getByRole('button', { name: 'Delete video' }));
  const question = await page.findByRole('alertdialog', { name: 'Delete video' });
  expect(question.textContent).toContain('its cost is not refunded');
  await opened.user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(video.queryByLabelText(/^Video of/)).toBeNull());
  expect((await server.stored())[0]?.videoUrl).toBeNull();
});

test('offers the animatic, with the reason, when no provider is configured', async () => {
  const server = await atTheScenes({ isBuiltIn: true });
  const opened = await openScenes(server);
  const video = await editScene(opened, 2);
  expect(video.getByText('Video generation is not configured.')).toBeTruthy();
  expect(video.queryByRole('button', { name: /Make video/ })).toBeNull();
  await opened.user.click(video.getByRole('button', { name: 'Play the animatic of this scene' }));
  const animatic = await page.findByRole('dialog', { name: 'Animatic' });
  const scenes = await within(animatic).findByRole('list', { name: 'Scenes' });
  expect(
    within(scenes)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('2  INT. DECK 2')]);
});

test('orders nothing without credits, and shows other failures at the scene', async () => {
  const server = await atTheScenes();
  await setBalance(server, 'olive', 0);
  const { user } = await openScenes(server);
  const make = async () => {
    await user.click(await page.findByRole('button', { name: /^Actions for scene 1,/ }));
    await user.click(await page.findByRole('menuitem', { name: 'Make video 150 credits' }));
  };
  await make();
  expect(await page.findByText('Out of credits')).toBeTruthy();
  await waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
  server.network.reject(generateSceneVideo, 'unavailable', 'Not today.');
  await make();
  expect((await page.findByRole('alert')).textContent).toBe('Not today.');
  expect(logged()).toEqual(['Failed to order scene video']);
});

test('offers a retry when the price could not be loaded', async () => {
  const server = await atTheScenes();
  server.network.reject(getAiState, 'internal', undefined, 1);
  const opened = await openScenes(server);
  const video = await editScene(opened, 1);
  await opened.user.click(await video.findByRole('button', { name: 'Try again' }));
  expect(await video.findByRole('button', { name: 'Make video 150 credits' })).toBeTruthy();
});
