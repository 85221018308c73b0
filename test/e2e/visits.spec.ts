import { type Browser, expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { UserRow } from '#server/auth/accounts.ts';
import { scriptPlaces } from '#server/db/schema/script.ts';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { test } from './fixtures.ts';
import { ownWorldPerTest } from './ownWorld.ts';
import { caretInField, moveCaretToEdge, openElement, scriptField } from './writing.ts';

/*
 * A script opens where its reader left it, and shows what others changed since then.
 */

const own = ownWorldPerTest();

async function pageOf(browser: Browser, person: UserRow, options = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  await own.app.enter(context, person);
  const page = await context.newPage();
  await page.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id)}/script`);
  return page;
}

const line = 'Rain on black water. A ferry strains at her ropes.';
const changed = (page: Page) => page.getByRole('img', { name: 'Changed since your last visit' });
const placesOf = (person: UserRow) =>
  own.app.db.select().from(scriptPlaces).where(eq(scriptPlaces.userId, person.id));

async function elementNamed(text: string): Promise<Element | undefined> {
  const url = `/api/projects/${encodeProjectId(own.world.project.id)}/script-elements`;
  const list: Element[] = JSON.parse((await own.app.as(own.world.olive).get(url)).body);
  return list.find(({ content }) => content.startsWith(text));
}

/** Go to a line, wait until its place is stored, and leave the script. */
async function leaveAt(page: Page, text: string): Promise<void> {
  await openElement(page, text);
  await moveCaretToEdge(page, 'start');
  const id = (await elementNamed(text))?.id;
  await expect
    .poll(async () => (await placesOf(own.world.olive)).map(({ elementId }) => elementId))
    .toEqual([id]);
  await page.context().close();
  await own.app.db
    .update(scriptPlaces)
    .set({ leftAt: new Date(Date.now() - 86_400_000) })
    .where(eq(scriptPlaces.projectId, own.world.project.id));
}

test('puts the caret of a new user behind the first paragraph, but on a touch screen and for viewers opens no field', async ({
  browser,
}) => {
  const paragraph = (page: Page) => page.locator('[data-element]').first();
  const writer = await pageOf(browser, own.world.olive);
  await expect(scriptField(writer)).toBeFocused();
  const text = (await scriptField(writer).textContent()) ?? '';
  await expect.poll(() => caretInField(writer)).toEqual([text, text.length]);
  await expect(paragraph(writer)).toBeInViewport();
  await writer.keyboard.type(' Rain');
  await expect(scriptField(writer)).toHaveText(`${text} Rain`, { ignoreCase: true });
  await writer.context().close();
  const phone = await pageOf(browser, own.world.eddie, { hasTouch: true, isMobile: true });
  const viewer = await pageOf(browser, own.world.vic);
  for (const page of [phone, viewer]) {
    await expect(paragraph(page)).toBeInViewport();
    await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();
    await expect(scriptField(page)).toHaveCount(0);
    await page.context().close();
  }
});

test('opens at the last place of the user, types there, and goes to the change of another user', async ({
  browser,
}) => {
  const first = await pageOf(browser, own.world.olive);
  await leaveAt(first, line);
  const last = await elementNamed('Forty-one');
  await own.app.as(own.world.eddie).patch(`/api/script-elements/${last?.id}`, { content: 'Forty-three.' });

  const again = await pageOf(browser, own.world.olive);
  await expect(scriptField(again)).toBeFocused();
  await expect(scriptField(again)).toHaveText(line);
  await again.keyboard.type('Hail. ');
  await expect(scriptField(again)).toHaveText(`Hail. ${line}`);
  await expect(changed(again)).toHaveCount(1);
  await again.keyboard.press('ControlOrMeta+k');
  await again.getByRole('combobox').fill('Next change since');
  await again.keyboard.press('Enter');
  await expect(scriptField(again)).toHaveText('Forty-three.');
  await again.context().close();
});

test('opens no field on a touch screen', async ({ browser }) => {
  await leaveAt(await pageOf(browser, own.world.olive), line);
  const phone = await pageOf(browser, own.world.olive, { hasTouch: true, isMobile: true });
  await expect(phone.locator('[data-element]').filter({ hasText: line })).toBeInViewport();
  await expect(scriptField(phone)).toHaveCount(0);
  await phone.context().close();
});
