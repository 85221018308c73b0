import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { aStoredProject, scriptAddress } from './projects.ts';
import { bottomInput, expectStored } from './writing.ts';

const latencyMs = 900;

/** A connection by satellite. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latencyMs },
    ...{ downloadThroughput: -1, uploadThroughput: -1 },
  });
}

async function typeLines(page: Page, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
}

test('stores 44 paragraphs typed on a slow network in a few calls', async ({ page }) => {
  const project = await aStoredProject(page.request, 'Slow Network');
  await slowDown(page);
  let calls = 0;
  page.on('request', (request) => {
    if (/\/script-(elements|changes)/.test(request.url()) && request.method() !== 'GET') calls++;
  });
  const lines = Array.from({ length: 44 }, (_, index) =>
    index === 0 ? 'EXT. HARBOUR - NIGHT' : `Wave number ${index}.`,
  );
  // The page of an empty script accepts keys before its editor has loaded.
  await page.goto(scriptAddress(project), { waitUntil: 'commit' });
  await expect(page.locator('.opening-sheet.page')).toBeVisible();
  const startedAt = performance.now();
  await typeLines(page, lines.slice(0, 4));
  await expect(bottomInput(page).getByRole('textbox')).toBeFocused();
  await typeLines(page, lines.slice(4));
  await expectStored(page, project, lines);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  // One call at a time. A slow machine types for longer, so that more of them fit.
  const roundTrips = (performance.now() - startedAt) / latencyMs;
  expect(calls).toBeLessThan(Math.max(15, roundTrips + 5));
});
