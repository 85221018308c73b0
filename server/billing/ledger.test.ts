import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { post } from '#server/lib/ledger.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { cellsIn, formulasIn, hostileCells } from '#test/hostileTexts.ts';
import { answers, scriptedModels } from '#test/models.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

/* Every credit's way, as its owner reads it. */

const models = scriptedModels();

const test = newWorldTest.extend('settings', { scope: 'file' }, { models });

/** A call to a model in that project, that cost so much. */
async function used(
  server: TestApp,
  world: World,
  credits: number,
  projectId: number | null,
  description = 'chat: chat',
): Promise<void> {
  const use = { userId: world.olive.id, projectId, service: 'openai', feature: 'chat', model: 'gpt' };
  const [log] = await server.db.insert(aiUsageLogs).values(use).returning();
  await post(server.db, {
    ...{ userId: world.olive.id, type: 'usage', amount: -credits, description },
    ...{ relatedAiUsageId: log?.id, aiFeature: 'chat' },
  });
}

const page = async (olive: Caller, query = '') => (await olive.get(`/api/user/credit-ledger${query}`)).json();

test('GET /api/user/credit-ledger returns every entry once across pages', async ({
  server,
  world,
  olive,
}) => {
  for (let i = 1; i <= 7; i++) await used(server, world, i, world.project.id, `Use ${i}`);
  const first = await page(olive, '?limit=3');
  expect(first.hasMore).toBe(true);
  const second = await page(olive, `?limit=3&before=${first.lines.at(-1).id}`);
  const third = await page(olive, `?limit=3&before=${second.lines.at(-1).id}`);
  expect(third.hasMore).toBe(false);
  const all = [...first.lines, ...second.lines, ...third.lines];
  expect(all.map(({ description }) => description)).toEqual([
    ...['Use 7', 'Use 6', 'Use 5', 'Use 4', 'Use 3', 'Use 2', 'Use 1', 'Welcome'],
  ]);
  expect(all[0]).toMatchObject({ amount: -7, creditsAfter: 472, projectName: 'Night Ferry', type: 'usage' });
  expect(JSON.stringify(all)).not.toMatch(/stripe|adminUserId|reason/i);
});

test('GET /api/user/credit-ledger filters by type, project and days, for the own entries only', async ({
  server,
  world,
  olive,
}) => {
  const other = await aProject(server.db, { userId: world.olive.id, name: 'Day Ferry' });
  await used(server, world, 1, world.project.id);
  await used(server, world, 2, other.id);
  await server.db
    .update(creditTransactions)
    .set({ createdAt: new Date('2026-01-31T23:59:59Z') })
    .where(eq(creditTransactions.amount, -2));
  const amounts = async (query: string) =>
    (await page(olive, query)).lines.map(({ amount }: { amount: number }) => amount);
  expect(await amounts('?type=usage')).toEqual([-2, -1]);
  expect(await amounts(`?project=${other.id}`)).toEqual([-2]);
  expect(await amounts('?from=2026-01-31&to=2026-01-31')).toEqual([-2]);
  expect(await amounts('?to=2026-01-30')).toEqual([]);
  for (const query of ['?type=gift', '?from=31.1.2026', '?from=2026-02-31', '?limit=201', '?before=0'])
    expect((await olive.get(`/api/user/credit-ledger${query}`)).statusCode).toBe(400);
  const nell = await server.as(world.nell).get('/api/user/credit-ledger');
  expect(nell.json()).toEqual({ lines: [], hasMore: false });
});

test('ledger export contains all filtered entries, and no formulas', async ({ server, world, olive }) => {
  await server.db.update(projects).set({ name: '=HYPERLINK("http://evil.example")' });
  for (let i = 0; i < 520; i++)
    await used(server, world, 0.01, world.project.id, i === 3 ? '"Quoted", and\nbroken' : 'chat');
  const answer = await olive.get('/api/user/credit-ledger.csv?type=usage');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('Cold_Open_credits.csv');
  const text = answer.body;
  expect(text.split('\r\n')).toHaveLength(522);
  expect(text).toContain('"""Quoted"", and\nbroken"');
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(text.split('\r\n')[1]).toMatch(/^\d{4}-\d\d-\d\dT.*,usage,chat,chat,.*,-0\.01,494\.80$/);
  expect(text).not.toContain('Welcome');
});

