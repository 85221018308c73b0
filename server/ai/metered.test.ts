import { and, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiRequests, aiUsageLogs } from '#server/db/schema/ai.ts';
import { aiPricingHistory, aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { conflict, type HttpError } from '#server/lib/errors.ts';
import { clear } from '#test/db.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { answers, pendingCall, type ScriptedModels, scriptedModels, throws } from '#test/models.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { aWorld, type World } from '#test/world.ts';
import type { Ai, MeteredCall } from './calls.ts';
import { usdOf } from './cost.ts';
import { ModelFailure } from './failure.ts';
import { metered } from './metered.ts';
import type { ModelQuestion } from './models.ts';
import { seedPrices } from './prices.ts';
import { releaseStale } from './requests.ts';
import { questionSize } from './size.ts';

const log = pino({ level: 'silent' });
let world: World;
let models: ScriptedModels;
let ai: Ai;

test.beforeEach(async ({ db }) => {
  await clear(db);
  world = await aWorld(db);
  await seedPrices(db, { openai: null });
  models = scriptedModels();
  ai = metered({
    db,
    models,
    log,
    limits: { callMs: 60_000, graceMs: 10 },
  });
});

const question: ModelQuestion = {
  task: 'chat',
  system: 'You read screenplays.',
  messages: [{ role: 'user', content: 'What does MARA count?' }],
  maxOutputTokens: 2000,
};

let requestCount = 0;
type KeepingCall = Omit<MeteredCall<string, string>, 'prepare'>;
/** Create a call by Olive in Night Ferry that stores its answer unchanged. */
const aCall = (more: Partial<KeepingCall> = {}): KeepingCall => ({
  userId: world.olive.id,
  projectId: world.project.id,
  requestId: `r${++requestCount}`,
  keep: (_tx, { value }) => value,
  ...more,
});

const usage = (db: Db) => db.select().from(aiUsageLogs).orderBy(aiUsageLogs.id);
const charges = (db: Db) => db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
const balanceOf = async (db: Db, id: string) =>
  (await db.select().from(users).where(eq(users.id, id)))[0]?.creditBalance;
const reservedOf = async (db: Db, id: string) =>
  (await db.select().from(users).where(eq(users.id, id)))[0]?.reservedCredits;
const rejectionOf = (work: Promise<unknown>): Promise<HttpError> =>
  work.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error) => error as HttpError,
  );
async function expectNothingPaid(db: Db) {
  expect(await charges(db)).toEqual([]);
  expect([await balanceOf(db, world.olive.id), await reservedOf(db, world.olive.id)]).toEqual([500, 0]);
}

