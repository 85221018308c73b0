import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';

/*
 * The assistant with the built-in engine answers a question about a weak line and suggests a
 * change. An accepted suggestion is in the script and in the history, and can be undone.
 */

const weak = 'Mara is walking slowly along the lorries. We see a torch in her hand.';
const script = {
  name: 'car-deck.fountain',
  mimeType: 'text/plain',
  buffer: Buffer.from(`INT. CAR DECK - NIGHT\n\n${weak}\n\nMARA\nTwo hundred and thirteen.\n`),
};

test('answers a question about a weak line; its suggestion is accepted, found in the history and undone', async ({
  page,
}) => {
  const project = await importProject(page.request, script);
  await page.goto(scriptAddress(project));
  const lines = async () => (await storedElements(page.request, project)).map(({ content }) => content);
  await page.getByRole('article').getByText(weak.slice(0, 30)).hover();
  await page.getByRole('button', { name: 'Ask assistant' }).click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await expect(panel.getByText('Built-in, no credits')).toBeVisible();
  await panel.getByRole('button', { name: 'Make this more visual' }).click();
  await expect(panel.getByText('is walking” can be the plain verb.')).toBeVisible();
  await panel.getByRole('tab', { name: /Suggestions/ }).click();
  const first = panel.getByRole('article').first();
  await expect(first).toContainText('80%');
  await first.getByRole('button', { name: 'Accept' }).click();
  await expect(panel.getByText('1 applied, 0 rejected')).toBeVisible();
  const better = weak.replace('is walking', 'walks');
  await expect.poll(lines).toContain(better);
  await panel.getByRole('tab', { name: 'History' }).click();
  await expect(panel.getByText('AI Assistant').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Suggestion' }).click();
  await expect.poll(lines).toContain(weak);
});