test('ledger export contains hostile texts as text in every column', async ({ server, world, olive }) => {
  for (const text of hostileCells) {
    const project = await aProject(server.db, { userId: world.olive.id, name: text });
    await used(server, world, 1, project.id, text);
  }
  await server.db
    .update(creditTransactions)
    .set({ aiFeature: '-1+1+cmd|’ /C calc’!A0' })
    .where(eq(creditTransactions.amount, -1));
  const { body } = await olive.get('/api/user/credit-ledger.csv?type=usage');
  expect(body.startsWith('\uFEFFDate (UTC),')).toBe(true);
  expect(formulasIn(body)).toEqual([]);
  const lines = cellsIn(body).slice(1, -1);
  expect(lines).toHaveLength(hostileCells.length);
  for (const line of lines) expect([line.length, line[5]]).toEqual([7, '-1.00']);
});

test('ledger lists a running balance after concurrent grants and charges, on pages and in the export', async ({
  server,
  world,
  olive,
}) => {
  const before = 500_00;
  const amounts = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 3 + i : -(1 + i)));
  // A transaction that begins early and ends late: its createdAt is older than its balance.
  await Promise.all(
    amounts.map((amount, i) =>
      server.db.transaction(async (tx) => {
        for (let busy = i; busy < amounts.length; busy++) await tx.execute(sql`select 1`);
        const type = amount > 0 ? 'admin_grant' : 'usage';
        await post(tx, { userId: world.olive.id, type, amount, description: `Change ${i}` });
      }),
    ),
  );
  const runningBalances = (lines: readonly { amount: number; creditsAfter: number }[]) => {
    let cents = before;
    return lines.toReversed().map(({ amount }) => {
      cents += Math.round(amount * 100);
      return cents / 100;
    });
  };
  const balances = (lines: readonly { creditsAfter: number }[]) =>
    lines.toReversed().map(({ creditsAfter }) => creditsAfter);

  const history = (await olive.get('/api/user/credit-history?limit=20')).json();
  expect(history).toHaveLength(20);
  expect(balances(history)).toEqual(runningBalances(history));

  const pages = [];
  for (let before = ''; ; ) {
    const { lines, hasMore } = await page(olive, `?limit=7${before}`);
    pages.push(...lines);
    before = `&before=${lines.at(-1).id}`;
    if (!hasMore) break;
  }
  const welcomed = pages.slice(0, -1);
  expect(welcomed.map(({ id }) => id)).toEqual(history.map(({ id }: { id: number }) => id));
  expect(balances(welcomed)).toEqual(runningBalances(welcomed));

  const rows = (await olive.get('/api/user/credit-ledger.csv')).body.split('\r\n').slice(1, 21);
  expect(rows.map((row) => Number(row.split(',').at(-1)))).toEqual(balances(history).toReversed());
});

test('sums the usage of each project, with deleted and inaccessible ones in one row', async ({
  server,
  world,
  olive,
}) => {
  const others = await aProject(server.db, { name: 'Not yours any more' });
  const deletedProject = await aProject(server.db, { userId: world.olive.id });
  await used(server, world, 5, world.project.id);
  await used(server, world, 2.5, world.project.id);
  await used(server, world, 1, others.id);
  await used(server, world, 2, deletedProject.id);
  await used(server, world, 3, null);
  await server.db.delete(projects).where(eq(projects.id, deletedProject.id));
  const use = await olive.get('/api/user/credit-use');
  expect(use.json()).toEqual([
    { projectId: world.project.id, name: 'Night Ferry', calls: 2, credits: 7.5 },
    { projectId: null, name: null, calls: 3, credits: 6 },
  ]);
  expect((await olive.get('/api/user/credit-use?from=2030-01-01')).json()).toEqual([]);
  expect(
    (await page(olive)).lines.find(({ amount }: { amount: number }) => amount === -1).projectName,
  ).toBeNull();
});

test('low balance mail is sent once when the balance falls below 10', async ({ server, world, olive }) => {
  await seedPrices(server.db, server.env);
  models.script(answers('Forty-one.'));
  await server.db.update(users).set({ creditBalance: 12 }).where(eq(users.id, world.olive.id));
  const ask = () => olive.post(`${world.projectUrl}/ai-chat`, { message: 'What does MARA count?' });
  const mails = async () => (await server.db.select().from(outbox)).map(({ to }) => to);
  await ask();
  expect((await olive.get('/api/user/credits')).json().creditBalance).toBe(9.5);
  expect(await mails()).toEqual([world.olive.email]);
  await ask();
  expect((await olive.get('/api/user/credits')).json().creditBalance).toBe(7);
  expect(await mails()).toEqual([world.olive.email]);
});
