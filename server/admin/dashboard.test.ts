import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { aiPricingHistory, aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import type { users } from '#server/db/schema/people.ts';
import type {
  AiPricing,
  AiPricingChange,
  AiUsageLog,
  UsageStats,
  UserCredits,
} from '#shared/contract/dashboard.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { aProject, aUser } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { test } from '#test/serverTest.ts';
import { errorsInSums } from '#test/sums.ts';

/* Tests the dashboard's endpoints against the rows of the database. */

let ada: Caller;
let adaUser: typeof users.$inferSelect;
let olive: typeof users.$inferSelect;

test.beforeEach(async ({ server }) => {
  await clear(server.db);
  adaUser = await aUser(server.db, { email: 'ada@example.com' });
  ada = server.as(adaUser);
  olive = await aUser(server.db, { email: 'olive@example.com', firstName: 'Olive', credits: 40 });
});

async function read<T>(path: string): Promise<T> {
  const answer = await ada.get(`/api/admin/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as T;
}

type Log = typeof aiUsageLogs.$inferInsert;
const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
const days = (n: number) => hours(24 * n);
const aLog = (more: Partial<Log> = {}): Log => ({
  ...{ userId: olive.id, service: 'openai', feature: 'chat', model: 'm', totalTokens: 10, cost: 0.25 },
  ...more,
});
const logCalls = (server: TestApp, ...logs: Log[]) => server.db.insert(aiUsageLogs).values(logs);

describe('GET /api/admin/dashboard-stats', () => {
  test('counts users, projects and calls, with today in UTC', async ({ server }) => {
    await aProject(server.db, { userId: olive.id });
    const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0));
    await logCalls(
      server,
      aLog({ createdAt: midnight }),
      aLog({ cost: 0.5, success: false }),
      aLog({ createdAt: new Date(midnight.getTime() - 1), cost: 1 }),
      aLog({ userId: null, createdAt: days(400), cost: 2 }),
    );
    expect(await read('dashboard-stats')).toEqual({
      ...{ totalUsers: 2, activeUsers: 1, totalProjects: 1, totalAiRequests: 4, totalAiCost: 3.75 },
      ...{ todayAiRequests: 2, todayAiCost: 0.75 },
      topUsers: [
        {
          ...{ userId: olive.id, firstName: 'Olive', lastName: null, email: 'olive@example.com' },
          ...{ cost: 1.75, requests: 3 },
        },
      ],
    });
    expect(await errorsInSums(server.db)).toEqual([]);
  });

  test('counts users with activity or an AI call within 30 days as active', async ({ server }) => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aUser(server.db)));
    const [byHand, tooLate, byCall, byOthers] = people.map(({ id }) => id);
    await server.db.insert(userActivityLogs).values([
      { userId: byHand, action: 'auth.login', createdAt: days(29) },
      { userId: tooLate, action: 'auth.login', createdAt: days(31) },
      // A failed sign-in may be caused by anybody, so it does not count.
      { userId: byOthers, action: 'auth.failed', createdAt: days(1) },
    ]);
    await logCalls(
      server,
      aLog({ userId: byCall, createdAt: days(29) }),
      aLog({ userId: tooLate, createdAt: days(31) }),
    );
    expect(await read('dashboard-stats')).toMatchObject({ totalUsers: 6, activeUsers: 2 });
  });

  test('returns the ten users with the highest cost in descending order', async ({ server }) => {
    const people = await Promise.all(Array.from({ length: 12 }, () => aUser(server.db)));
    await logCalls(server, ...people.map(({ id }, i) => aLog({ userId: id, cost: i })));
    const { topUsers } = await read<{ topUsers: { userId: string; cost: number }[] }>('dashboard-stats');
    expect(topUsers.map(({ cost }) => cost)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(topUsers[0]?.userId).toBe(people[11]?.id);
  });
});

describe('GET /api/admin/ai-usage-stats', () => {
  const kinds = [
    ['openai', 'chat', 'gpt'],
    ['openai', 'script_analysis', 'gpt'],
    ['elevenlabs', 'voice_generation', 'eleven'],
  ] as const;
  const fill = (server: TestApp) =>
    logCalls(
      server,
      ...kinds.flatMap(([service, feature, model], i) =>
        [0, 20, 50, 24 * 10, 24 * 60, 24 * 200].map((age) =>
          aLog({ service, feature, model, createdAt: hours(age), cost: (i + 1) / 10, success: i !== 2 }),
        ),
      ),
    );

  test.for([
    ['24h', 24, 3_600_000, 6],
    ['7d', 7, 86_400_000, 9],
    ['30d', 30, 86_400_000, 12],
    ['90d', 90, 86_400_000, 15],
  ] as const)(
    'returns the hours or days of %s with their usage',
    async ([range, count, step, requests], { server }) => {
      await fill(server);
      const stats = await read<UsageStats>(`ai-usage-stats?range=${range}`);
      const times = stats.times.map((at) => new Date(at).getTime());
      expect(times).toHaveLength(count);
      expect(times.every((at, i) => i === 0 || at - (times[i - 1] ?? 0) === step)).toBe(true);
      expect(times.at(-1)).toBe(Math.floor(Date.now() / step) * step);
      expect(stats.totalRequests).toBe(requests);
      expect(stats.totalTokens).toBe(requests * 10);
      expect(stats.totalFailures).toBe(requests / 3);
      expect(stats.totalCost).toBeCloseTo((requests / 3) * 0.6, 9);
      const each = requests / 3;
      expect(stats.featureBreakdown.map(({ feature, requests: n }) => [feature, n])).toEqual([
        ['voice_generation', each],
        ['script_analysis', each],
        ['chat', each],
      ]);
      expect(stats.serviceBreakdown.map(({ service, requests: n }) => [service, n])).toEqual([
        ['openai', 2 * each],
        ['elevenlabs', each],
      ]);
      expect(stats.modelBreakdown.map(({ model, failures }) => [model, failures])).toEqual([
        ['gpt', 0],
        ['eleven', each],
      ]);
      const sum = (of: { requests: number }[]) => of.reduce((all, row) => all + row.requests, 0);
      expect(sum(stats.series)).toBe(requests);
      expect(stats.series.every(({ at }) => stats.times.includes(at))).toBe(true);
    },
  );

  test('returns seven days by default, including empty ones', async () => {
    const stats = await read<UsageStats>('ai-usage-stats');
    expect(stats.times).toHaveLength(7);
    expect(stats).toMatchObject({ totalRequests: 0, totalCost: 0, series: [], featureBreakdown: [] });
    const rejected = await ada.get('/api/admin/ai-usage-stats?range=1y');
    expect([rejected.statusCode, rejected.json().message]).toEqual([400, 'Choose one of 24h, 7d, 30d, 90d.']);
  });
});

describe('GET /api/admin/ai-usage-logs', () => {
  test('returns the 50 newest calls with the email of the user', async ({ server }) => {
    await logCalls(
      server,
      ...Array.from({ length: 60 }, (_, i) => aLog({ createdAt: hours(i), metadata: { task: 'chat' } })),
    );
    await logCalls(
      server,
      aLog({ userId: null, success: false, errorMessage: 'It took too long.', requestDuration: 70 }),
    );
    const entries = await read<AiUsageLog[]>('ai-usage');
    expect(entries).toHaveLength(50);
    expect(entries[0]).toMatchObject({
      ...{ email: null, success: false, errorMessage: 'It took too long.', requestDuration: 70, cost: 0.25 },
    });
    expect(entries[1]).toMatchObject({
      email: 'olive@example.com',
      metadata: { task: 'chat' },
      totalTokens: 10,
    });
    expect(await read<AiUsageLog[]>('ai-usage?limit=500')).toHaveLength(61);
    for (const limit of ['0', '501', 'x'])
      expect((await ada.get(`/api/admin/ai-usage?limit=${limit}`)).statusCode).toBe(400);
  });

  test('returns each call once across pages while new calls are added', async ({ server }) => {
    // Five calls have the same time, so that pages end between them.
    await logCalls(
      server,
      ...Array.from({ length: 60 }, (_, i) => aLog({ createdAt: hours(Math.floor(i / 5) + 1) })),
    );
    const seen: number[] = [];
    for (let before = ''; ; before = `&before=${seen.at(-1)}`) {
      const page = await read<AiUsageLog[]>(`ai-usage?limit=7${before}`);
      seen.push(...page.map(({ id }) => id));
      if (page.length < 7) break;
      await logCalls(server, aLog());
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  test('filters by users, features and outcome, also combined', async ({ server }) => {
    const greta = await aUser(server.db, { email: 'greta@example.com', firstName: 'Greta', lastName: 'Alm' });
    await logCalls(
      server,
      aLog({ model: 'a' }),
      aLog({ model: 'b', feature: 'image_generation', success: false }),
      aLog({ model: 'c', userId: greta.id, success: false }),
      aLog({ model: 'd', userId: null }),
    );
    const found = async (query: string) =>
      (await read<AiUsageLog[]>(`ai-usage?${query}`)).map(({ model }) => model).join('');
    expect(await found('')).toBe('dcba');
    expect(await found('search=OLIVE@')).toBe('ba');
    expect(await found('search=greta%20a')).toBe('c');
    expect(await found('search=nobody')).toBe('');
    expect(await found('feature=chat')).toBe('dca');
    expect(await found('outcome=failed')).toBe('cb');
    expect(await found('outcome=succeeded&feature=chat')).toBe('da');
    expect(await found('search=example.com&outcome=failed&feature=chat')).toBe('c');
    for (const wrong of ['feature=x', 'outcome=x', 'before=x', 'search=%00'])
      expect((await ada.get(`/api/admin/ai-usage?${wrong}`)).statusCode).toBe(400);
  });

  test('returns the same for a search with very many users', async ({ server }) => {
    await server.db.execute(
      sql`insert into users (email) select 'crowd' || n || '@example.com' from generate_series(1, 150) n`,
    );
    await server.db.execute(sql`insert into ai_usage_logs (user_id, service, feature, model)
      select id, 'openai', 'chat', email from users where email like 'crowd%'`);
    await logCalls(server, aLog());
    const entries = await read<AiUsageLog[]>('ai-usage?search=crowd&limit=500');
    expect(entries).toHaveLength(150);
  });
});

describe('PATCH /api/admin/ai-pricing/:id', () => {
  const aPrice = async (server: TestApp, more: Partial<typeof aiServicePricing.$inferInsert> = {}) => {
    const row = {
      service: 'openai',
      model: 'gpt-7',
      pricingType: 'per_token',
      inputCostPer1k: 0.02,
      outputCostPer1k: 0.06,
    };
    const [price] = await server.db
      .insert(aiServicePricing)
      .values({ ...row, pricingType: 'per_token', ...more })
      .returning();
    return price?.id ?? 0;
  };
  const change = (id: number, body: object) => ada.patch(`/api/admin/ai-pricing/${id}`, body);
  const history = (id: number) => read<AiPricingChange[]>(`ai-pricing/${id}/history`);
  const reason = 'Provider tier changed';

  test('changes a price with a reason, and stores its previous values and the administrator', async ({
    server,
  }) => {
    const id = await aPrice(server);
    const answer = await change(id, { inputCostPer1k: 0.03, outputCostPer1k: 0.0601, reason: ` ${reason} ` });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ id, inputCostPer1k: 0.03, outputCostPer1k: 0.0601, isActive: true }),
    ]);
    const [row] = await server.db.select().from(aiPricingHistory);
    expect(row).toMatchObject({
      ...{ pricingId: id, action: 'update', changedBy: adaUser.id, reason },
      previousValues: {
        service: 'openai',
        model: 'gpt-7',
        inputCostPer1k: 0.02,
        outputCostPer1k: 0.06,
        isActive: true,
      },
    });
    const [log] = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.action, 'admin.pricing'));
    expect(log).toMatchObject({ userId: adaUser.id, details: { model: 'gpt-7', action: 'update' } });
  });

  test.for([
    ['per_token', { inputCostPer1k: 1, outputCostPer1k: 2, fixedCostPerRequest: 0 }],
    ['per_character', { inputCostPer1k: 1, outputCostPer1k: 0, fixedCostPerRequest: 0 }],
    ['per_request', { inputCostPer1k: 0, outputCostPer1k: 0, fixedCostPerRequest: 3 }],
  ] as const)('changes only the fields of a %s price', async ([pricingType, expected], { server }) => {
    const id = await aPrice(server, { pricingType, inputCostPer1k: 0, outputCostPer1k: 0 });
    const body = { inputCostPer1k: 1, outputCostPer1k: 2, fixedCostPerRequest: 3, reason };
    expect((await change(id, body)).json()).toMatchObject(expected);
  });

  test.for([
    [{ inputCostPer1k: '', outputCostPer1k: null }, 0],
    [{ inputCostPer1k: 0, outputCostPer1k: 0 }, 0],
  ] as const)('stores 0 for %j', async ([fields, expected], { server }) => {
    const id = await aPrice(server);
    expect((await change(id, { ...fields, reason })).json()).toMatchObject({
      ...{ inputCostPer1k: expected, outputCostPer1k: expected },
    });
  });

  test.for([
    [{ inputCostPer1k: -1 }, 'Prices cannot be negative.'],
    [{ inputCostPer1k: 0.00001 }, 'Prices have at most four decimals.'],
    [{ inputCostPer1k: 10_001 }, 'Prices are at most 10,000 dollars.'],
    [{ inputCostPer1k: 'dear' }, 'Prices are numbers.'],
    [{ inputCostPer1k: 1, reason: '  ' }, 'Please provide a reason for the pricing change.'],
    [{ inputCostPer1k: 1, reason: undefined }, 'Please provide a reason for the pricing change.'],
    [
      { effectiveUntil: '2020-01-01T00:00:00Z' },
      'The end must lie in the future. To end the price now, deactivate it.',
    ],
  ] as const)('rejects %j', async ([fields, message], { server }) => {
    const id = await aPrice(server);
    const answer = await change(id, { reason, ...fields });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(await history(id)).toEqual([]);
  });

  test('deactivates a price at once and reactivates it without an end', async ({ server }) => {
    const id = await aPrice(server);
    expect((await change(id, { isActive: false })).statusCode).toBe(400);
    const off = (await change(id, { isActive: false, reason })).json() as AiPricing;
    expect(off.isActive).toBe(false);
    expect(Math.abs(Date.now() - Date.parse(off.effectiveUntil ?? ''))).toBeLessThan(60_000);
    const on = (await change(id, { isActive: true, reason: 'Back' })).json() as AiPricing;
    expect([on.isActive, on.effectiveUntil]).toEqual([true, null]);
    expect((await history(id)).map(({ action, reason: why }) => [action, why])).toEqual([
      ['reactivate', 'Back'],
      ['deactivate', reason],
    ]);
  });

  test('rejects a change based on an outdated price', async ({ server }) => {
    const id = await aPrice(server);
    const [seen] = await read<AiPricing[]>('ai-pricing');
    expect(seen?.lastChangeId).toBeNull();
    const grace = await aUser(server.db, { email: 'grace@example.com' });
    server.env.adminEmails.push(grace.email);
    await server.as(grace).patch(`/api/admin/ai-pricing/${id}`, { isActive: false, reason });
    const answer = await change(id, { inputCostPer1k: 9, reason, lastChangeId: seen?.lastChangeId });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'grace@example.com has deactivated the price of gpt-7 in the meantime. Nothing was saved. Check the current price, then change it.',
    ]);
    const [now] = await read<AiPricing[]>('ai-pricing');
    expect(now).toMatchObject({ isActive: false, inputCostPer1k: 0.02 });
    expect(
      (await change(id, { inputCostPer1k: 9, reason, lastChangeId: now?.lastChangeId })).statusCode,
    ).toBe(200);
  });

  test('accepts one of several concurrent changes', async ({ server }) => {
    const id = await aPrice(server);
    const answers = await Promise.all(
      [1, 2, 3].map((inputCostPer1k) => change(id, { inputCostPer1k, reason, lastChangeId: null })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await history(id)).toHaveLength(1);
  });

  test('lists active prices before inactive ones', async ({ server }) => {
    await aPrice(server, { model: 'over', effectiveUntil: days(1) });
    await aPrice(server, { model: 'off', isActive: false });
    await aPrice(server, { model: 'held', service: 'openai' });
    await aPrice(server, { model: 'ends', effectiveUntil: days(-1) });
    const prices = await read<AiPricing[]>('ai-pricing');
    expect(prices.map(({ model }) => model)).toEqual(['ends', 'held', 'off', 'over']);
    expect(prices[0]).toMatchObject({ inputCostPer1k: 0.02, pricingType: 'per_token', lastChangeId: null });
  });

  test('lists changes with their new values, newest first, for one price and for all', async ({ server }) => {
    const id = await aPrice(server);
    const other = await aPrice(server, { model: 'other' });
    await change(id, { inputCostPer1k: 0.03, reason: 'first' });
    await change(other, { inputCostPer1k: 0.5, reason: 'between' });
    await change(id, { inputCostPer1k: 0.04, reason: 'second' });
    const summaryOf = (list: AiPricingChange[]) =>
      list.map(({ reason: why, previousValues, newValues }) => [
        why,
        previousValues.inputCostPer1k,
        newValues.inputCostPer1k,
      ]);
    expect(summaryOf(await history(id))).toEqual([
      ['second', 0.03, 0.04],
      ['first', 0.02, 0.03],
    ]);
    const all = await read<AiPricingChange[]>('ai-pricing-changes?limit=2');
    expect(summaryOf(all)).toEqual([
      ['second', 0.03, 0.04],
      ['between', 0.02, 0.5],
    ]);
    expect(all[0]).toMatchObject({ service: 'openai', model: 'gpt-7', changedByEmail: 'ada@example.com' });
    expect(summaryOf(await read(`ai-pricing-changes?before=${all[1]?.id}`))).toEqual([['first', 0.02, 0.03]]);
    expect((await ada.get('/api/admin/ai-pricing/9999/history')).statusCode).toBe(404);
    expect((await change(9999, { reason })).statusCode).toBe(404);
  });
});

describe('POST /api/admin/add-credits', () => {
  const give = (body: object, key?: string) =>
    ada.inject({
      ...{ method: 'POST', url: '/api/admin/add-credits', payload: body },
      ...(key && { headers: { 'idempotency-key': key } }),
    });

  test('adds credits with a reason to the ledger and the activity log', async ({ server }) => {
    const answer = await give({ userId: olive.id, amount: 10.55, reason: 'A lost answer' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        userId: olive.id,
        creditBalance: 50.55,
        transaction: expect.objectContaining({ type: 'admin_grant', amount: 10.55, reason: 'A lost answer' }),
      },
    ]);
    const [line] = await server.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.reason, 'A lost answer'));
    expect(line).toMatchObject({ adminUserId: adaUser.id, creditsAfter: 50.55, userId: olive.id });
    const [log] = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.action, 'admin.credits'));
    expect(log).toMatchObject({ userId: adaUser.id, details: { userId: olive.id, amount: 10.55 } });
    // The user sees neither the administrator nor the reason.
    expect((await server.as(olive).get('/api/user/credit-history')).body).not.toContain('A lost answer');
    expect([await errorsInBooks(server.db), await errorsInSums(server.db)]).toEqual([[], []]);
  });

  test.each([
    [{ amount: 1, reason: 'r' }, 'Please fill in all fields.'],
    [{ userId: ' ', amount: 1, reason: 'r' }, 'Please fill in all fields.'],
    [{ userId: 'x', reason: 'r' }, 'Please fill in all fields.'],
    [{ userId: 'x', amount: 1, reason: ' ' }, 'Please fill in all fields.'],
    [{ userId: 'x', amount: 0, reason: 'r' }, 'Please enter a valid positive amount.'],
    [{ userId: 'x', amount: -1, reason: 'r' }, 'Please enter a valid positive amount.'],
    [{ userId: 'x', amount: 'abc', reason: 'r' }, 'Please enter a valid positive amount.'],
    [{ userId: 'x', amount: 0.001, reason: 'r' }, 'Please enter a valid positive amount.'],
    [{ userId: 'x', amount: 1_000_000.01, reason: 'r' }, 'At most 1,000,000 credits can be given at once.'],
  ])('rejects %j', async (body, message) => {
    const answer = await give(body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  test('returns 404 for an unknown user', async () => {
    const answer = await give({ userId: 'nobody', amount: 1, reason: 'r' });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'User not found']);
  });

  test('adds credits once for a repeated key, also concurrently', async ({ server }) => {
    const body = { userId: olive.id, amount: 5, reason: 'twice' };
    const answers = await Promise.all([give(body, 'k1'), give(body, 'k1'), give(body, 'k1')]);
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ creditBalance: 45 });
    await give(body, 'k2');
    expect(await errorsInBooks(server.db)).toEqual([]);
    expect(await server.db.$count(creditTransactions, eq(creditTransactions.reason, 'twice'))).toBe(2);
    expect(await server.db.$count(userActivityLogs, eq(userActivityLogs.action, 'admin.credits'))).toBe(2);
  });

  test('counts the credits that users have and those that were used', async ({ server }) => {
    const line = { userId: olive.id, type: 'usage', creditsAfter: 0 } as const;
    await server.db.insert(creditTransactions).values([
      { ...line, amount: -2.5 },
      { ...line, amount: -0.25, createdAt: days(100) },
    ]);
    await aUser(server.db, { creditBalance: 9 });
    expect(await read('credit-stats')).toEqual({
      ...{ totalCreditsInCirculation: 49, totalCreditsUsed: 2.75, totalTransactions: 3 },
      ...{ averageUserBalance: 16.33, usersWithZeroBalance: 1 },
    });
  });

  test("lists, searches and sorts the users' credits", async () => {
    const people = await read<UserCredits[]>('user-credits?sort=creditBalance');
    expect(people.map(({ email, creditBalance }) => [email, creditBalance])).toEqual([
      ['olive@example.com', 40],
      ['ada@example.com', 0],
    ]);
    expect(Object.keys(people[0] ?? {}).sort()).toEqual(
      [
        'id',
        'email',
        'firstName',
        'lastName',
        'creditBalance',
        'subscriptionStatus',
        'createdAt',
        'lastActiveAt',
      ].sort(),
    );
    expect(await read('user-credits?search=ada@')).toHaveLength(1);
  });
});
