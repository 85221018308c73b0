import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, describe, expect, vi } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { outbox } from '#server/db/schema/people.ts';
import { spendingMonths } from '#server/db/schema/spending.ts';
import type { HttpError } from '#server/lib/errors.ts';
import { settleSpending } from '#server/lib/spending.ts';
import { spendingAlerts } from '#server/mail/spendingAlert.ts';
import { putLimit, spendingOf } from '#server/spending/spending.queries.ts';
import { errorTexts } from '#shared/errors.ts';
import { clear } from '#test/db.ts';
import { aProject } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { answers, pendingCall, type ScriptedModels, scriptedModels, throws } from '#test/models.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { errorsInSums } from '#test/sums.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import type { Ai } from './calls.ts';
import { ModelFailure } from './failure.ts';
import { metered } from './metered.ts';
import { seedPrices } from './prices.ts';
import { pruneAiRequests } from './requests.ts';

/*
 * Monthly spending limits: concurrent calls, and the error when nothing is left
 * (docs/decisions/0034).
 */

let world: World;
let models: ScriptedModels;
let ai: Ai;

test.beforeEach(async ({ db }) => {
  await clear(db);
  world = await aWorld(db);
  await seedPrices(db, { openai: null });
  models = scriptedModels();
  ai = withModels(db, models);
});

const withModels = (db: Db, chosen: ScriptedModels, serverLimit: number | null = null) =>
  metered({
    db,
    models: chosen,
    serverLimit,
    log: pino({ level: 'silent' }),
    onSpent: spendingAlerts({ publicUrl: 'https://write.example' }),
  });

let requestCount = 0;
const callBy = (name: Name, projectId: number | null = world.project.id) => ({
  ...{ userId: world[name].id, projectId, requestId: `s${++requestCount}` },
  keep: () => null,
});
/** Call that costs 20 credits. */
const draw = (name: Name = 'olive', projectId?: number | null) =>
  ai.draw('image_generation', { task: 'concept', prompt: 'A ferry', ratio: '16:9' }, callBy(name, projectId));
/** Call that costs 2.5 credits for 1,000 tokens in and 500 out. It reserves more. */
const ask = (name: Name = 'olive') =>
  ai.reply(
    'chat',
    {
      task: 'chat',
      system: 's',
      messages: [{ role: 'user', content: 'Why forty-one?' }],
      maxOutputTokens: 2000,
    },
    callBy(name),
  );
const rejectionOf = (work: Promise<unknown>): Promise<HttpError> =>
  work.then(
    () => expect.fail('answered'),
    (error) => error as HttpError,
  );
const ofOlive = (db: Db) => spendingOf(db, { userId: world.olive.id });
const ofProject = (db: Db) => spendingOf(db, { projectId: world.project.id });
const mails = (db: Db) => db.select().from(outbox).orderBy(outbox.id);
const limitOlive = (db: Db, limit: number | null) => putLimit(db, { userId: world.olive.id }, limit);
const limitProject = (db: Db, limit: number | null) => putLimit(db, { projectId: world.project.id }, limit);

test('spending limit holds for many concurrent calls', async ({ db }) => {
  await limitOlive(db, 70);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => draw()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const rejected = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(new Set(rejected)).toEqual(new Set(['over_limit']));
  expect(models.calls).toBe(3);
  expect(await ofOlive(db)).toMatchObject({ limit: 70, spent: 60, held: 0 });
  expect([await errorsInBooks(db), await errorsInSums(db)]).toEqual([[], []]);
});

test('spending limit of a project covers all its members and nothing outside it', async ({ db }) => {
  await limitProject(db, 40);
  const outcomes = await Promise.allSettled(
    ['olive', 'eddie', 'cora', 'eddie'].map((name) => draw(name as Name)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await ofProject(db)).toMatchObject({ spent: 40, held: 0 });
  const { id } = await aProject(db, { userId: world.olive.id });
  await draw('olive', id);
  await draw('olive', null);
  expect([await errorsInBooks(db), await errorsInSums(db)]).toEqual([[], []]);
});

test('spending limits do not deadlock concurrent calls of several users in several projects', async ({
  db,
}) => {
  const { id: other } = await aProject(db, { userId: world.eddie.id });
  await limitProject(db, 100);
  await limitOlive(db, 100);
  const calls = Array.from({ length: 40 }, (_, i) =>
    draw(i % 2 ? 'olive' : 'eddie', i % 3 ? world.project.id : other),
  );
  for (const outcome of await Promise.allSettled(calls))
    if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('over_limit');
  expect((await ofProject(db)).spent).toBeLessThanOrEqual(100);
  expect((await ofOlive(db)).spent).toBeLessThanOrEqual(100);
  expect([await errorsInBooks(db), await errorsInSums(db)]).toEqual([[], []]);
});

test('spending limit of the server covers all users and projects, also for concurrent calls', async ({
  db,
}) => {
  const limited = withModels(db, models, 70);
  const { id: other } = await aProject(db, { userId: world.eddie.id });
  const calls = Array.from({ length: 20 }, (_, i) => {
    const call = callBy(i % 2 ? 'olive' : 'eddie', i % 3 ? world.project.id : other);
    return limited.draw('image_generation', { task: 'concept', prompt: 'A ferry', ratio: '16:9' }, call);
  });
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const rejections = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as HttpError] : []));
  expect(new Set(rejections.map(({ code }) => code))).toEqual(new Set(['over_limit']));
  expect(rejections.at(-1)?.message).toMatch(
    /^This could go over the monthly limit of all users of this server: .+ Ask an administrator to raise it, or wait until/,
  );
  await draw(); // by a server without the limit
  expect([await errorsInBooks(db), await errorsInSums(db)]).toEqual([[], []]);
});

