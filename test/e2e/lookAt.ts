import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Keeps a picture of a screen, has it checked for accessibility, and that nothing is wider than the window. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: `test-results/screens/${name}.png` });
  const { violations } = await new AxeBuilder({ page })
    .withTags(standards)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode() // our pages have no frames, so no second page is needed to gather from them
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect.soft(found, `axe on ${name}`).toEqual([]);
  const beyondPx = await page.evaluate(
    () => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth,
  );
  expect.soft(beyondPx, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Colours half way through a transition are nobody's choice. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
