import { eq, sql } from 'drizzle-orm';
import { type Logger, pino } from 'pino';
import { afterEach, describe, expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { scheduledJobs } from '#server/db/schema/jobs.ts';
import { jobNames } from '#shared/contract/serverHealth.ts';
import { databaseTest, test as serverTest } from '#test/serverTest.ts';
import type { Job } from './job.ts';
import { JobRunner } from './jobs.service.ts';

const test = databaseTest;
const log: Logger = pino({ level: 'silent' });
const opened: JobRunner[] = [];

function aRunner(db: Db, ...jobs: Job[]): JobRunner {
  const runner = new JobRunner({ db, log, jobs });
  opened.push(runner);
  return runner;
}

/** Return an hourly job that counts its runs, and the count. */
function aJob(work: () => Promise<void> = async () => undefined): { job: Job; runs: () => number } {
  let runs = 0;
  const run = async () => {
    runs++;
    await work();
  };
  return {
    job: { name: 'reconciliation', everyMs: 3_600_000, scope: 'installation', run },
    runs: () => runs,
  };
}

/** Return a job that ends when the test says so. */
function aHeldJob() {
  const held = Promise.withResolvers<void>();
  return { ...aJob(() => held.promise), end: held.resolve, fail: held.reject };
}

async function makeDue(db: Db): Promise<void> {
  await db.update(scheduledJobs).set({ nextRunAt: sql`now()` });
}

const expireLeases = (db: Db) => db.update(scheduledJobs).set({ leasedUntil: sql`now()` });

afterEach(async () => {
  await Promise.all(opened.splice(0).map((runner) => runner.close()));
});

describe('JobRunner', () => {
  test.beforeEach(({ db }) => db.delete(scheduledJobs).then(() => undefined));

  test('runs a due job once, and again after its interval', async ({ db }) => {
    const { job, runs } = aJob();
    const runner = aRunner(db, job);
    await runner.runDue();
    await runner.runDue();
    expect(runs()).toBe(1);
    const [state] = await runner.read();
    expect(state).toMatchObject({ name: 'reconciliation', error: null, failures: 0, runningSince: null });
    expect(Number(state?.nextRunAt) - Number(state?.endedAt)).toBe(3_600_000);
    await makeDue(db);
    await runner.runDue();
    expect(runs()).toBe(2);
  });

  test('runs a due job on one of two nodes', async ({ db }) => {
    const [one, other] = [aJob(), aJob()];
    await Promise.all([aRunner(db, one.job).runDue(), aRunner(db, other.job).runDue()]);
    expect(one.runs() + other.runs()).toBe(1);
  });

  test('repeats a failed job sooner than its interval, and reports the reason', async ({ db }) => {
    const { job } = aJob(() => Promise.reject(new Error('No answer')));
    const runner = aRunner(db, job);
    const waits: number[] = [];
    for (const failures of [1, 2, 3, 4]) {
      await runner.runDue();
      const [state] = await runner.read();
      expect(state).toMatchObject({ error: 'No answer', failures });
      waits.push((Number(state?.nextRunAt) - Number(state?.endedAt)) / 60_000);
      await makeDue(db);
    }
    expect(waits).toEqual([1, 5, 30, 60]);
  });

  test('forgets the failures of a job that succeeds', async ({ db }) => {
    let isBroken = true;
    const runner = aRunner(
      db,
      aJob(() => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve())).job,
    );
    await runner.runDue();
    isBroken = false;
    await makeDue(db);
    await runner.runDue();
    expect(await runner.read()).toMatchObject([{ error: null, failures: 0 }]);
  });

  test('runs the job of a node that has died after its lease', async ({ db }) => {
    const [dead, other] = [aHeldJob(), aJob()];
    const running = aRunner(db, dead.job).runDue();
    await expect.poll(dead.runs).toBe(1);
    await makeDue(db);
    const second = aRunner(db, other.job);
    await second.runDue();
    expect(other.runs()).toBe(0);
    await expireLeases(db);
    await second.runDue();
    expect(other.runs()).toBe(1);
    dead.fail(new Error('too late'));
    await running;
    expect(await second.read()).toMatchObject([{ error: null, runningSince: null }]);
  });

  test('does not start a job that still runs on this node after its lease', async ({ db }) => {
    const { job, runs, end } = aHeldJob();
    const runner = aRunner(db, job);
    const running = runner.runDue();
    await expect.poll(runs).toBe(1);
    expect(await runner.read()).toMatchObject([{ runningSince: expect.any(Date), endedAt: null }]);
    await expireLeases(db);
    await makeDue(db);
    const again = runner.runDue();
    end();
    await Promise.all([running, again]);
    expect(runs()).toBe(1);
  });

  test('runs other jobs while one of them hangs', async ({ db }) => {
    const [hanging, other] = [aHeldJob(), aJob()];
    const runner = aRunner(db, hanging.job, { ...other.job, name: 'sent-mails' });
    const running = runner.runDue();
    await expect.poll(other.runs).toBe(1);
    await expect
      .poll(() => db.select().from(scheduledJobs).where(eq(scheduledJobs.name, 'sent-mails')))
      .toMatchObject([{ leasedUntil: null, endedAt: expect.any(Date) }]);
    hanging.end();
    await running;
  });

  test('runs jobs of the node on each node, and keeps their results there', async ({ db }) => {
    const [one, other] = [aJob(), aJob(() => Promise.reject(new Error('The folder is gone')))];
    const runners = [one, other].map(({ job }) => aRunner(db, { ...job, name: 'mail-files', scope: 'node' }));
    for (const runner of runners) runner.start();
    await expect
      .poll(() => Promise.all(runners.map(async (runner) => (await runner.read())[0]?.error)))
      .toEqual([null, 'The folder is gone']);
    expect([one.runs(), other.runs()]).toEqual([1, 1]);
    expect(await db.select().from(scheduledJobs)).toEqual([]);
  });

  test('starts due jobs by itself, and none after it is closed', async ({ db }) => {
    const [first, second] = [aJob(), aJob()];
    const runner = aRunner(db, first.job, { ...second.job, name: 'sent-mails' });
    runner.start();
    await expect.poll(() => first.runs() + second.runs()).toBe(2);
    await runner.close();
    await makeDue(db);
    await runner.runDue();
    expect(first.runs() + second.runs()).toBe(2);
  });
});

describe('jobsOf', () => {
  serverTest('contains every job once, and each succeeds on a new installation', async ({ server, ada }) => {
    await server.jobs.runDue();
    server.jobs.start();
    await expect
      .poll(async () => (await server.jobs.read()).filter(({ endedAt }) => endedAt === null))
      .toEqual([]);
    const { jobs } = (await ada.get('/api/admin/health')).json();
    expect(jobs.map(({ name }: { name: string }) => name).sort()).toEqual([...jobNames].sort());
    expect(jobs.filter(({ error }: { error: string | null }) => error !== null)).toEqual([]);
  });
});
