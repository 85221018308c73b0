import fs from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { encodeProjectId } from '#shared/projectId.ts';
import { onePage, test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import { collectSounds, positions } from './sounds.ts';
import { replaceElementText } from './writing.ts';

/*
 * A script gets voices, is voiced, played, edited, voiced again where it changed, and exported.
 * Uses the built-in engine.
 */

/** Return the chapters of an MP3 that stores them before its sound. */
function chaptersOf(mp3: Buffer): { title: string; startMs: number; endMs: number }[] {
  const chapters = [];
  for (let at = mp3.indexOf('CHAP'); at >= 0; at = mp3.indexOf('CHAP', at + 4)) {
    const times = mp3.indexOf(0, at + 10) + 1;
    const text = times + 16;
    const title = mp3.subarray(text + 13, text + 10 + mp3.readUInt32BE(text + 4) - 2).toString('utf16le');
    chapters.push({ title, startMs: mp3.readUInt32BE(times), endMs: mp3.readUInt32BE(times + 4) });
  }
  return chapters;
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return fs.readFile(await saved.path());
}

test('casts, voices and plays a script, voices only changed lines again, and exports the read', async ({
  page,
}) => {
  const spoken: string[] = [];
  page.on('request', (request) => {
    if (/generate-(dialogue-audio|speech)$/.test(request.url())) spoken.push(request.postDataJSON().text);
  });
  await page.addInitScript(collectSounds);
  const project = await importProject(page.request, onePage);
  const address = `/projects/${encodeProjectId(project.id)}`;

  await test.step('cast the script', async () => {
    await page.goto(`${address}/characters`);
    await page.getByRole('button', { name: 'Suggest Voices' }).click();
    const proposals = page.getByRole('list', { name: 'Proposals' }).getByRole('listitem');
    await expect(proposals).toHaveCount(2);
    await page.getByRole('button', { name: 'Accept All' }).click();
    await expect(page.getByText('Voices assigned', { exact: true })).toBeVisible();
  });

  const table = page.getByRole('region', { name: 'Table read' });
  await test.step('voice each line once', async () => {
    await page.goto(scriptAddress(project));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Table read' }).click();
    await table.getByRole('button', { name: 'Table read settings' }).click();
    await table.getByRole('button', { name: /^Voice all lines/ }).click();
    await expect(table.getByText('Every line with a voice is up to date.')).toBeVisible();
    expect(spoken.splice(0).toSorted()).toEqual([
      'After you.',
      'Forty-one. Forty-two.',
      'It was Thursday.',
      '[waving a wet ticket] Wait! I have a ticket!',
    ]);
  });

  await test.step('play the stored sounds', async () => {
    await page.getByRole('button', { name: 'Play Script' }).click();
    await expect.poll(async () => (await positions(page))[0] ?? 0).toBeGreaterThan(0.2);
    await page.getByRole('button', { name: /^Stop Script/ }).click();
    await expect.poll(() => positions(page)).toEqual([]);
    expect(spoken).toEqual([]);
  });

  await test.step('voice only the edited line again', async () => {
    await replaceElementText(page, 'It was Thursday.', 'It was Friday.');
    await expect(table.getByText('1 line not voiced yet, or changed since.')).toBeVisible();
    await table.getByRole('button', { name: /^Voice all lines/ }).click();
    await expect(table.getByText('Every line with a voice is up to date.')).toBeVisible();
    expect(spoken).toEqual(['It was Friday.']);
  });

  await test.step('export the read with its scenes as chapters while the dialog is closed', async () => {
    await table.getByLabel('Scene headings').uncheck();
    await table.getByLabel('Action').uncheck();
    await table.getByRole('button', { name: 'Export Audio' }).click();
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await page.route('**/uploads/*', async (route) => {
      await release;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Make MP3' }).click();
    await page.getByRole('button', { name: 'Continue in Background' }).click();
    const works = page.getByRole('list', { name: 'In the background' });
    await expect(works).toContainText(`Audio of ${project.name}, 0 %`);
    resolve();
    await expect(works).toContainText('is ready.', { timeout: 60_000 });
    const mp3 = await download(page, 'Save MP3');
    const chapters = chaptersOf(mp3);
    expect(chapters.map(({ title }) => title)).toEqual([
      '1 EXT. HARBOUR - NIGHT',
      '2 INT. LINNEA - CAR DECK - CONTINUOUS',
    ]);
    const [first, second] = chapters;
    expect([first?.startMs, second?.startMs]).toEqual([0, first?.endMs]);
    const read = new Input({ formats: ALL_FORMATS, source: new BufferSource(mp3) });
    expect(Math.abs((await read.computeDuration()) - (second?.endMs ?? 0) / 1000)).toBeLessThan(0.3);
    await page.getByRole('button', { name: /^Dismiss Audio of/ }).click();
    await expect(works).toBeHidden();
  });

  await test.step('creates, shows, plays and deletes a sound effect in the studio', async () => {
    await table.getByRole('button', { name: 'Close the table read' }).click();
    await page.getByRole('article').getByText('Rain on black water.').hover();
    await page.getByRole('button', { name: 'Generate audio' }).click();
    const studio = page.getByRole('dialog', { name: 'Audio Studio' });
    await studio.getByRole('button', { name: /^Generate/ }).click();
    await expect(studio.getByText('8.0 s', { exact: true }).last()).toBeVisible({ timeout: 60_000 });
    const inked = () =>
      studio.getByRole('slider', { name: 'Position' }).evaluate((canvas) => {
        const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        if (!copy) return 0;
        copy.canvas.width = 800;
        copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
        const { data } = copy.getImageData(0, 0, 800, 120);
        return data.filter((value, at) => at % 4 === 3 && value > 0).length;
      });
    await expect.poll(inked).toBeGreaterThan(2000);
    await studio.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => (await positions(page))[0] ?? 0).toBeGreaterThan(0.2);
    await studio.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(studio.getByText('No audio yet.')).toBeVisible();
    await expect.poll(() => positions(page)).toEqual([]);
    const rain = async () =>
      (await storedElements(page.request, project)).find(({ content }) => /^Rain/.test(content));
    await expect.poll(async () => (await rain())?.soundEffectUrl).toBeNull();
  });
});