describe('metered answer', () => {
  test('is charged by use, logged once and posted to the ledger', async ({ db }) => {
    const result = await ai.reply('chat', question, aCall({ requestId: 'first', about: { scenes: 2 } }));
    // 1,000 × 0.02 / 1,000 + 500 × 0.06 / 1,000 = 0.05 dollars
    expect(result).toEqual({
      ...{ value: 'Forty-one.', ending: 'whole', credits: 2.5, creditBalance: 497.5 },
      ...{ usageId: expect.any(Number), service: 'openai', model: 'gpt-6.1-terra', isBuiltIn: false },
    });
    expect(await usage(db)).toEqual([
      expect.objectContaining({
        ...{ id: result.usageId, userId: world.olive.id, projectId: world.project.id, service: 'openai' },
        ...{ feature: 'chat', model: 'gpt-6.1-terra', inputTokens: 1000, outputTokens: 500 },
        ...{ totalTokens: 1500, cost: 0.05, success: true, errorMessage: null },
        requestDuration: expect.any(Number),
        metadata: expect.objectContaining({
          ...{ task: 'chat', requestId: 'first', scenes: 2, ending: 'whole', isEstimated: false },
          price: expect.objectContaining({ inputCostPer1k: 0.02, outputCostPer1k: 0.06 }),
        }),
      }),
    ]);
    expect(await charges(db)).toEqual([
      expect.objectContaining({
        ...{ userId: world.olive.id, amount: -2.5, creditsAfter: 497.5, costInUsd: 0.05 },
        ...{ relatedAiUsageId: result.usageId, aiService: 'openai', aiFeature: 'chat' },
      }),
    ]);
    expect(await errorsInBooks(db)).toEqual([]);
  });

  test('is streamed to onText', async () => {
    const pieces: string[] = [];
    await ai.reply('chat', question, aCall({ onText: (piece) => pieces.push(piece) }));
    expect(pieces).toEqual(['Forty-one.']);
  });

  test('is validated as data and stored as `keep` returns it', async () => {
    models.script(answers('{"lines":["She waits."]}'));
    const analysis = { ...question, shape: z.object({ lines: z.array(z.string()) }) };
    const { value } = await ai.analyse('script_analysis', analysis, {
      ...aCall(),
      keep: (_tx, { value: { lines }, credits }) => ({ count: lines.length, credits }),
    });
    expect(value).toEqual({ count: 1, credits: 2.5 });
  });

  test('costs the exact price of its row when it is a picture, whatever was used', async ({ db }) => {
    models.script(answers('pixels'));
    const { credits, value } = await ai.draw(
      'image_generation',
      { task: 'concept', prompt: 'A ferry', ratio: '2.35:1' },
      { ...aCall(), keep: (_tx, { value: { bytes } }) => bytes.length },
    );
    expect([credits, value]).toEqual([20, 6]);
    expect(await charges(db)).toEqual([expect.objectContaining({ amount: -20, costInUsd: 0.4 })]);
  });

  test('is stored in the transaction that charges for it', async ({ db }) => {
    const keep: MeteredCall<string, string>['keep'] = async (tx, { value }) => {
      await tx.insert(userActivityLogs).values({ userId: world.olive.id, action: value });
      return value;
    };
    await ai.reply('chat', question, aCall({ keep }));
    const failing = aCall({
      keep: async (tx, answer) => {
        await keep(tx, answer);
        throw conflict('The scene was changed in the meantime.');
      },
    });
    const rejection = await rejectionOf(ai.reply('chat', question, failing));
    expect([rejection.status, rejection.message]).toEqual([409, 'The scene was changed in the meantime.']);
    expect(await db.select().from(userActivityLogs)).toHaveLength(1);
    expect(await charges(db)).toHaveLength(1);
    expect((await usage(db)).map(({ success }) => success)).toEqual([true, false]);
    expect(await errorsInBooks(db)).toEqual([]);
  });

  test('is stored free of charge when the connection broke off', async ({ db }) => {
    models.script(answers('Forty-', { ending: 'cut' }));
    expect(await ai.reply('chat', question, aCall())).toMatchObject({
      ...{ value: 'Forty-', ending: 'cut', credits: 0, creditBalance: 500 },
    });
    expect(await usage(db)).toMatchObject([
      { success: false, cost: 0, errorMessage: expect.stringContaining('broke off') },
    ]);
    await expectNothingPaid(db);
  });

  test.for(['length', 'stopped'] as const)(
    'is charged for the received part when it ended by %s',
    async (ending, { db }) => {
      models.script(
        answers('Forty-', { ending, usage: { inputTokens: 100, outputTokens: 2, isEstimated: true } }),
      );
      expect(await ai.reply('chat', question, aCall())).toMatchObject({
        value: 'Forty-',
        ending,
        credits: 0.11,
      });
      expect(await usage(db)).toMatchObject([{ success: true, metadata: { ending, isEstimated: true } }]);
    },
  );

  test('never costs more than the shown price, whatever usage the model reports', async ({ db }) => {
    models.script(answers('Much.', { usage: { inputTokens: 9e6, outputTokens: 9e6, isEstimated: false } }));
    const shown = await ai.priceOf('chat', questionSize(question));
    const { credits } = await ai.reply('chat', question, aCall());
    expect(shown).toEqual({ upTo: credits });
    expect(await usage(db)).toMatchObject([{ cost: usdOf(credits) }]);
  });

  test('never costs more than the balance', async ({ db }) => {
    await db.update(users).set({ creditBalance: 1.3 }).where(eq(users.id, world.olive.id));
    await db
      .update(creditTransactions)
      .set({ amount: 1.3, creditsAfter: 1.3 })
      .where(eq(creditTransactions.userId, world.olive.id));
    expect(await ai.reply('chat', question, aCall())).toMatchObject({ credits: 1.3, creditBalance: 0 });
    expect(await usage(db)).toMatchObject([{ cost: 0.026, success: true }]);
    expect(await errorsInBooks(db)).toEqual([]);
  });

  test('is charged without a project when the project was deleted during the call', async ({ db }) => {
    const call = pendingCall();
    models.script(call.scripted);
    const answer = ai.reply('chat', question, aCall());
    await call.started;
    await db.delete(projects).where(eq(projects.id, world.project.id));
    call.answer();
    expect(await answer).toMatchObject({ credits: 2.5 });
    expect(await usage(db)).toMatchObject([{ projectId: null, success: true }]);
  });
});

