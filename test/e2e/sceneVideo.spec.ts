import fs from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { openDatabase } from '#server/db/client.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import {
  aGoogleServer,
  completesJob,
  type GoogleServer,
  googleSettingsFor,
  queuesJob,
  reportsStatus,
  sendsVideo,
} from '#test/googleServer.ts';
import { checkScreen } from './checkScreen.ts';
import { watchConsole } from './console.ts';
import { aDataDir } from './dataDir.ts';
import { onePage } from './fixtures.ts';
import { importProject } from './projects.ts';
import { startServer } from './server.ts';

/*
 * A scene video: ordered in one window, announced to all by the live channel, and played by the
 * browser.
 */

interface VideoServer {
  provider: GoogleServer;
  url: string;
  /** The session of Olive, who has 500 credits. */
  session: string;
}

const test = base.extend<object, { videoServer: VideoServer }>({
  videoServer: [
    async ({ browserName: _ }, use) => {
      const dataDir = await aDataDir();
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
      const olive = await aUser(db, { email: 'olive@example.com', firstName: 'Olive', credits: 500 });
      const session = await signIn(db, olive.id);
      await close();
      const provider = await aGoogleServer();
      const server = await startServer('embedded', { DATA_DIR: dataDir, ...googleSettingsFor(provider) });
      await use({ provider, url: server.url, session });
      await server.stop();
      await provider.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ videoServer }, use) => use(videoServer.url),
  storageState: async ({ videoServer }, use) => {
    const { hostname } = new URL(videoServer.url);
    const cookie = { name: 'sid', value: videoServer.session, domain: hostname, path: '/', expires: -1 };
    await use({ cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' }], origins: [] });
  },
});

/** Record a second of grey that becomes lighter, with the browser's own recorder. */
async function recordVideo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 180;
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 25; frame += 1) {
      if (context) context.fillStyle = `hsl(200 30% ${20 + frame}%)`;
      context?.fillRect(0, 0, 320, 180);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/** Return one pixel of a picture, outside its lines. */
function pixelOf(picture: HTMLElement | SVGElement): number[] {
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  copy?.drawImage(picture as HTMLCanvasElement, 300, 200, 1, 1, 0, 0, 1, 1);
  return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])];
}

/** Return the same pixel of a video early and late in its first scene, and in its last scene. */
async function videoPixels(bytes: string): Promise<number[][]> {
  const video = document.createElement('video');
  video.muted = true;
  const happens = (event: string) =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true });
      video.addEventListener('error', () => reject(new Error('the video cannot be loaded')), { once: true });
    });
  const loaded = happens('loadeddata');
  video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))]));
  await loaded;
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const points: number[][] = [];
  for (const second of [0.5, 2.5, video.duration - 0.3]) {
    const arrived = happens('seeked');
    video.currentTime = second;
    await arrived;
    // The frame may come after the event. Until then nothing is drawn.
    let point = [0, 0, 0, 0];
    while (point[3] === 0) {
      await new Promise(requestAnimationFrame);
      copy?.drawImage(video, 300, 200, 1, 1, 0, 0, 1, 1);
      point = [...(copy?.getImageData(0, 0, 1, 1).data ?? point)];
    }
    copy?.clearRect(0, 0, 1, 1);
    points.push(point);
  }
  return points;
}

/** The clip is bluish grey. The background of a title card is nearly black. */
function isClipColour([red = 0, , blue = 0]: number[]): boolean {
  return blue > 40 && blue > red * 1.2;
}

test('orders a scene video at its price, shows its progress in both windows, and plays it', async ({
  page,
  context,
  videoServer: { provider },
}) => {
  const browserConsole = watchConsole(context);
  const { id } = await importProject(page.request, onePage);
  const address = `/projects/${encodeProjectId(id)}/scenes`;
  await page.goto(`${address}?view=storyboard`);
  const clip = await recordVideo(page);
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByRole('button', { name: /^EXT\. HARBOUR/ })).toBeVisible();

  provider.next(queuesJob, reportsStatus('in_progress'), completesJob(), sendsVideo(clip));
  await page.getByRole('button', { name: /^EXT\. HARBOUR/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scene' });
  await checkScreen(page, 'film-offer');
  await dialog.getByRole('button', { name: 'Make video 150 credits' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Video queued' })).toBeVisible();
  await expect(other.getByRole('progressbar', { name: /^Video queued: scene 1,/ })).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'The video is being made' })).toBeVisible({
    timeout: 40_000,
  });
  await checkScreen(page, 'film-making');

  const film = dialog.getByLabel(/^Video of scene 1,/);
  await expect(film).toBeVisible({ timeout: 40_000 });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await checkScreen(page, 'film-ready');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Play the video of scene 1,/ }).click();
  const playing = page.getByLabel(/^Video of scene 1,/);
  await expect
    .poll(() => playing.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await checkScreen(page, 'film-board');

  // The animatic shows the video instead of a picture, which this scene does not have.
  await page.getByRole('button', { name: 'Animatic' }).click();
  const animatic = page.getByRole('dialog', { name: 'Animatic' });
  const seen = animatic.getByRole('img', { name: /EXT\. HARBOUR/ });
  await animatic.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => isClipColour(await seen.evaluate(pixelOf))).toBe(true);
  await animatic.getByRole('button', { name: 'Pause' }).click();
  await animatic.getByRole('button', { name: /INT\. LINNEA/ }).click();
  await expect(animatic.getByRole('img', { name: /INT\. LINNEA.*no picture yet/ })).toBeVisible();
  await animatic.getByRole('button', { name: 'Export Film' }).click();
  await page.getByRole('button', { name: 'Make Film' }).click();
  await expect(page.getByRole('button', { name: 'Save Film' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/could not be loaded or read/)).toBeHidden();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Film' }).click(),
  ]);
  const bytes = fs.readFileSync(await saved.path()).toString('base64');
  expect((await page.evaluate(videoPixels, bytes)).map(isClipColour)).toEqual([true, true, false]);
  expect(provider.problems).toEqual([]);
  expect(browserConsole.problems()).toEqual([]);
});
