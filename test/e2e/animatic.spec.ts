import fs from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { checkScreen } from './checkScreen.ts';
import { test, twoScenes } from './fixtures.ts';
import { importProject, storedElements, storedScenes } from './projects.ts';
import { collectSounds, positions } from './sounds.ts';

/* The animatic of the storyboard and its exports as a video and a sound file. */

/**
 * Import a project: its first scene has a picture, its first action a sound effect, and its
 * characters have voices.
 */
async function importVoicedProject(page: Page) {
  const { request } = page;
  const project = await importProject(request, twoScenes);
  const [first] = await storedScenes(request, project);
  expect((await request.post(`/api/scenes/${first?.id}/generate-image`, { data: {} })).ok()).toBe(true);
  const rain = (await storedElements(request, project)).find(({ content }) => content.startsWith('Rain'));
  const address = `/api/projects/${encodeProjectId(project.id)}/characters`;
  const cast: Character[] = await (await request.get(address)).json();
  for (const { id } of cast)
    expect((await request.patch(`/api/characters/${id}`, { data: { voiceId: 'builtin-walter' } })).ok()).toBe(
      true,
    );
  const order = { elementId: rain?.id, text: 'heavy rain', duration_seconds: 2 };
  expect((await request.post('/api/generate-sound-effect', { data: order })).ok()).toBe(true);
  return project;
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return fs.readFile(await saved.path());
}

test('plays the animatic over the scenes and exports it as a video and a sound file', async ({ page }) => {
  await page.addInitScript(collectSounds);
  const project = await importVoicedProject(page);
  await page.goto(`/projects/${encodeProjectId(project.id)}/scenes`);
  await page.getByRole('button', { name: 'Animatic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Animatic' });
  const time = dialog.getByRole('slider', { name: 'Time' });
  await expect(time).toHaveValue('0');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(2);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByRole('button', { name: /INT\. LINNEA/ }).click();
  await expect(dialog.getByRole('img', { name: /INT\. LINNEA.*no picture yet/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /INT\. LINNEA/ })).toHaveAttribute('aria-current', 'true');
  await time.press('Shift+ArrowLeft');
  await expect(dialog.getByRole('img', { name: /EXT\. HARBOUR/ })).toBeVisible();
  const length = Number(await time.getAttribute('max'));

  await dialog.getByRole('button', { name: 'Export Film' }).click();
  await page.getByRole('button', { name: 'Make Film' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Make Film' }).click();
  await expect(page.getByRole('button', { name: 'Save Film' })).toBeVisible({ timeout: 120_000 });
  await checkScreen(page, 'animatic-film');
  const film = new Input({
    formats: ALL_FORMATS,
    source: new BufferSource(await download(page, 'Save Film')),
  });
  expect(await film.computeDuration()).toBeCloseTo(length, 0);
  const [picture, sound] = [await film.getPrimaryVideoTrack(), await film.getPrimaryAudioTrack()];
  expect([picture?.displayWidth, picture?.displayHeight]).toEqual([1280, 720]);
  expect(await sound?.computeDuration()).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Close' }).click();

  await dialog.getByRole('button', { name: 'Export Audio' }).click();
  await page.getByRole('button', { name: 'Make MP3' }).click();
  await expect(page.getByRole('button', { name: 'Save MP3' })).toBeVisible({ timeout: 60_000 });
  await checkScreen(page, 'animatic-audio');
  const mp3 = await download(page, 'Save MP3');
  const read = new Input({ formats: ALL_FORMATS, source: new BufferSource(mp3) });
  expect(Math.abs((await read.computeDuration()) - 2)).toBeLessThan(0.3);
  expect(mp3.subarray(0, 3).toString()).toBe('ID3');
  expect(mp3.includes('CHAP')).toBe(true);
  expect((await download(page, 'Save Cue Sheet')).toString()).toMatch(
    /TRACK 01 AUDIO\r\n {4}TITLE "1? *EXT\. HARBOUR/,
  );
  await page.getByRole('button', { name: 'Close' }).click();

  await expect(dialog.getByText(/^2 lines have no sound yet/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Voice all lines/ }).click();
  await expect(dialog.getByText(/no sound yet/)).toBeHidden();
  // After the title and the effect, a line plays.
  await time.fill('3.9');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await positions(page))[0] ?? 0).toBeGreaterThan(0.1);
});
