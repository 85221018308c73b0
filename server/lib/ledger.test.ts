import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { aUser } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { balanceOf, post, release, reserve } from './ledger.ts';

const accountOf = async (db: Db, id: string) => {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return [user?.creditBalance, user?.reservedCredits];
};

describe('reserve', () => {
  test('reserves the maximum and does not change the balance', async ({ db }) => {
    const { id } = await aUser(db, { credits: 10 });
    expect(await reserve(db, id, { min: 1, max: 7.25 })).toBe(7.25);
    expect(await accountOf(db, id)).toEqual([10, 7.25]);
  });

  test('reserves less than the maximum when that is at least the minimum', async ({ db }) => {
    const { id } = await aUser(db, { credits: 10 });
    await reserve(db, id, { min: 4, max: 4 });
    expect(await reserve(db, id, { min: 6, max: 99 })).toBe(6);
    expect(await accountOf(db, id)).toEqual([10, 10]);
  });

  test('reserves nothing when less than the minimum is free', async ({ db }) => {
    const { id } = await aUser(db, { credits: 10 });
    expect(await reserve(db, id, { min: 10.01, max: 20 })).toBeNull();
    expect(await reserve(db, 'nobody', { min: 0.01, max: 1 })).toBeNull();
    expect(await accountOf(db, id)).toEqual([10, 0]);
  });

  test('never reserves the same credit twice concurrently', async ({ db }) => {
    const { id } = await aUser(db, { credits: 10 });
    const held = await Promise.all(
      Array.from({ length: 12 }, () => db.transaction((tx) => reserve(tx, id, { min: 3, max: 3 }))),
    );
    expect(held.filter((amount) => amount === 3)).toHaveLength(3);
    expect(await accountOf(db, id)).toEqual([10, 9]);
  });
});

test('post changes the balance and stores the new balance in the entry', async ({ db }) => {
  const { id } = await aUser(db, { credits: 0.1 });
  expect(await post(db, { userId: id, type: 'purchase', amount: 0.2 })).toBe(0.3);
  expect(await balanceOf(db, id)).toBe(0.3);
  const [line] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.userId, id))
    .orderBy(sql`id desc`);
  expect(line).toMatchObject({ amount: 0.2, creditsAfter: 0.3, type: 'purchase' });
});

describe('database constraints', () => {
  test('reject a balance below 0 or below the reserved credits', async ({ db }) => {
    const { id } = await aUser(db, { credits: 5 });
    await expect(post(db, { userId: id, type: 'refund', amount: -5.01 })).rejects.toThrow();
    await reserve(db, id, { min: 3, max: 3 });
    await expect(post(db, { userId: id, type: 'refund', amount: -2.01 })).rejects.toThrow();
    expect(await post(db, { userId: id, type: 'refund', amount: -2 })).toBe(3);
  });

  test('reject reserving more than the balance and releasing more than is reserved', async ({ db }) => {
    const { id } = await aUser(db, { credits: 5 });
    await expect(release(db, id, 0.01)).rejects.toThrow();
    await expect(db.update(users).set({ reservedCredits: 5.01 }).where(eq(users.id, id))).rejects.toThrow();
  });

  test('reject a second charge for the same usage', async ({ db }) => {
    const { id: userId } = await aUser(db, { credits: 5 });
    const [use] = await db
      .insert(aiUsageLogs)
      .values({ userId, service: 'openai', feature: 'chat', model: 'built-in' })
      .returning();
    const charge = { userId, type: 'usage', amount: -1, relatedAiUsageId: use?.id } as const;
    await post(db, charge);
    await expect(db.transaction((tx) => post(tx, charge))).rejects.toThrow();
    expect(await balanceOf(db, userId)).toBe(4);
  });
});

test.for([1, 2, 3])('ledger is correct after any mix of concurrent calls (%i)', async (seed, { db }) => {
  const random = seeded(seed);
  const people = await Promise.all(Array.from({ length: 3 }, () => aUser(db, { credits: 20 })));
  const held: { userId: string; amount: number }[] = [];
  const expected = new Map(people.map(({ id }) => [id, 20_00]));

  async function step(): Promise<void> {
    const { id } = random.pick(people);
    const cents = 1 + random.below(700);
    const what = random.below(10);
    if (what < 5) {
      const max = cents / 100;
      const min = random.chance(0.5) ? max : 0.01;
      const amount = await db.transaction((tx) => reserve(tx, id, { min, max }));
      if (amount !== null) held.push({ userId: id, amount });
      return;
    }
    if (what === 5) {
      await db.transaction((tx) => post(tx, { userId: id, type: 'purchase', amount: cents / 100 }));
      expected.set(id, (expected.get(id) ?? 0) + cents);
      return;
    }
    const [call] = held.splice(random.below(Math.max(1, held.length)), 1);
    if (!call) return;
    const charge = what < 8 ? Math.min(cents, Math.round(call.amount * 100)) : 0;
    const isUndone = what === 9;
    await db
      .transaction(async (tx) => {
        await release(tx, call.userId, call.amount);
        if (charge > 0) await post(tx, { userId: call.userId, type: 'usage', amount: -charge / 100 });
        if (isUndone) throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
    if (isUndone) held.push(call);
    else expected.set(call.userId, (expected.get(call.userId) ?? 0) - charge);
  }

  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 12 }, step));
    for (const { id } of people) {
      const lines = await db.select().from(creditTransactions).where(eq(creditTransactions.userId, id));
      const sum = lines.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
      const [balance, reserved] = await accountOf(db, id);
      const running = held.filter(({ userId }) => userId === id);
      const heldCents = running.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
      expect([Math.round((balance ?? 0) * 100), Math.round((reserved ?? 0) * 100)]).toEqual([sum, heldCents]);
      expect(sum).toBe(expected.get(id));
      expect(Math.min(...lines.map(({ creditsAfter }) => creditsAfter))).toBeGreaterThanOrEqual(0);
      expect(reserved).toBeLessThanOrEqual(balance ?? 0);
    }
  }
});
