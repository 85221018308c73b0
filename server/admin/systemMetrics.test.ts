import { asc } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { systemMetrics } from '#server/db/schema/people.ts';
import { aDatabase, clear } from '#test/db.ts';
import { aUser } from '#test/factories.ts';
import { recordSystemMetrics } from './systemMetrics.ts';

const { db, close } = await aDatabase();
afterAll(close);
beforeEach(() => clear(db));

const hourMs = 3_600_000;
const recorded = () => db.select().from(systemMetrics).orderBy(asc(systemMetrics.id));

test('recordSystemMetrics stores one set of rows per hour: active users, calls and cost', async () => {
  const { id: userId } = await aUser(db);
  await aUser(db);
  const call = { userId, service: 'openai', feature: 'chat', model: 'm', cost: 0.25 };
  const at = (ms: number) => ({ ...call, createdAt: new Date(ms) });
  const now = new Date();
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  await db.insert(aiUsageLogs).values([at(hour - 1), at(hour - hourMs), at(hour), at(hour - hourMs - 1)]);
  await Promise.all([1, 2, 3].map(() => recordSystemMetrics(db, now)));
  const metadata = { hour: new Date(hour - hourMs).toISOString() };
  expect((await recorded()).map(({ id: _, createdAt: __, ...row }) => row)).toEqual([
    { metricType: 'active_users', value: 1, unit: 'users', metadata },
    { metricType: 'ai_requests', value: 2, unit: 'requests', metadata },
    { metricType: 'ai_cost', value: 0.5, unit: 'USD', metadata },
  ]);

  await recordSystemMetrics(db, new Date(hour + hourMs));
  const later = (await recorded()).slice(3);
  expect(later.map(({ metricType, value }) => [metricType, value])).toEqual([
    ['active_users', 1],
    ['ai_requests', 1],
    ['ai_cost', 0.25],
  ]);
});

test('recordSystemMetrics stores zeros for an hour without calls', async () => {
  await recordSystemMetrics(db);
  expect((await recorded()).map(({ value }) => value)).toEqual([0, 0, 0]);
});
