import fs from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Checks, checksOf, darkLook } from './looks.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on the theme. */
const colourRules = ['color-contrast'];
/** Content behind an open dialog, which is hidden from assistive technology. */
const behindDialog = '[data-aria-hidden="true"]';

const builderNeeds = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = fs.readFileSync(builderNeeds.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Check a screen: no accessibility violations, nothing wider than the viewport, no toast over a
 * main button. In the wide look, the dark look of the same screen is checked too. With ALL_LOOKS=1,
 * which opens the screens of every look, store a screenshot.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await checkLook(page, name, checksOf(name));
  if (process.env.ALL_LOOKS || !name.endsWith(darkLook.widerLook)) return;
  const viewport = page.viewportSize();
  await page.setViewportSize(darkLook.viewport);
  await setDarkTheme(page, true);
  await checkLook(page, name.replace(darkLook.widerLook, darkLook.name), 'colours');
  await setDarkTheme(page, false);
  if (viewport) await page.setViewportSize(viewport);
}

/** Set the theme as web/lib/theme.ts does, without storing it. */
function setDarkTheme(page: Page, isDark: boolean): Promise<void> {
  return page.evaluate((dark) => {
    document.documentElement.classList.toggle('dark', dark);
    document.documentElement.classList.toggle('light', !dark);
  }, isDark);
}

async function checkLook(page: Page, name: string, checks: Checks): Promise<void> {
  await untilSettled(page);
  await storeScreenshot(page, name);
  // AxeBuilder would inject the whole source twice at each check. Parsing it takes as long as most
  // checks.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  if (checks !== 'all but colours') await page.evaluate(checkColoursOnce, behindDialog);
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).options({ resultTypes: ['violations'] });
  // The page was checked before the dialog opened. The look with all checks includes it once more.
  if (checks !== 'everything') axe.exclude(behindDialog);
  if (checks === 'colours') axe.withRules(colourRules);
  else axe.withTags(standards);
  if (checks === 'all but colours') axe.disableRules(colourRules);
  const { violations } = await axe
    .setLegacyMode() // our pages have no frames, so no second page is needed to gather from them
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect.soft(found, `axe on ${name}`).toEqual([]);
  const { beyondPx, hidden } = await page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-place] > li')].map((each) =>
      each.getBoundingClientRect(),
    );
    const buttons = [...document.querySelectorAll('[data-primary]')].filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return toasts.some(
        (toast) => toast.left < right && toast.right > left && toast.top < bottom && toast.bottom > top,
      );
    });
    return {
      beyondPx: (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth,
      hidden: buttons.map(({ textContent }) => textContent),
    };
  });
  expect.soft(hidden, `a toast lies over a button on ${name}`).toEqual([]);
  expect.soft(beyondPx, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * Runs in the page. Exclude the sheets of the script from the rule of colours if the same sheets
 * have been checked in this size and theme. They are most of the text on a page with panels.
 */
function checkColoursOnce(behindDialog: string): void {
  window.checkedSheets ??= new Set();
  const desk = document.querySelector('[data-desk]');
  const state = [innerWidth, innerHeight, document.documentElement.className, desk?.innerHTML].join();
  const selector = window.checkedSheets.has(state) ? '*:not([data-desk] *)' : '*';
  window.axe?.configure({ rules: [{ id: 'color-contrast', selector }] });
  // Sheets behind a dialog are not checked in every look.
  if (!desk?.closest(behindDialog)) window.checkedSheets.add(state);
}

declare global {
  interface Window {
    axe?: { configure(spec: object): void };
    /** Sheets whose colours were checked, each with the size and theme. */
    checkedSheets?: Set<string>;
  }
}

/** Store a screenshot if ALL_LOOKS is set. No test reads it. */
export async function storeScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env.ALL_LOOKS) await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}

/** Wait for fonts and transitions, because colours change during a transition. */
async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
