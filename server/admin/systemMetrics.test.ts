import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { systemMetrics } from '#server/db/schema/people.ts';
import { clear } from '#test/db.ts';
import { aUser } from '#test/factories.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { recordSystemMetrics } from './systemMetrics.ts';

test.beforeEach(({ db }) => clear(db));

const hourMs = 3_600_000;
const recorded = (db: Db) => db.select().from(systemMetrics).orderBy(asc(systemMetrics.id));

test('recordSystemMetrics stores one set of rows per hour: active users, calls and cost', async ({ db }) => {
  const { id: userId } = await aUser(db);
  await aUser(db);
  const call = { userId, service: 'openai', feature: 'chat', model: 'm', cost: 0.25 };
  const at = (ms: number) => ({ ...call, createdAt: new Date(ms) });
  const now = new Date();
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  await db.insert(aiUsageLogs).values([at(hour - 1), at(hour - hourMs), at(hour), at(hour - hourMs - 1)]);
  await Promise.all([1, 2, 3].map(() => recordSystemMetrics(db, now)));
  const metadata = { hour: new Date(hour - hourMs).toISOString() };
  expect((await recorded(db)).map(({ id: _, createdAt: __, ...row }) => row)).toEqual([
    { metricType: 'active_users', value: 1, unit: 'users', metadata },
    { metricType: 'ai_requests', value: 2, unit: 'requests', metadata },
    { metricType: 'ai_cost', value: 0.5, unit: 'USD', metadata },
  ]);

  await recordSystemMetrics(db, new Date(hour + hourMs));
  const later = (await recorded(db)).slice(3);
  expect(later.map(({ metricType, value }) => [metricType, value])).toEqual([
    ['active_users', 1],
    ['ai_requests', 1],
    ['ai_cost', 0.25],
  ]);
});

test('recordSystemMetrics stores zeros for an hour without calls', async ({ db }) => {
  await recordSystemMetrics(db);
  expect((await recorded(db)).map(({ value }) => value)).toEqual([0, 0, 0]);
});
