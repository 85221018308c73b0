import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { ModelQuestion } from '#server/ai/models.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { aiDisclosures } from '#server/db/schema/ai.ts';
import { users } from '#server/db/schema/people.ts';
import type { Disclosure } from '#shared/contract/ai.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aUser } from '#test/factories.ts';
import { answers, scriptedModels, throws } from '#test/models.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

let url: string;

const models = scriptedModels();

const test = newWorldTest.extend('settings', { scope: 'file' }, { models });

test.beforeEach(async ({ server, world }) => {
  await seedPrices(server.db, { openai: null });
  models.script(answers('Forty-one.'));
  url = `${world.projectUrl}/ai-disclosures`;
});

const page = async (olive: Caller, query = '') =>
  (await olive.get(`${url}${query}`)).json() as {
    entries: Disclosure[];
    hasMore: boolean;
    totalCount: number;
  };

/** Insert entries like those of calls. Entry n has a text of n characters. */
async function aLog(server: TestApp, world: World, length: number, first = 1): Promise<void> {
  const engine = {
    service: 'openai',
    model: 'gpt-6.1-terra',
    destination: 'models.example.com',
    task: 'chat',
  };
  const whose = { projectId: world.project.id, userId: world.cora.id };
  await server.db
    .insert(aiDisclosures)
    .values(Array.from({ length }, (_, i) => ({ ...whose, ...engine, text: '🚢'.repeat(first + i) })));
}

describe('GET /api/projects/:id/ai-disclosures', () => {
  test('returns an empty log before the first call', async ({ olive }) => {
    expect(await page(olive)).toEqual({ entries: [], hasMore: false, totalCount: 0 });
  });

  test('lists destination, user and size of every call, with the text on demand', async ({
    server,
    world,
    olive,
  }) => {
    const conversation = await server.as(world.cora).post(`${world.projectUrl}/ai-chat`, {
      message: 'Why forty-one?',
    });
    expect(conversation.statusCode).toBe(200);
    const { entries, hasMore, totalCount } = await page(olive);
    expect([hasMore, totalCount]).toEqual([false, 1]);
    const [entry] = entries as [Disclosure];
    expect(entry).toEqual({
      ...{ id: expect.any(Number), sentAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      ...{ userEmail: 'cora@example.com', service: 'openai', model: 'gpt-6.1-terra' },
      ...{ destination: 'models.example.com', task: 'chat', size: expect.any(Number) },
    });
    const answer = await olive.get(`/api/ai-disclosures/${entry.id}`);
    const { text, ...rest } = answer.json();
    expect([answer.statusCode, rest]).toEqual([200, entry]);
    const sent = models.inputs.at(-1) as ModelQuestion;
    expect(text).toBe(`Asked:\n${sent.messages[0]?.content}`);
    expect(text).toContain('Forty-one. Forty-two.');
    expect(text).toContain('Why forty-one?');
    expect(text).toHaveLength(entry.size);
  });

  test('lists a failed call, and a repeated one once', async ({ server, world, olive }) => {
    models.script(throws(new Error('broken')));
    const ask = (key: string) =>
      server.as(world.cora).inject({
        ...{ method: 'POST', url: `${world.projectUrl}/ai-chat`, payload: { message: 'Why?' } },
        headers: { 'idempotency-key': key },
      });
    expect((await ask('one')).statusCode).toBe(500);
    expect((await ask('one')).statusCode).toBe(500);
    expect(await page(olive)).toMatchObject({ totalCount: 1 });
  });

  test('counts surrogate pairs as one character', async ({ server, world, olive }) => {
    await aLog(server, world, 2);
    expect((await page(olive)).entries.map(({ size }) => size)).toEqual([2, 1]);
  });

  test('lists entries of a deleted account', async ({ server, world, olive }) => {
    const deletedUser = await aUser(server.db);
    await aLog(server, world, 1);
    await server.db.update(aiDisclosures).set({ userId: deletedUser.id });
    await server.db.delete(users).where(eq(users.id, deletedUser.id));
    expect((await page(olive)).entries).toMatchObject([{ userEmail: null }]);
  });

  test('lists entries of one project only', async ({ server, world, olive }) => {
    await aLog(server, world, 1);
    const other = await aProject(server.db, { userId: world.olive.id });
    const answer = await olive.get(`/api/projects/${other.id}/ai-disclosures`);
    expect(answer.json()).toEqual({ entries: [], hasMore: false, totalCount: 0 });
  });
});

describe('GET /api/projects/:id/ai-disclosures pages', () => {
  test('contain twenty entries, latest first, with hasMore', async ({ server, world, olive }) => {
    await aLog(server, world, 45);
    const sizes: number[] = [];
    const lengths: number[] = [];
    let query = '';
    for (let hasMore = true; hasMore; ) {
      const { entries, ...rest } = await page(olive, query);
      sizes.push(...entries.map(({ size }) => size));
      lengths.push(entries.length);
      hasMore = rest.hasMore;
      expect(rest.totalCount).toBe(45);
      query = `?before=${entries.at(-1)?.id}`;
    }
    expect(lengths).toEqual([20, 20, 5]);
    expect(sizes).toEqual(Array.from({ length: 45 }, (_, i) => 45 - i));
  });

  test('have hasMore false when the last page is full', async ({ server, world, olive }) => {
    await aLog(server, world, 20);
    expect(await page(olive)).toMatchObject({ hasMore: false, entries: { length: 20 } });
  });

  test('repeat no entry when new ones are added in between', async ({ server, world, olive }) => {
    await aLog(server, world, 6);
    const first = await page(olive, '?limit=3');
    await aLog(server, world, 5, 7);
    const second = await page(olive, `?limit=3&before=${first.entries.at(-1)?.id}`);
    const sizes = [...first.entries, ...second.entries].map(({ size }) => size);
    expect(sizes).toEqual([6, 5, 4, 3, 2, 1]);
    expect([second.hasMore, second.totalCount]).toEqual([false, 11]);
  });

  test.for(['limit=0', 'limit=101', 'limit=x', 'before=0', 'before=-1', 'before=2147483648', 'before=x'])(
    'reject the query %s',
    async (query, { olive }) => {
      expect((await olive.get(`${url}?${query}`)).statusCode).toBe(400);
    },
  );
});

test('GET /api/projects/:id/ai-disclosures returns 403 to other members and 404 to strangers', async ({
  server,
  world,
  olive,
}) => {
  await aLog(server, world, 1);
  const [{ id }] = (await page(olive)).entries as [Disclosure];
  const statuses = async (caller: Caller) =>
    [await caller.get(url), await caller.get(`/api/ai-disclosures/${id}`)].map(
      ({ statusCode }) => statusCode,
    );
  expect(await statuses(olive)).toEqual([200, 200]);
  for (const name of ['eddie', 'cora', 'vic'] as const)
    expect([name, await statuses(server.as(world[name]))]).toEqual([name, [403, 403]]);
  for (const name of ['sam', 'ada'] as const)
    expect([name, await statuses(server.as(world[name]))]).toEqual([name, [404, 404]]);
  expect(await statuses(server.visitor)).toEqual([401, 401]);
});

test.for(['4711', '0', 'abc', '2147483648'])(
  'GET /api/ai-disclosures/:id returns 404 for %s',
  async (id, { olive }) => {
    const answer = await olive.get(`/api/ai-disclosures/${id}`);
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Entry not found']);
  },
);
