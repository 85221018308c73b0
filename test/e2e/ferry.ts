import { expect, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { nightFerryFile } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';

/** A line of the first page of `ferry`. */
export const whistleLine = 'She blows the whistle. The ramp, already rising, stops.';

/** Without its note, which would become a comment. */
const ferry = {
  ...nightFerryFile,
  buffer: Buffer.from(nightFerryFile.buffer.toString().replace(/^\[\[.*\]\]\n\n/m, '')),
};

/** Import the script and open it. Resolves when it can be edited. */
export async function openFerry(page: Page, query = ''): Promise<Project> {
  const project = await importProject(page.request, ferry);
  await page.goto(`${scriptAddress(project)}${query}`);
  // The first sheet is visible before the editor has loaded (server/reading/firstSheet.ts).
  await expect(page.locator('[data-from]').filter({ hasText: whistleLine })).toBeVisible();
  return project;
}

export function sidePanel(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Side panel' });
}

/** Return the highlighted texts of the pages. */
export function highlightedTexts(page: Page, kind = 'comment'): Promise<string[]> {
  return page.evaluate((name) => {
    const ranges = [...(CSS.highlights.get(name) ?? [])] as StaticRange[];
    return ranges.map(({ startContainer, startOffset, endOffset }) =>
      (startContainer.textContent ?? '').slice(startOffset, endOffset),
    );
  }, `script-${kind}`);
}
