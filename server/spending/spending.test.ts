import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { spendingMonths } from '#server/db/schema/spending.ts';
import type { MonthlySpending } from '#shared/contract/spending.ts';
import { nextMonthOf } from '#shared/spending.ts';
import { newWorldTest as test } from '#test/serverTest.ts';

/* Limits by HTTP; what they do to calls is in server/ai/spending.test.ts. */

const month = () => new Date().toISOString().slice(0, 8).concat('01');

test('users read and set their own limit, and no other', async ({ server, world }) => {
  const olive = server.as(world.olive);
  const { id: userId } = world.olive;
  await server.db.insert(spendingMonths).values([
    { userId, month: month(), spent: 12.5, held: 3 },
    { userId, month: '2020-01-01', spent: 99 },
    { userId: world.eddie.id, month: month(), spent: 7 },
  ]);
  const renewsAt = nextMonthOf(new Date()).toISOString();
  expect((await olive.get('/api/user/spending')).json()).toEqual({
    limit: null,
    spent: 12.5,
    held: 3,
    renewsAt,
  });
  const set = await olive.patch('/api/user/spending', { limit: 100.25 });
  expect(set.json()).toMatchObject({ limit: 100.25, spent: 12.5 });
  expect((await olive.patch('/api/user/spending', { limit: 0 })).json()).toMatchObject({ limit: 0 });
  expect((await server.as(world.eddie).get('/api/user/spending')).json()).toMatchObject({
    limit: null,
    spent: 7,
  });
  expect((await olive.patch('/api/user/spending', { limit: null })).json()).toMatchObject({ limit: null });
  const logged = await server.db
    .select()
    .from(userActivityLogs)
    .where(eq(userActivityLogs.action, 'account.limit'));
  expect(logged.map(({ details }) => details?.limit)).toEqual([100.25, 0, null]);
});

test('the owner sets the limit of a project, and members read it next to the price', async ({
  server,
  world,
}) => {
  const url = `${world.projectUrl}/spending`;
  expect((await server.as(world.olive).patch(url, { limit: 50 })).json()).toMatchObject({
    limit: 50,
    spent: 0,
  });
  for (const name of ['eddie', 'cora', 'vic'] as const)
    expect((await server.as(world[name]).get(url)).json() as MonthlySpending).toMatchObject({ limit: 50 });
  expect((await server.as(world.eddie).patch(url, { limit: 500 })).statusCode).toBe(403);
  await server.as(world.eddie).patch('/api/user/spending', { limit: 9 });
  await server.db.insert(spendingMonths).values({ projectId: world.project.id, month: month(), spent: 41 });
  const { limits } = (await server.as(world.eddie).get(`${world.projectUrl}/ai`)).json();
  expect(limits).toEqual([
    { of: 'project', limit: 50, spent: 41 },
    { of: 'user', limit: 9, spent: 0 },
  ]);
});

test.for([-1, 0.001, 1_000_000.01, '5', undefined])('%j is no limit', async (limit, { server, world }) => {
  const answer = await server.as(world.olive).patch('/api/user/spending', { limit });
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'Enter a number of credits from 0 to 1,000,000, with at most two decimals.',
  ]);
});
