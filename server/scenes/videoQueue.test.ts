import { gt, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { type VideoPrice, videoJobs } from '#server/db/schema/ai.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { VideoQueue } from './videoQueue.ts';

const price: VideoPrice = {
  pricingType: 'per_request',
  inputCostPer1k: 0,
  outputCostPer1k: 0,
  fixedCostPerRequest: 3,
};

describe('VideoQueue', () => {
  test('runs four steps at the same time, and the next one when a step has ended', async ({ db }) => {
    const job = { driver: 'interactions', model: 'film', prompt: 'Rain on black water.', price } as const;
    await db.insert(videoJobs).values(Array.from({ length: 5 }, () => job));
    const steps: PromiseWithResolvers<void>[] = [];
    const runStep = () => {
      const step = Promise.withResolvers<void>();
      steps.push(step);
      return step.promise;
    };
    const all = new VideoQueue({ db, log: pino({ level: 'silent' }), runStep }).runDue();
    await expect.poll(() => steps.length).toBe(4);
    // The lease of a fifth job would come before this read.
    expect(await db.$count(videoJobs, gt(videoJobs.nextAt, sql`now() + interval '1 minute'`))).toBe(4);
    steps[0]?.resolve();
    await expect.poll(() => steps.length).toBe(5);
    for (const step of steps) step.resolve();
    await all;
  });
});
