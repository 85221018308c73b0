import { screen as page, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { getAiUsageStats, listAiUsage } from '#shared/contract/dashboard.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { costText, countText } from './figures.ts';
import { nextFile, openDashboard } from './testing.tsx';

freshBrowser();

let browser: TestBrowser;
beforeEach(async () => {
  browser = await aBrowser({ user: 'ada' });
});

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const region = (name: string) => page.findByRole('region', { name });

/** Log one AI call of Olive's for each feature. */
const logCalls = (features: readonly string[], more: object = {}) =>
  browser.db.insert(aiUsageLogs).values(
    features.map((feature, i) => {
      const use = { service: 'openai', model: 'gpt', cost: (i + 1) * 100, totalTokens: 10 };
      return { userId: browser.people.olive.id, feature, ...use, ...more };
    }),
  );

test('the cards, the tabs and the breakdowns show what the server counts', async () => {
  await logCalls(['a', 'b', 'c', 'd', 'e', 'f', 'chat', 'image_generation']);
  openDashboard(browser, 'ai-usage');
  const figures = await region('Figures');
  const stats = (await browser.as('ada').get('/api/admin/dashboard-stats')).json();
  await waitFor(() => expect(figures.textContent).toContain(costText(stats.totalAiCost)));
  expect(
    [...figures.querySelectorAll('dl > div')].map(({ children }) => [...children].map((c) => c.textContent)),
  ).toEqual([
    ['Total users', countText(stats.totalUsers)],
    ['Active, last 30 days', countText(stats.activeUsers)],
    ['AI requests today', countText(stats.todayAiRequests)],
    ['AI requests, total', countText(stats.totalAiRequests)],
    ['AI cost today', costText(stats.todayAiCost)],
    ['AI cost, total', costText(stats.totalAiCost)],
    ['Projects', countText(stats.totalProjects)],
  ]);
  expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'AI Usage',
    'Cost Analysis',
    'Pricing',
    'Credits',
    'Users',
    'Activity',
    'Logs',
    'Backups',
    'Health',
  ]);
  // The screen shows the six most expensive of eight features; the file has all of them.
  const features = cellsOf(await region('By feature, last 7 days'));
  expect(features.map(([name]) => name)).toEqual(['image_generation', 'chat', 'f', 'e', 'd', 'c']);
  expect(browser.network.callsOf(getAiUsageStats).map(({ url }) => url)).toEqual([
    '/api/admin/ai-usage-stats?range=7d',
  ]);
});

test('a chart has its axis, its unit, and a table with the same figures', async () => {
  await logCalls(['chat', 'image_generation']);
  const { user } = openDashboard(browser, 'cost-analysis');
  const chart = await page.findByRole('figure', { name: 'AI cost a day, last 7 days, by feature' });
  expect(chart.querySelector('svg')?.textContent).toMatch(/^US dollars\$0/);
  const table = within(chart).getByRole('table', { name: 'AI cost a day, last 7 days, by feature' });
  const rows = cellsOf(table);
  expect(rows).toHaveLength(7);
  const { series, times } = (await browser.as('ada').get('/api/admin/ai-usage-stats')).json();
  const today = (feature: string) =>
    series.find(
      (entry: { at: string; feature: string }) => entry.at === times.at(-1) && entry.feature === feature,
    ).cost;
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads[0]).toBe('Day (UTC)');
  expect(rows.at(-1)?.[heads.indexOf('image generation')]).toBe(costText(today('image_generation')));
  await user.selectOptions(page.getByRole('combobox', { name: 'Range' }), '24h');
  const hours = await page.findByRole('figure', { name: 'AI cost an hour, last 24 hours, by feature' });
  expect(cellsOf(within(hours).getByRole('table'))).toHaveLength(24);
});

test('shows the ten users with the highest cost, and saves the table as a file', async () => {
  const { people: others } = browser;
  browser = await aBrowser({ user: 'ada' });
  for (const people of [others, browser.people])
    for (const { id } of [people.olive, people.eddie, people.cora, people.vic, people.sam, people.nell])
      await logCalls(['chat'], { userId: id, cost: 1_000_000 });
  const { user } = openDashboard(browser, 'ai-usage');
  await waitFor(async () => expect(cellsOf(await region('Top users of all time'))).toHaveLength(10));
  const file = nextFile();
  await user.click(page.getByRole('button', { name: 'Download CSV: Top users of all time' }));
  const [head, first, ...rest] = (await file).trim().split('\r\n');
  expect(head).toBe('Name,Email,Requests,"Cost, $"');
  expect(first).toMatch(/^\w+ \w+,[\w.@]+,1,1000000$/);
  expect(rest).toHaveLength(9);
});

test('the log shows pages of fifty calls that the server filters; its file has all of them', async () => {
  // Later than all other calls in this file, so that they are listed first.
  const soon = (i: number) => new Date(Date.now() + 3_600_000 - i * 1000);
  for (let i = 0; i < 60; i++)
    await logCalls(['voice_generation'], { createdAt: soon(i), success: i % 10 !== 0, model: `m${i}` });
  const { user } = openDashboard(browser, 'logs');
  const models = async () => cellsOf(await region('AI calls')).map((cells) => cells[4]);
  await waitFor(async () => expect(await models()).toHaveLength(50));
  expect((await models())[0]).toBe('m0');
  await user.click(page.getByRole('button', { name: 'Next' }));
  await waitFor(async () => expect((await models())[0]).toBe('m50'));
  await user.click(page.getByRole('button', { name: 'Previous' }));
  await waitFor(async () => expect((await models())[0]).toBe('m0'));
  await user.selectOptions(page.getByRole('combobox', { name: 'Status' }), 'failed');
  await user.type(page.getByRole('searchbox', { name: 'Name or email' }), browser.people.olive.email);
  await user.selectOptions(page.getByRole('combobox', { name: 'Feature' }), 'voice_generation');
  await waitFor(async () => expect(await models()).toEqual(['m0', 'm10', 'm20', 'm30', 'm40', 'm50']));
  const file = nextFile();
  await user.click(page.getByRole('button', { name: 'Download CSV: AI calls' }));
  const lines = (await file).trim().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe('When,Who,Feature,Service,Model,Project,Tokens in,Tokens out,"Cost, $",Took,Outcome');
  expect(lines[1]).toContain(',voice_generation,openai,m0,');
  expect(browser.network.callsOf(listAiUsage).at(-1)?.url).toContain('outcome=failed');
});

test('shows a message when there were no AI requests', async () => {
  const { network } = browser;
  network.amend(getAiUsageStats, (reply) => ({
    ...reply,
    ...{
      totalRequests: 0,
      totalCost: 0,
      featureBreakdown: [],
      serviceBreakdown: [],
      modelBreakdown: [],
      series: [],
    },
  }));
  openDashboard(browser, 'ai-usage');
  expect(await page.findByText('No AI requests in this period.')).toBeDefined();
});