describe('call that needs rows which other transactions have locked', () => {
  const abortedBy = (code: string) => Object.assign(new Error('aborted'), { code });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is started when a statement waited too long for the lock', async ({ db }) => {
    vi.spyOn(db, 'transaction').mockRejectedValueOnce(abortedBy('55P03'));
    await draw();
    expect(await ofOlive(db)).toMatchObject({ spent: 20, held: 0 });
  });

  test('is rejected in words when it never gets them, and nothing is charged', async ({ db }) => {
    const blocked = vi.spyOn(db, 'transaction').mockRejectedValue(abortedBy('40P01'));
    const { code, status, message } = await rejectionOf(draw());
    expect([code, status, message]).toEqual(['unavailable', 503, errorTexts.databaseBusy]);
    blocked.mockRestore();
    expect(models.calls).toBe(0);
    expect(await ofOlive(db)).toMatchObject({ spent: 0, held: 0 });
  });
});

test('spending limit caps a call whose cost is known only afterwards', async ({ db }) => {
  await limitOlive(db, 2);
  const { credits } = await ask();
  expect(credits).toBe(2);
  expect((await rejectionOf(ask())).code).toBe('over_limit');
});

test('spending limit counts the reservation of a running call, and releases it when the call fails', async ({
  db,
}) => {
  await limitOlive(db, 25);
  const held = pendingCall(throws(new ModelFailure('broken')));
  models.script(held.scripted, answers('dot'));
  const first = rejectionOf(draw());
  await held.started;
  expect((await rejectionOf(draw())).message).toContain('calls that run hold 20');
  held.answer();
  expect((await first).status).toBe(502);
  await draw();
  expect(await ofOlive(db)).toMatchObject({ spent: 20, held: 0 });
});

describe('over_limit error', () => {
  test('states the credits spent, where to raise the limit and when the month ends', async ({ db }) => {
    await limitOlive(db, 30);
    await draw();
    const rejection = await rejectionOf(draw());
    expect([rejection.status, rejection.code]).toEqual([403, 'over_limit']);
    expect(rejection.message).toMatch(
      /^This could go over your monthly limit: 20 of 30 credits of this month are spent\. Raise it in your account, or wait until \w+ 1\.$/,
    );
    expect(rejection.extra).toEqual({ limitOf: 'user', limit: 30, spent: 20, held: 0, required: 20 });
    // A repeated request returns the same error, and neither called the model.
    expect(models.calls).toBe(1);
  });

  test('refers to the project settings of the owner for a project limit', async ({ db }) => {
    await limitProject(db, 0);
    expect((await rejectionOf(draw('eddie'))).message).toMatch(
      /monthly limit of this project: 0 of 0 credits .* The owner of the project can raise it in Project Settings, or wait until/,
    );
  });

  test('takes precedence over outOfCredits and never applies to free calls', async ({ db }) => {
    await putLimit(db, { userId: world.nell.id }, 0);
    expect((await rejectionOf(draw('nell'))).code).toBe('over_limit');
    ai = withModels(db, scriptedModels({ isBuiltIn: true }));
    await draw('nell');
  });

  test('ends when the limit is raised or removed', async ({ db }) => {
    await limitOlive(db, 10);
    expect((await rejectionOf(draw())).code).toBe('over_limit');
    await limitOlive(db, 20);
    await draw();
    await limitOlive(db, null);
    await draw();
    expect(await ofOlive(db)).toMatchObject({ limit: null, spent: 40 });
  });
});

describe('spending limit email', () => {
  test('is sent once a month when 80 % of a limit is spent', async ({ db }) => {
    await limitOlive(db, 100);
    for (let i = 0; i < 3; i++) await draw();
    expect(await mails(db)).toEqual([]);
    await draw();
    await draw();
    const [mail, ...more] = await mails(db);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'olive@example.com',
      subject: 'Your limit of this month is 80 % spent',
    });
    expect(mail?.text).toContain('https://write.example/account#spending');
    expect(mail?.text).toContain('Your limit is 100 credits a month. 80 are spent.');
  });

  test('is sent to the project owner for a project limit, even if another member spent the credits', async ({
    db,
  }) => {
    await limitProject(db, 20);
    await draw('eddie');
    const [mail] = await mails(db);
    expect(mail).toMatchObject({
      to: 'olive@example.com',
      subject: 'Night Ferry: the limit of this month is 100 % spent',
    });
    expect(mail?.text).toMatch(/\/projects\/P\w+\/project-settings#spending/);
  });

  test('is sent once when many calls end at the same time', async ({ db }) => {
    await limitOlive(db, 200);
    await Promise.all(Array.from({ length: 10 }, () => draw()));
    expect(await mails(db)).toHaveLength(1);
  });
});

test('settleSpending counts a call in the month in which it began', async ({ db }) => {
  const userId = world.olive.id;
  await db.insert(spendingMonths).values({ userId, month: '2026-01-01', held: 20 });
  await db.transaction((tx) =>
    settleSpending(
      tx,
      { userId, projectId: null },
      { began: new Date('2026-01-31T23:59:59.999Z'), held: 20, spent: 15 },
    ),
  );
  const [month] = await db.select().from(spendingMonths).where(eq(spendingMonths.userId, userId));
  expect(month).toMatchObject({ month: '2026-01-01', spent: 15, held: 0 });
  expect(await ofOlive(db)).toMatchObject({ spent: 0, held: 0 });
});

test('spending total is kept when calls are deleted after a day', async ({ db }) => {
  await draw();
  await pruneAiRequests(db);
  expect(await ofOlive(db)).toMatchObject({ spent: 20 });
  expect(await ofProject(db)).toMatchObject({ spent: 20 });
});