describe('built-in engine in metered', () => {
  test('costs nothing, needs no price and no credits, and is logged by name', async ({ db }) => {
    await db.delete(aiServicePricing);
    ai = metered({
      db,
      models: scriptedModels({ isBuiltIn: true }),
      log,
    });
    const result = await ai.reply('chat', question, aCall({ userId: world.nell.id }));
    expect(result).toMatchObject({ credits: 0, creditBalance: 0, model: 'built-in', isBuiltIn: true });
    expect(await usage(db)).toMatchObject([{ service: 'openai', model: 'built-in', cost: 0, success: true }]);
    expect(await charges(db)).toEqual([]);
    expect(await ai.priceOf('chat', questionSize(question))).toEqual({ exact: 0 });
  });
});

describe('metered call without enough credits', () => {
  test('reports required credits and balance, calls no model and writes nothing', async ({ db }) => {
    const rejection = await rejectionOf(ai.reply('chat', question, aCall({ userId: world.nell.id })));
    expect([rejection.status, rejection.message, rejection.extra]).toEqual([
      402,
      "You're out of credits. Get started with a subscription or purchase credits directly.",
      { required: 0.03, creditBalance: 0 },
    ]);
    expect(models.calls).toBe(0);
    expect([await usage(db), await charges(db), await db.select().from(aiRequests)]).toEqual([[], [], []]);
    expect(await db.select().from(aiPricingHistory)).toEqual([]);
  });

  test('rejects both of two concurrent identical requests', async () => {
    const call = aCall({ userId: world.nell.id });
    const both = await Promise.all([1, 2].map(() => rejectionOf(ai.reply('chat', question, call))));
    expect(both.map(({ status }) => status)).toEqual([402, 402]);
  });

  test('requires the whole price of a picture', async ({ db }) => {
    await ai.draw(
      'image_generation',
      { task: 'concept', prompt: 'A ferry', ratio: '16:9' },
      { ...aCall(), keep: () => null },
    );
    await db.update(aiServicePricing).set({ fixedCostPerRequest: 9.7 });
    const rejection = await rejectionOf(
      ai.draw(
        'image_generation',
        { task: 'concept', prompt: 'A ferry', ratio: '16:9' },
        { ...aCall(), keep: () => null },
      ),
    );
    expect(rejection.extra).toEqual({ required: 485, creditBalance: 480 });
  });

  test('accepts the same request id once there are credits', async ({ db }) => {
    const call = aCall({ userId: world.nell.id });
    await rejectionOf(ai.reply('chat', question, call));
    await db.update(users).set({ creditBalance: 50 }).where(eq(users.id, world.nell.id));
    expect(await ai.reply('chat', question, call)).toMatchObject({ credits: 2.5, creditBalance: 47.5 });
  });
});

describe('metered price', () => {
  test.for([
    ['is missing', {}],
    ['is switched off', { isActive: false }],
    ['has ended', { effectiveUntil: new Date(Date.now() - 1000) }],
    ['has not started', { effectiveFrom: new Date(Date.now() + 60_000) }],
  ] as const)('makes the feature unavailable when it %s', async ([what, change], { db }) => {
    if (what === 'is missing') await db.delete(aiServicePricing);
    else await db.update(aiServicePricing).set(change);
    const rejection = await rejectionOf(ai.reply('chat', question, aCall()));
    expect([rejection.status, rejection.message]).toEqual([503, 'This AI feature is currently unavailable.']);
    expect(await ai.priceOf('chat', questionSize(question))).toBeNull();
    expect([models.calls, await usage(db)]).toEqual([0, []]);
  });

  test('applies to calls that start after a change', async ({ db }) => {
    const call = pendingCall();
    models.script(call.scripted);
    const before = ai.reply('chat', question, aCall());
    await call.started;
    await db.update(aiServicePricing).set({ outputCostPer1k: 0.6 });
    call.answer();
    expect(await before).toMatchObject({ credits: 2.5 });
    expect(await ai.reply('chat', question, aCall())).toMatchObject({ credits: 16 });
  });

  test('is shown before the call: exact for a picture, the maximum for text', async () => {
    expect(await ai.priceOf('image_generation')).toEqual({ exact: 20 });
    const long = { ...question, system: 'M'.repeat(3000), messages: [] };
    // (1,000 + 8) × 0.02 / 1,000 + 2,000 × 0.06 / 1,000 = 0.14016 dollars
    expect(await ai.priceOf('chat', questionSize(long))).toEqual({ upTo: 7.01 });
  });
});

