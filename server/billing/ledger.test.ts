import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { post } from '#server/lib/ledger.ts';
import { anApp, type Caller } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { aProject } from '#test/factories.ts';
import { cellsIn, formulasIn, hostileCells } from '#test/hostileTexts.ts';
import { answers, scriptedModels } from '#test/models.ts';
import { aWorld, type World } from '#test/world.ts';

/* Every credit's way, as its owner reads it. */

const models = scriptedModels();
const server = await anApp({}, models);
const { db } = server;
afterAll(() => server.close());

let people: World;
let olive: Caller;
beforeEach(async () => {
  await clear(db);
  people = await aWorld(db);
  olive = server.as(people.olive);
});

/** A call to a model in that project, that cost so much. */
async function used(credits: number, projectId: number | null, description = 'chat: chat'): Promise<void> {
  const use = { userId: people.olive.id, projectId, service: 'openai', feature: 'chat', model: 'gpt' };
  const [log] = await db.insert(aiUsageLogs).values(use).returning();
  await post(db, {
    ...{ userId: people.olive.id, type: 'usage', amount: -credits, description },
    ...{ relatedAiUsageId: log?.id, aiFeature: 'chat' },
  });
}

const page = async (query = '') => (await olive.get(`/api/user/credit-ledger${query}`)).json();

test('the ledger is read from its end, page by page, without a line twice or missing', async () => {
  for (let i = 1; i <= 7; i++) await used(i, people.project.id, `Use ${i}`);
  const first = await page('?limit=3');
  expect(first.hasMore).toBe(true);
  const second = await page(`?limit=3&before=${first.lines.at(-1).id}`);
  const third = await page(`?limit=3&before=${second.lines.at(-1).id}`);
  expect(third.hasMore).toBe(false);
  const all = [...first.lines, ...second.lines, ...third.lines];
  expect(all.map(({ description }) => description)).toEqual([
    ...['Use 7', 'Use 6', 'Use 5', 'Use 4', 'Use 3', 'Use 2', 'Use 1', 'Welcome'],
  ]);
  expect(all[0]).toMatchObject({ amount: -7, creditsAfter: 472, projectName: 'Night Ferry', type: 'usage' });
  expect(JSON.stringify(all)).not.toMatch(/stripe|adminUserId|reason/i);
});

test('lines are found by kind, project and days, and nobody reads those of others', async () => {
  const other = await aProject(db, { userId: people.olive.id, name: 'Day Ferry' });
  await used(1, people.project.id);
  await used(2, other.id);
  await db
    .update(creditTransactions)
    .set({ createdAt: new Date('2026-01-31T23:59:59Z') })
    .where(eq(creditTransactions.amount, -2));
  const amounts = async (query: string) =>
    (await page(query)).lines.map(({ amount }: { amount: number }) => amount);
  expect(await amounts('?type=usage')).toEqual([-2, -1]);
  expect(await amounts(`?project=${other.id}`)).toEqual([-2]);
  expect(await amounts('?from=2026-01-31&to=2026-01-31')).toEqual([-2]);
  expect(await amounts('?to=2026-01-30')).toEqual([]);
  for (const query of ['?type=gift', '?from=31.1.2026', '?from=2026-02-31', '?limit=201', '?before=0'])
    expect((await olive.get(`/api/user/credit-ledger${query}`)).statusCode).toBe(400);
  const nell = await server.as(people.nell).get('/api/user/credit-ledger');
  expect(nell.json()).toEqual({ lines: [], hasMore: false });
});

test('the file has every line under the filter, and no formula in it', async () => {
  await db.update(projects).set({ name: '=HYPERLINK("http://evil.example")' });
  for (let i = 0; i < 520; i++)
    await used(0.01, people.project.id, i === 3 ? '"Quoted", and\nbroken' : 'chat');
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

test('the file has hostile texts as text, in every column that has words', async () => {
  for (const text of hostileCells) {
    const project = await aProject(db, { userId: people.olive.id, name: text });
    await used(1, project.id, text);
  }
  await db
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

test('lists a running balance after parallel grants and spends, in the history, page by page and in the file', async () => {
  const before = 500_00;
  const amounts = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 3 + i : -(1 + i)));
  // A transaction that begins early and ends late: its createdAt is older than its balance.
  await Promise.all(
    amounts.map((amount, i) =>
      db.transaction(async (tx) => {
        for (let busy = i; busy < amounts.length; busy++) await tx.execute(sql`select 1`);
        const type = amount > 0 ? 'admin_grant' : 'usage';
        await post(tx, { userId: people.olive.id, type, amount, description: `Change ${i}` });
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
    const { lines, hasMore } = await page(`?limit=7${before}`);
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

test('sums the usage of each project, with deleted and left ones in one line', async () => {
  const others = await aProject(db, { name: 'Not yours any more' });
  const deletedProject = await aProject(db, { userId: people.olive.id });
  await used(5, people.project.id);
  await used(2.5, people.project.id);
  await used(1, others.id);
  await used(2, deletedProject.id);
  await used(3, null);
  await db.delete(projects).where(eq(projects.id, deletedProject.id));
  const use = await olive.get('/api/user/credit-use');
  expect(use.json()).toEqual([
    { projectId: people.project.id, name: 'Night Ferry', calls: 2, credits: 7.5 },
    { projectId: null, name: null, calls: 3, credits: 6 },
  ]);
  expect((await olive.get('/api/user/credit-use?from=2030-01-01')).json()).toEqual([]);
  expect((await page()).lines.find(({ amount }: { amount: number }) => amount === -1).projectName).toBeNull();
});

test('mails once when the balance falls below 10', async () => {
  await seedPrices(db, server.env);
  models.script(answers('Forty-one.'));
  await db.update(users).set({ creditBalance: 12 }).where(eq(users.id, people.olive.id));
  const ask = () => olive.post(`${people.projectUrl}/ai-chat`, { message: 'What does MARA count?' });
  const mails = async () => (await db.select().from(outbox)).map(({ to }) => to);
  await ask();
  expect((await olive.get('/api/user/credits')).json().creditBalance).toBe(9.5);
  expect(await mails()).toEqual([people.olive.email]);
  await ask();
  expect((await olive.get('/api/user/credits')).json().creditBalance).toBe(7);
  expect(await mails()).toEqual([people.olive.email]);
});
