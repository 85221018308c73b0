import { sql } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import { outbox } from '#server/db/schema/people.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { aUser } from '#test/factories.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { anSmtpServer } from '#test/smtp.ts';

/** A mail server that takes connections, or even a mail, and does not answer. */
const timeouts = { connectMs: 100, mailMs: 200, closeMs: 20 };
/** Timeouts of a server that waits longer than any test. */
const patient = { connectMs: 60_000, mailMs: 60_000, closeMs: 20 };

const smtp = await anSmtpServer();

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  { variables: { SMTP_URL: smtp.url }, overrides: { mailTimeouts: timeouts } },
);

test.beforeEach(async ({ server }) => {
  await clear(server.db);
  smtp.received.length = 0;
  isWell();
});
afterAll(async () => {
  await smtp.close();
});

const never = () => new Promise<void>(() => undefined);
const moods: Record<string, () => void> = {
  'that says nothing': () => {
    smtp.hangs = 'silently';
  },
  'that dawdles': () => {
    smtp.hangs = 'dawdling';
  },
  'that takes a mail and does not say so': () => {
    smtp.beforeAccepting = never;
  },
};
function isWell() {
  smtp.hangs = null;
  smtp.beforeAccepting = async () => undefined;
}

const ask = async (server: TestApp, email: string) =>
  (await server.visitor.post('/api/login', { email })).statusCode;
const health = async (server: TestApp) => (await server.visitor.get('/api/health')).json();
const queued = (server: TestApp) => server.db.select().from(outbox).orderBy(outbox.id);
const isDueNow = (server: TestApp) =>
  server.db.update(outbox).set({ nextAttemptAt: sql`now() - interval '1 second'` });

const aPatientServer = (server: TestApp) =>
  anApp({ SMTP_URL: smtp.url }, undefined, {
    mailTimeouts: patient,
    database: { db: server.db, close: async () => undefined, type: 'embedded' },
  });

/** However slow this machine is: the mail server is not waited for long here. */
const goesOut = (server: TestApp, email: string) =>
  eventually(
    async () => {
      await isDueNow(server);
      await server.mail.send();
      expect((await queued(server))[0]).toMatchObject({ to: email, sentAt: expect.any(Date) });
      expect(smtp.received.map(({ to }) => to)).toContain(email);
    },
    { timeout: 30_000, interval: 5 },
  );

describe.each(Object.entries(moods))('mail server %s', (_name, hang) => {
  test('does not delay a sign-in, is reported by health, and gets the mail later', async ({ server }) => {
    const { email } = await aUser(server.db);
    hang();
    const waiting = await aPatientServer(server);
    // Answered while the mail is being sent.
    expect((await waiting.visitor.post('/api/login', { email })).statusCode).toBe(202);
    expect((await queued(server))[0]).toMatchObject({ to: email, sentAt: null, lastError: null });
    await waiting.close();
    await clear(server.db);
    await aUser(server.db, { email });
    expect(await ask(server, email)).toBe(202);
    await eventually(
      async () => expect(await health(server)).toMatchObject({ status: 'degraded', mail: 'away' }),
      {
        timeout: 30_000,
        interval: 5,
      },
    );
    await server.mail.send();
    const [late] = await queued(server);
    expect(late).toMatchObject({ attempts: 1, sentAt: null, lastError: expect.any(String) });
    expect(late?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
    isWell();
    await goesOut(server, email);
    expect(await health(server)).toMatchObject({ mail: 'ok' });
  });
});

test('is tried with one mail per round, without using up attempts of the others', async ({ server }) => {
  const people = [await aUser(server.db), await aUser(server.db), await aUser(server.db)];
  const mail = (to: string) => ({ to, subject: 'Your ticket', text: 'Thursday.' });
  await server.db.insert(outbox).values(people.map(({ email }) => mail(email)));
  smtp.hangs = 'silently';
  await server.mail.send();
  expect((await queued(server)).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
});

test('does not delay the stop of the server; the next server sends the mail again', async ({ server }) => {
  const { email } = await aUser(server.db);
  const requested = Promise.withResolvers<void>();
  smtp.beforeAccepting = () => {
    requested.resolve();
    return never();
  };
  const ending = await aPatientServer(server);
  expect((await ending.visitor.post('/api/login', { email })).statusCode).toBe(202);
  await requested.promise;
  await ending.close();
  isWell();
  expect((await queued(server))[0]).toMatchObject({ sentAt: null, lastError: expect.any(String) });
  await goesOut(server, email);
});
