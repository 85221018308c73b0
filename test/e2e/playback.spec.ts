import { type APIRequestContext, expect } from '@playwright/test';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { onePage, test } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';
import { collectSounds, positions } from './sounds.ts';

/*
 * Playback of the script: the browser plays, the page follows, Stop stops. audioScreens.spec.ts
 * checks the looks.
 */

/** Return a file with a tone of `seconds`, in place of speech. */
function aTone(seconds: number): Buffer {
  const sampleRate = 8000;
  const count = seconds * sampleRate;
  const file = Buffer.alloc(44 + count, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + count, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(count, 40);
  for (let index = 0; index < count; index++) file[44 + index] = 128 + Math.round(40 * Math.sin(index / 3));
  return file;
}

async function giveVoices(request: APIRequestContext, projectId: number): Promise<void> {
  const answer = await request.get(`/api/projects/${encodeProjectId(projectId)}/characters`);
  const cast: Character[] = await answer.json();
  for (const { id, name } of cast)
    expect(
      (await request.patch(`/api/characters/${id}`, { data: { voiceId: `voice of ${name}` } })).ok(),
    ).toBe(true);
}

test('plays a scene, follows it on the page, and stops; a table read continues with the rest', async ({
  page,
}) => {
  const project = await importProject(page.request, onePage);
  await giveVoices(page.request, project.id);
  await page.addInitScript(collectSounds);
  // The first line plays to its end. The others are longer than the test.
  await page.route('**/api/generate-speech', (route) => {
    const isFirst = route.request().postDataJSON().text === 'Forty-one. Forty-two.';
    return route.fulfill({ contentType: 'audio/wav', body: aTone(isFirst ? 4 : 60) });
  });
  await page.goto(scriptAddress(project));
  await page.getByRole('button', { name: 'Play Script' }).click();
  await expect(page.getByRole('button', { name: 'Stop Script 1/4' })).toBeVisible();
  await expect.poll(async () => (await positions(page))[0] ?? 0).toBeGreaterThan(0.2);
  await expect(page.locator('[data-heard]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop Script 2/4' })).toBeVisible();
  await page.getByRole('button', { name: /^Stop Script/ }).click();
  await expect.poll(() => positions(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Play Script' })).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Table read' }).click();
  const table = page.getByRole('region', { name: 'Table read' });
  await table.getByRole('button', { name: 'Table read settings' }).click();
  await table.getByLabel('Scene headings').uncheck();
  await table.getByLabel('Action').uncheck();
  await table.getByLabel('Speed').selectOption('2');
  await table.getByRole('button', { name: 'Table read settings' }).click();
  await table.getByRole('button', { name: 'From the start' }).click();
  await expect(table.getByText('Forty-one. Forty-two.')).toBeVisible();
  await expect.poll(async () => (await positions(page))[0] ?? 0).toBeGreaterThan(0.1);
  await table.getByRole('button', { name: 'Stop' }).click();
});
