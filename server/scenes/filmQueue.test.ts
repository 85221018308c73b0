import { gt, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { type FilmPrice, filmJobs } from '#server/db/schema/ai.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { FilmQueue } from './filmQueue.ts';

const price: FilmPrice = {
  pricingType: 'per_request',
  inputCostPer1k: 0,
  outputCostPer1k: 0,
  fixedCostPerRequest: 3,
};

describe('FilmQueue', () => {
  test('looks at four jobs at the same time, and at the next one when a look has ended', async ({ db }) => {
    const job = { driver: 'interactions', model: 'film', prompt: 'Rain on black water.', price } as const;
    await db.insert(filmJobs).values(Array.from({ length: 5 }, () => job));
    const looks: PromiseWithResolvers<void>[] = [];
    const lookAt = () => {
      const look = Promise.withResolvers<void>();
      looks.push(look);
      return look.promise;
    };
    const all = new FilmQueue({ db, log: pino({ level: 'silent' }), lookAt }).look();
    await expect.poll(() => looks.length).toBe(4);
    // The lease of a fifth job would come before this read.
    expect(await db.$count(filmJobs, gt(filmJobs.nextAt, sql`now() + interval '1 minute'`))).toBe(4);
    looks[0]?.resolve();
    await expect.poll(() => looks.length).toBe(5);
    for (const look of looks) look.resolve();
    await all;
  });
});
