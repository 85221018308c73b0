import { eq, gt, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, vi } from 'vitest';
import { releaseStale } from '#server/ai/requests.ts';
import { firstStartLink } from '#server/auth/login.service.ts';
import { createPaymentWorker } from '#server/billing/events.service.ts';
import { mailSender, queueMail } from '#server/mail/outbox.ts';
import { leaseDueJob } from '#server/scenes/videoJobs.queries.ts';
import { endStaleDesigns } from '#server/voices/design.service.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Caller } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { newWorldTest as serverTest } from '#test/serverTest.ts';
import { anSmtpServer } from '#test/smtp.ts';
import { databaseTimeIn } from './databaseTime.ts';
import { aiRequests, customVoices, videoJobs } from './schema/ai.ts';
import { paymentEvents } from './schema/payments.ts';
import { loginTokens } from './schema/people.ts';
import { projectInvitations } from './schema/projects.ts';

const dayMs = 24 * 3_600_000;
const smtp = await anSmtpServer();
const test = serverTest.extend('settings', { scope: 'file' }, { variables: { SMTP_URL: smtp.url } });

/** Sign in, then give this process a wrong clock. The database keeps its own. */
async function signInThenShift(olive: Caller, ms: number) {
  await olive.get('/api/auth/user');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => smtp.close());

// The embedded database has the clock of its process.
describe.runIf(process.env.TEST_DATABASE_URL)('a node whose clock is 8 days slow', () => {
  test.beforeEach(({ olive }) => signInThenShift(olive, -8 * dayMs));

  test('keeps the lease of the mail that it sends', async ({ server }) => {
    const { db, env } = server;
    await queueMail(db, { to: 'olive@example.com', subject: 'Ferry', text: 'Thursday.', html: '' });
    const accepting = Promise.withResolvers<void>();
    let offered = 0;
    smtp.beforeAccepting = () => {
      offered += 1;
      return accepting.promise;
    };
    const sending = server.mail.send();
    await eventually(() => expect(offered).toBe(1));
    const other = mailSender({ db, env, log: pino({ level: 'silent' }) });
    const sendingAlso = other.send();
    // A mail that the other node took would be offered before this later one.
    await queueMail(db, { to: 'eddie@example.com', subject: 'Ferry', text: 'Friday.', html: '' });
    accepting.resolve();
    await Promise.all([sending, sendingAlso, other.send()]);
    await other.close();
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(['eddie@example.com', 'olive@example.com']);
  });

  test('waits before it retries a payment event', async ({ server }) => {
    const { db, env, mail, payments } = server;
    vi.spyOn(payments, 'readPayment').mockRejectedValueOnce(new Error('down'));
    const worker = createPaymentWorker({ db, env, mail, payments, log: pino({ level: 'silent' }) });
    await worker.receive({ id: 'evt_1', type: 'x', subject: { type: 'payment', paymentIntentId: 'pi_1' } });
    await worker.work();
    await worker.close();
    expect(await db.select().from(paymentEvents)).toMatchObject([{ attempts: 1, lastError: 'down' }]);
  });

  test('creates invitations and links that are valid', async ({ server, world, olive }) => {
    const path = `/api/projects/${encodeProjectId(world.project.id)}/invite`;
    expect((await olive.post(path, { email: 'una@example.com', role: 'viewer' })).statusCode).toBe(201);
    const [invitation] = await server.db
      .select()
      .from(projectInvitations)
      .where(eq(projectInvitations.email, 'una@example.com'));
    vi.useRealTimers();
    const opened = await server.visitor.get(`/api/invitations/${invitation?.inviteToken}`);
    expect(opened.statusCode).toBe(200);
  });

  test('creates a link of the first start that is valid', async ({ server: { db } }) => {
    await clear(db);
    await firstStartLink(db, { publicUrl: 'https://write.example', adminEmails: ['ada@example.com'] });
    expect(await db.$count(loginTokens, gt(loginTokens.expiresAt, sql`now()`))).toBe(1);
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)('a node whose clock is 8 days fast', () => {
  test.beforeEach(({ olive }) => signInThenShift(olive, 8 * dayMs));

  test('leaves running AI calls and voice designs of other nodes alone', async ({
    server: { db },
    world,
  }) => {
    const call = { service: 'openai', feature: 'chat', model: 'gpt', task: 'chat', requestId: 'r1' };
    await db
      .insert(aiRequests)
      .values({ userId: world.olive.id, ...call, expiresAt: databaseTimeIn(60_000) });
    await db
      .insert(customVoices)
      .values({ userId: world.olive.id, voiceId: 'pending_1', name: 'Purser', createdAt: sql`now()` });
    expect([await releaseStale(db, 'stale'), await endStaleDesigns(db, 'stale')]).toEqual([0, 0]);
  });

  test('accepts invitations that are open', async ({ server, world, olive }) => {
    const path = `/api/projects/${encodeProjectId(world.project.id)}/invite`;
    await olive.post(path, { email: 'una@example.com', role: 'viewer' });
    await server.db.update(projectInvitations).set({ expiresAt: databaseTimeIn(dayMs) });
    const [invitation] = await server.db.select().from(projectInvitations);
    const opened = await server.visitor.get(`/api/invitations/${invitation?.inviteToken}`);
    expect(opened.statusCode).toBe(200);
  });

  test('reads the age of a video job from the database', async ({ server: { db }, world }) => {
    const price = { pricingType: 'fixed', inputCostPer1k: 0, outputCostPer1k: 0, fixedCostPerRequest: 3 };
    const job = { driver: 'google', model: 'omni', prompt: 'A ferry', createdAt: sql`now()` };
    await db.insert(videoJobs).values({ ...job, userId: world.olive.id, price } as never);
    expect((await leaseDueJob(db, 60_000))?.ageMs).toBeLessThan(60_000);
  });
});