describe('metered failure', () => {
  test.for([
    [
      'of the provider',
      new ModelFailure('broken', { status: 500, code: 'server_error' }),
      502,
      /internal error.*broken 500 server_error/,
    ],
    ['timeout', new ModelFailure('slow'), 502, /took too long/],
    ['of our code', new Error('MARA: sk-secret'), 500, /^Something went wrong/],
  ] as const)(
    'costs nothing and is logged once: %s',
    async ([_whose, error, status, errorPattern], { db }) => {
      models.script(throws(error));
      const rejection = await rejectionOf(ai.reply('chat', question, aCall()));
      expect(rejection.status).toBe(status);
      expect(await usage(db)).toMatchObject([
        { success: false, cost: 0, errorMessage: expect.stringMatching(errorPattern) },
      ]);
      expect(JSON.stringify([await usage(db), await db.select().from(aiRequests)])).not.toMatch(
        /MARA|sk-secret/,
      );
      await expectNothingPaid(db);
      expect(await errorsInBooks(db)).toEqual([]);
    },
  );

  test('is reported for an empty answer', async ({ db }) => {
    models.script(answers(''));
    expect((await rejectionOf(ai.reply('chat', question, aCall()))).status).toBe(502);
    await expectNothingPaid(db);
  });

  test('is reported when the call is cancelled before the first text', async ({ db }) => {
    const stop = new AbortController();
    models.script(async ({ signal }) => {
      stop.abort();
      signal.throwIfAborted();
      return expect.fail('went on');
    });
    const rejection = await rejectionOf(ai.reply('chat', question, aCall({ signal: stop.signal })));
    expect(rejection.status).toBe(409);
    expect(await usage(db)).toMatchObject([{ success: false, metadata: { failure: 'stopped' } }]);
    await expectNothingPaid(db);
  });

  test('is reported when the engine ignores a cancellation or the timeout', async ({ db }) => {
    ai = metered({
      db,
      models,
      log,
      limits: { callMs: 20, graceMs: 10 },
    });
    models.script(() => new Promise(() => undefined));
    expect((await rejectionOf(ai.reply('chat', question, aCall()))).message).toContain('took too long');
    const stopped = aCall({ signal: AbortSignal.abort() });
    expect((await rejectionOf(ai.reply('chat', question, stopped))).message).toContain('Stopped');
    await expectNothingPaid(db);
  });
});

