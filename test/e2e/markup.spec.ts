import { expect, type Page } from '@playwright/test';
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { seedPrices } from '#server/ai/prices.ts';
import * as activity from '#server/db/schema/activity.ts';
import * as ai from '#server/db/schema/ai.ts';
import * as billing from '#server/db/schema/billing.ts';
import * as history from '#server/db/schema/history.ts';
import * as people from '#server/db/schema/people.ts';
import * as planning from '#server/db/schema/planning.ts';
import * as projectTables from '#server/db/schema/projects.ts';
import * as script from '#server/db/schema/script.ts';
import * as tension from '#server/db/schema/tension.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { views } from '#shared/views.ts';
import { aBetaApplication, aProjectInvitation } from '#test/factories.ts';
import { filledProject } from '#test/filledProject.ts';
import { aWorld, type World } from '#test/world.ts';
import { test, visitor } from './fixtures.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';

/* Markup that a user typed is shown as text on every screen to every user. */

const marker = 'typed-by-somebody';
/** Begins with a letter, because some fields use capitals and some are cut after a few words. */
const markup = `x<img src=x class=${marker} onerror="document.title='ran'"><script class=${marker}>document.title='ran'</script>`;

let app: OwnApp;
let world: World;
let project: string;
let addresses: string[];

/** The panels of the script, with a text that each shows. */
const panels = {
  navigator: 'Scenes',
  'chat&assistantTab=comments': 'Comments',
  history: 'History',
} as const;

test.beforeAll(async () => {
  app = await anOwnApp();
  world = await aWorld(app.db);
  const { id } = await filledProject(app, world);
  project = `/projects/${encodeProjectId(id)}`;
  const { inviteToken } = await aProjectInvitation(app.db, { projectId: id, email: world.ada.email });
  await aBetaApplication(app.db, { previousWork: '-', currentProjects: '-', interests: [markup] });
  const link = { projectId: id, token: 'for-readers', expiresAt: new Date(Date.now() + 86_400_000) };
  await app.db.insert(projectTables.readingLinks).values(link);
  await app.db
    .insert(activity.userActivityLogs)
    .values({ action: 'project.export', details: { name: markup } });
  await createPaymentAndCalls();
  await typeMarkupEverywhere();
  addresses = [
    ...['/', '/account', `/invite/${inviteToken}`, '/read/for-readers', `${project}/reading`],
    // The script is opened with each of its panels.
    ...views.flatMap(({ slug }) => (slug === 'script' ? [] : `${project}/${slug}`)),
    ...Object.keys(panels).map((panel) => `${project}/script?panel=${panel}`),
    ...['/billing', '/billing/credits', '/admin'],
    ...['ai-usage', 'pricing', 'credits', 'users', 'activity', 'logs'].map(
      (tab) => `/admin-dashboard?tab=${tab}`,
    ),
  ];
});
test.afterAll(() => app.close());
test.use({ storageState: visitor });

/** Create a payment of Olive's, a failed call of hers, and a price change by Ada. */
async function createPaymentAndCalls(): Promise<void> {
  const { db } = app;
  const userId = world.olive.id;
  const paid = {
    paymentType: 'credit_purchase',
    status: 'succeeded',
    amount: 10,
    creditsGranted: 500,
  } as const;
  await db.insert(billing.paymentTransactions).values({ ...paid, userId, description: '500 credits' });
  const call = { service: 'openai', feature: 'chat', model: 'm', success: false, errorMessage: 'No answer' };
  await db.insert(ai.aiUsageLogs).values({ ...call, userId });
  await seedPrices(db, app.env);
  const [price] = await db.select().from(billing.aiServicePricing).limit(1);
  if (!price) throw new Error('No price');
  const change = {
    pricingId: price.id,
    action: 'update',
    previousValues: { ...price },
    reason: 'Why',
  } as const;
  await db.insert(billing.aiPricingHistory).values({ ...change, changedBy: world.ada.id });
}

/** Columns that no user types into: ids, file URLs, keys, times, our own texts. */
const systemColumns =
  /(^|_)(id|sid|token|url|hash|status|type|theme|role|experience|service|model|action|access|paper|ratio|number|prefix|currency|task|destination|language|scope|keys|dialogue)$|^(email|shared_with_email|ip_address|changed_by|does|dual|aspect_ratio|user_id)$/;

async function typeMarkupEverywhere(): Promise<void> {
  const tables = [activity, ai, billing, history, people, planning, projectTables, script, tension]
    .flatMap((file) => Object.values<unknown>(file))
    .filter((value) => is(value, PgTable))
    .filter((table) => !['files', 'server_keys', 'sessions'].includes(getTableName(table)));
  let filled = 0;
  for (const table of tables) {
    const { columns } = getTableConfig(table);
    const typed = columns.filter(
      ({ name, columnType }) => columnType === 'PgText' && !systemColumns.test(name),
    );
    // Empty values stay empty, and unique values stay different.
    for (const { name } of typed) {
      const column = sql.identifier(name);
      await app.db.execute(
        sql`update ${table} set ${column} = ${markup} || left(${column}, 12) where ${column} <> ''`,
      );
      filled++;
    }
    if (typed.length === 0) expect(getTableName(table)).not.toMatch(/^(comments|scenes|users|projects)$/);
  }
  expect(filled).toBeGreaterThan(40);
}

/** Return whether the page contains the markup as text or in a field. */
function containsMarkup(page: Page): Promise<boolean> {
  return page.evaluate((words) => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    return [document.body.textContent ?? '', ...fields.map(({ value }) => value)]
      .join('\n')
      .toLowerCase()
      .includes(words);
  }, `class=${marker}`);
}

test('shows typed markup as text on every screen', async ({ page }) => {
  await app.enter(page.context(), world.olive);
  for (const address of addresses) {
    if (address.startsWith('/admin')) await app.enter(page.context(), world.ada);
    await page.goto(app.url + address);
    await expect.poll(() => containsMarkup(page), { message: address }).toBe(true);
    const panel = Object.entries(panels).find(([name]) => address.endsWith(`?panel=${name}`));
    if (panel) {
      await expect(page.getByRole('tab', { name: panel[1] }).first()).toHaveAttribute(
        'aria-selected',
        'true',
      );
      const beside = page.getByRole('complementary').last();
      await expect(beside.getByText(`class=${marker}`).first()).toBeVisible();
    }
    await page.waitForLoadState('networkidle');
    expect([address, await page.locator(`.${marker}`).count()]).toEqual([address, 0]);
    expect(await page.title()).not.toBe('ran');
  }
  await app.enter(page.context(), world.olive);
  await page.goto(app.url + project);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').first()).toContainText(`class=${marker}`);
  expect(await page.locator(`.${marker}`).count()).toBe(0);
});
