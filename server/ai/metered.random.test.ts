import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures, aiRequests, aiUsageLogs } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { HttpError } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { aProject, aUser } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { answers, type Scripted, scriptedModels, throws } from '#test/models.ts';
import { type Random, seeded } from '#test/random.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { errorsInSums } from '#test/sums.ts';
import { ModelFailure } from './failure.ts';
import { metered } from './metered.ts';
import type { Ending } from './models.ts';
import { seedPrices } from './prices.ts';
import { releaseStale } from './requests.ts';

test.beforeAll(async ({ db }) => {
  await seedPrices(db, { openai: null });
});

const calls = 500;

test(`${calls} concurrent AI calls of 20 users leave a correct ledger when many fail, are cancelled or time out`, async ({
  db,
}) => {
  const random = seeded(20);
  const { id: projectId } = await aProject(db);
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, i) => aUser(db, { credits: i % 5 === 0 ? 3 : 40 })),
  );
  const revived = Promise.withResolvers<void>();
  const parts = { db, log: pino({ level: 'silent' }), limits: { callMs: 600_000, graceMs: 10 } };

  const running = Array.from({ length: calls }, (_, i) => {
    const stop = new AbortController();
    const isDead = Promise.withResolvers<void>();
    const models = scriptedModels();
    models.script(fateOf(random, stop, { isDead, revived: revived.promise }));
    const { id: userId } = random.pick(people);
    const call = {
      ...{ userId, projectId, requestId: `call-${i}`, signal: stop.signal },
      // Changes the shared project, which locks its row.
      keep: (tx: Db, { value }: { value: string }) =>
        changeProject(tx, { projectId, userId }, async () => value),
    };
    // Every tenth call is sent twice, to two nodes.
    const nodes = Array.from({ length: i % 10 === 0 ? 2 : 1 }, () => metered({ ...parts, models }));
    const ended = Promise.allSettled(nodes.map((node) => node.reply('chat', question, call)));
    return { ended, atRest: Promise.race([ended, isDead.promise]) };
  });
  await Promise.all(running.map(({ atRest }) => atRest));
  expect(await errorsInBooks(db)).toEqual([]);
  expect(await releaseStale(db, 'all')).toBeGreaterThan(0);
  // A call that was only slow and returns after its credits were released is not charged either.
  revived.resolve();
  const outcomes = (await Promise.all(running.map(({ ended }) => ended))).flat();

  expect([await errorsInBooks(db), await errorsInSums(db)]).toEqual([[], []]);
  const held = await db.select().from(users).where(sql`${users.reservedCredits} <> 0`);
  expect(held).toEqual([]);
  const requests = await db.select().from(aiRequests);
  expect(requests.filter(({ state }) => state === 'running')).toEqual([]);
  const logs = await db.select().from(aiUsageLogs);
  expect(logs).toHaveLength(requests.length);
  expect(new Set(requests.map(({ usageId }) => usageId)).size).toBe(requests.length);
  // Calls that were rejected for missing credits sent nothing. All others have exactly one
  // disclosure.
  expect(await db.$count(aiDisclosures)).toBe(requests.length);
  const paid = await db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
  expect(paid).toHaveLength(logs.filter(({ success }) => success).length);
  const statuses = outcomes.map((one) => (one.status === 'rejected' ? statusOf(one.reason) : 200));
  for (const status of [200, 402, 409, 502]) expect(statuses).toContain(status);
  expect(statuses).not.toContain(500);
}, 180_000);

const question = {
  task: 'chat',
  system: 'You read screenplays.',
  messages: [{ role: 'user' as const, content: 'What does MARA count?' }],
  maxOutputTokens: 60,
};

interface Death {
  isDead: PromiseWithResolvers<void>;
  revived: Promise<void>;
}

function fateOf(random: Random, stop: AbortController, { isDead, revived }: Death): Scripted {
  const fate = random.below(10);
  const answer = anAnswer(random);
  if (fate === 0)
    return async (run, asked) => {
      isDead.resolve();
      await revived;
      return answer(run, asked);
    };
  if (fate === 1) return throws(new ModelFailure('broken', { status: 500 }));
  if (fate === 2) return throws(new ModelFailure('refused'));
  if (fate === 3)
    return async ({ signal }) => {
      stop.abort();
      throw signal.reason;
    };
  return answer;
}

function anAnswer(random: Random): Scripted {
  const ending: Ending = random.pick(['whole', 'whole', 'whole', 'length', 'stopped', 'cut']);
  const used = { inputTokens: random.below(60), outputTokens: random.below(80) };
  return answers('Forty-one.', { ending, usage: { ...used, isEstimated: random.chance(0.2) } });
}

const statusOf = (reason: unknown) => (reason instanceof HttpError ? reason.status : 500);