test('metered returns no answer when the final transaction fails, and the credits are released later', async ({
  db,
}) => {
  let isBroken = false;
  const failing = new Proxy(db, {
    get: (target, name) => {
      if (isBroken && name === 'transaction') throw new Error('connection lost');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  models.script(async (run, requestCount) => {
    isBroken = true;
    return answers('Forty-one.')(run, requestCount);
  });
  const rejection = await rejectionOf(metered({ db: failing, models, log }).reply('chat', question, aCall()));
  expect(rejection.status).toBe(500);
  expect(await reservedOf(db, world.olive.id)).toBeGreaterThan(0);
  expect(await errorsInBooks(db)).toEqual([]);
  expect(await releaseStale(db, 'all')).toBe(1);
  await expectNothingPaid(db);
});

test('metered charges a running call by its old price and the next one by the new price', async ({ db }) => {
  const held = pendingCall();
  models.script(held.scripted, answers('Forty-two.'));
  const running = ai.reply('chat', question, aCall());
  await held.started;
  await db.update(aiServicePricing).set({ inputCostPer1k: 0.2, outputCostPer1k: 0.6 });
  held.answer();
  expect((await running).credits).toBe(2.5);
  expect((await ai.reply('chat', question, aCall())).credits).toBe(25);
  // Each log entry contains the price it was charged by. A price that is switched off allows no
  // further call.
  const logged = (await usage(db)).map(({ metadata }) => metadata?.price);
  expect(logged).toMatchObject([{ inputCostPer1k: 0.02 }, { inputCostPer1k: 0.2 }]);
  await db.update(aiServicePricing).set({ isActive: false });
  expect((await rejectionOf(ai.reply('chat', question, aCall()))).status).toBe(503);
});

describe('metered request id', () => {
  test('returns the stored answer for a repeated id without calling or charging again', async ({ db }) => {
    const call = aCall();
    const first = await ai.reply('chat', question, call);
    models.script(answers('Something else.'));
    expect(await ai.reply('chat', question, call)).toEqual(first);
    expect([models.calls, (await charges(db)).length, (await usage(db)).length]).toEqual([1, 1, 1]);
  });

  test('makes one call for concurrent requests', async ({ db }) => {
    const call = aCall();
    const results = await Promise.all(Array.from({ length: 20 }, () => ai.reply('chat', question, call)));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect([models.calls, (await charges(db)).length, (await usage(db)).length]).toEqual([1, 1, 1]);
  });

  test('makes one call for requests on several nodes', async ({ db }) => {
    const nodes = Array.from({ length: 4 }, () => metered({ db, models, log }));
    const call = aCall();
    const results = await Promise.all(nodes.map((node) => node.reply('chat', question, call)));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect([models.calls, (await charges(db)).length, (await usage(db)).length]).toEqual([1, 1, 1]);
  });

  test('returns the same failure again', async () => {
    models.script(throws(new ModelFailure('busy', { status: 429, retryAfterSeconds: 3 })), answers('Late.'));
    const call = aCall();
    const first = await rejectionOf(ai.reply('chat', question, call));
    const second = await rejectionOf(ai.reply('chat', question, call));
    for (const { status, message, extra } of [first, second])
      expect([status, message, extra]).toEqual([
        502,
        'The AI service is overloaded. Please try again in a moment.',
        { retryAfterSeconds: 3 },
      ]);
    expect(models.calls).toBe(1);
  });

  test('returns the current balance with a stored answer', async () => {
    const call = aCall();
    await ai.reply('chat', question, call);
    await ai.reply('chat', question, aCall());
    expect(await ai.reply('chat', question, call)).toMatchObject({ credits: 2.5, creditBalance: 495 });
  });

  test('separates users and rejects the id for another task', async () => {
    const call = aCall();
    await ai.reply('chat', question, call);
    await ai.reply('chat', question, { ...call, userId: world.eddie.id });
    expect(models.calls).toBe(2);
    const other = await rejectionOf(ai.reply('chat', { ...question, task: 'improvements' }, call));
    expect(other.status).toBe(409);
  });

  test('rejects the id for another body, unless the row is from before bodies were noted', async ({ db }) => {
    const call = aCall({ fingerprint: 'one body' });
    const first = await ai.reply('chat', question, call);
    const another = { ...call, fingerprint: 'another body' };
    expect((await rejectionOf(ai.reply('chat', question, another))).status).toBe(409);
    await db.update(aiRequests).set({ fingerprint: null });
    expect(await ai.reply('chat', question, another)).toEqual(first);
    expect(models.calls).toBe(1);
  });

  test('lets a waiting caller stop while the call continues', async () => {
    const held = pendingCall();
    models.script(held.scripted);
    const call = aCall();
    const first = ai.reply('chat', question, call);
    await held.started;
    const stop = new AbortController();
    const second = rejectionOf(ai.reply('chat', question, { ...call, signal: stop.signal }));
    stop.abort();
    expect((await second).status).toBe(409);
    held.answer();
    expect(await first).toMatchObject({ value: 'Forty-one.', credits: 2.5 });
  });

  test.each(['', ' ', 'a b', 'x'.repeat(101), 'é'])(
    'rejects the id %j, which is not made of visible characters',
    async (requestId) => {
      expect((await rejectionOf(ai.reply('chat', question, aCall({ requestId })))).status).toBe(400);
    },
  );
});

describe('metered call whose process died', () => {
  test('releases its credits when the lease expires and is logged once', async ({ db }) => {
    const held = pendingCall();
    models.script(held.scripted);
    const call = aCall();
    const late = rejectionOf(ai.reply('chat', question, call));
    await held.started;
    expect(await reservedOf(db, world.olive.id)).toBeGreaterThan(0);
    expect(await releaseStale(db, 'stale')).toBe(0);
    await db.update(aiRequests).set({ expiresAt: new Date(0) });
    expect(await Promise.all([releaseStale(db, 'stale'), releaseStale(db, 'stale')])).toContain(1);
    expect(await reservedOf(db, world.olive.id)).toBe(0);
    // The process was only slow: its answer comes too late, is not charged and not returned.
    held.answer();
    expect((await late).message).toContain('The server stopped during this request.');
    expect(await usage(db)).toMatchObject([{ success: false, cost: 0 }]);
    await expectNothingPaid(db);
    expect(await releaseStale(db, 'all')).toBe(0);
  });

  test('is ended by a repeated request', async ({ db }) => {
    const held = pendingCall();
    models.script(held.scripted);
    const call = aCall();
    const first = rejectionOf(ai.reply('chat', question, call));
    await held.started;
    await db
      .update(aiRequests)
      .set({ expiresAt: new Date(0) })
      .where(and(eq(aiRequests.userId, call.userId), eq(aiRequests.requestId, call.requestId)));
    const otherNode = metered({ db, models, log });
    const again = await rejectionOf(otherNode.reply('chat', question, call));
    expect(again.message).toContain('The server stopped during this request.');
    held.answer();
    await first;
    await expectNothingPaid(db);
  });
});
