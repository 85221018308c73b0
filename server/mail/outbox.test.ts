import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { outbox } from '#server/db/schema/people.ts';
import { readEnv, type Variables } from '#server/env.ts';
import type { MailSender } from '#server/lib/deps.ts';
import { clear } from '#test/db.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { anSmtpServer, partsOf, type SmtpServer } from '#test/smtp.ts';
import { composeMail } from './composeMail.ts';
import { mailSender, pruneSent, queueMail } from './outbox.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-mail-'));
let printed: string[] = [];
const closing: { close(): Promise<void> }[] = [];

test.beforeEach(async ({ db }) => {
  printed = [];
  await clear(db);
});
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});
afterAll(async () => {
  fs.rmSync(dataDir, { recursive: true });
});

function sender(db: Db, variables: Variables = {}, log = pino({ level: 'silent' })): MailSender {
  const env = readEnv({ DATA_DIR: dataDir, MAIL_FROM: 'Night Ferry <ferry@example.com>', ...variables });
  const mail = mailSender({
    ...{ db, env, log },
    print: (line) => printed.push(line),
  });
  closing.push(mail);
  return mail;
}

async function smtp(): Promise<SmtpServer> {
  const server = await anSmtpServer();
  closing.push(server);
  return server;
}

const toMara = {
  to: 'mara@example.com',
  subject: 'Your ticket – Thursday',
  text: 'It is Thursday.\n.\nIt was.\n',
  html: '<p>It is Thursday.</p>',
};
const toTobias = {
  subject: 'Your ticket',
  heading: 'Your ticket',
  paragraphs: ['It is Thursday.'],
  action: { label: 'Come aboard', href: 'https://ferry.example/gate?ticket=7&lang=en' },
};
const queued = (db: Db) => db.select().from(outbox).orderBy(outbox.id);
const isDueNow = (db: Db) => db.update(outbox).set({ nextAttemptAt: new Date(Date.now() - 1000) });

describe('mailSender without a mail server', () => {
  test('writes a file that only the operator can read', async ({ db }) => {
    await queueMail(db, toMara);
    await sender(db).send();
    const [mail] = await queued(db);
    expect(mail).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) });
    const file = path.join(dataDir, 'outbox', `${String(mail?.id).padStart(6, '0')}.eml`);
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain('From: Night Ferry <ferry@example.com>');
    expect(text).toContain('To: mara@example.com');
    expect(text).toContain('It is Thursday.');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('writes a link that can be copied, and prints it with the subject in one line', async ({ db }) => {
    const link = `http://127.0.0.1:5000/api/login/verify?token=${'x'.repeat(43)}`;
    const subject = 'Olive shares “Night\u001b[2JFerry\n” with you';
    await queueMail(db, { ...toMara, subject, text: `Até logo:\n${link}\nand no further.\n` });
    await sender(db).send();
    const [mail] = await queued(db);
    const file = path.join(dataDir, 'outbox', `${String(mail?.id).padStart(6, '0')}.eml`);
    expect(fs.readFileSync(file, 'utf8')).toContain(`\r\n\r\nAté logo:\r\n${link}\r\nand no further.\r\n`);
    expect(printed).toEqual([`Mail to mara@example.com: Olive shares “Night [2JFerry ” with you ${link}`]);
  });

  test('writes nothing for a mail that is not to be delivered', async ({ db }) => {
    await queueMail(db, { ...toMara, isDelivered: sql`false` });
    const mail = sender(db);
    const folder = path.join(dataDir, 'outbox');
    const before = fs.readdirSync(folder);
    await mail.send();
    expect((await queued(db))[0]).toMatchObject({ attempts: 1, sentAt: expect.any(Date), text: '' });
    expect(fs.readdirSync(folder)).toEqual(before);
    expect(printed).toEqual([]);
  });
});

describe('mailSender with a mail server', () => {
  test('sends mails in order', async ({ db }) => {
    const server = await smtp();
    for (const subject of ['one', 'two', 'three']) await queueMail(db, { ...toMara, subject });
    await sender(db, { SMTP_URL: server.url }).send();
    expect(server.received.map(({ data }) => data.match(/^Subject: (.*)$/m)?.[1])).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(server.received[0]).toMatchObject({ from: 'ferry@example.com', to: 'mara@example.com' });
    expect(server.received[0]?.data).toContain('It is Thursday.\n.\nIt was.');
  });

  test('sends text and HTML, marked as auto-generated', async ({ db }) => {
    const server = await smtp();
    await queueMail(db, { to: toMara.to, ...composeMail(toTobias) });
    await sender(db, { SMTP_URL: server.url }).send();
    const [mail] = server.received;
    const { text, html } = partsOf(mail?.data ?? '');
    expect(text).toContain('Come aboard:\nhttps://ferry.example/gate?ticket=7&lang=en\n');
    expect(html).toContain('href="https://ferry.example/gate?ticket=7&amp;lang=en"');
    expect(mail?.data).toMatch(/^auto-submitted: auto-generated$/im);
  });

  test('sends to one address only, and no text of users becomes a header', async ({ db }) => {
    const server = await smtp();
    const subject = 'Olive\r\nBcc: all@example.com\r\n\r\nshares “Night Ferry”';
    await queueMail(db, {
      to: 'mara@example.com, sam@example.com',
      ...composeMail({ ...toTobias, subject }),
    });
    await sender(db, { SMTP_URL: server.url }).send();
    const heads = server.received.map(({ data }) => data.slice(0, data.indexOf('\n\n')));
    for (const head of heads) expect(head).not.toMatch(/^bcc:/im);
    expect(server.received.filter(({ to }) => to === 'sam@example.com' || to === 'all@example.com')).toEqual(
      [],
    );
  });

  test('sends a mail once, blanks it, and prints nothing', async ({ db }) => {
    const server = await smtp();
    await queueMail(db, toMara);
    const mail = sender(db, { SMTP_URL: server.url });
    await mail.send();
    const [row] = await queued(db);
    expect(row).toMatchObject({ to: toMara.to, subject: '', text: '', html: null });
    expect(printed).toEqual([]);
    await isDueNow(db);
    await mail.send();
    expect(server.received).toHaveLength(1);
  });

  test('sends a mail once with two senders', async ({ db }) => {
    const server = await smtp();
    for (let i = 0; i < 12; i++) await queueMail(db, { ...toMara, subject: `mail ${i}` });
    await Promise.all(
      [sender(db, { SMTP_URL: server.url }), sender(db, { SMTP_URL: server.url })].map((each) => each.send()),
    );
    const subjects = server.received.map(({ data }) => data.match(/^Subject: (.*)$/m)?.[1]);
    expect(subjects).toHaveLength(12);
    expect(new Set(subjects).size).toBe(12);
  });

  test('retries a failure after 1, 5, 30, 120 and 600 minutes, and then stops', async ({ db }) => {
    const server = await smtp();
    server.rejection = '451 the harbour is closed';
    await queueMail(db, toMara);
    const mail = sender(db, { SMTP_URL: server.url });
    const waits = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      const before = Date.now();
      await mail.send();
      const [row] = await queued(db);
      expect(row).toMatchObject({
        attempts: attempt,
        sentAt: null,
        lastError: expect.stringContaining('harbour'),
      });
      waits.push(Math.round(((row?.nextAttemptAt.getTime() ?? 0) - before) / 60_000));
      await mail.send(); // not due: nothing happens
      expect((await queued(db))[0]?.attempts).toBe(attempt);
      await isDueNow(db);
    }
    expect(waits).toEqual([1, 5, 30, 120, 600, 525_600]);
    server.rejection = null;
    await mail.send();
    expect((await queued(db))[0]).toMatchObject({ attempts: 7, lastError: null, sentAt: expect.any(Date) });
  });

  test('logs the code of a failure, but not the message, which may contain the address', async ({ db }) => {
    const server = await smtp();
    server.rejection = '550 <mara@example.com> is no passenger';
    await queueMail(db, toMara);
    const lines: string[] = [];
    await sender(db, { SMTP_URL: server.url }, pino({}, { write: (line) => lines.push(line) })).send();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'mail not sent', errorCode: 'EENVELOPE', responseCode: 550 }),
    ]);
    expect(lines.join()).not.toContain('mara');
  });

  test('sends the next mail after a rejected one', async ({ db }) => {
    const server = await smtp();
    server.rejection = '550 no such passenger';
    await queueMail(db, toMara);
    const mail = sender(db, { SMTP_URL: server.url });
    await mail.send();
    server.rejection = null;
    await queueMail(db, { ...toMara, to: 'tobias@example.com' });
    await mail.send();
    expect(server.received.map(({ to }) => to)).toEqual(['tobias@example.com']);
  });

  test('retries when the mail server is unavailable', async ({ db }) => {
    const server = await anSmtpServer();
    await server.close();
    await queueMail(db, toMara);
    await sender(db, { SMTP_URL: server.url }).send();
    expect((await queued(db))[0]).toMatchObject({
      attempts: 1,
      sentAt: null,
      lastError: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  test('does not occupy the database while it sends', async ({ db }) => {
    const server = await smtp();
    await queueMail(db, toMara);
    const [row] = await queued(db);
    const held = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    server.beforeAccepting = () => {
      requested.resolve();
      return held.promise;
    };
    const sending = sender(db, { SMTP_URL: server.url }).send();
    await requested.promise;
    const [onItsWay] = await db
      .select()
      .from(outbox)
      .where(eq(outbox.id, row?.id ?? 0));
    expect(onItsWay).toMatchObject({ attempts: 1, sentAt: null });
    held.resolve();
    await sending;
    expect((await queued(db))[0]?.sentAt).toBeInstanceOf(Date);
  });
});

test('deletes sent mails after a day, and keeps unsent ones', async ({ db }) => {
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  const mail = { to: 'olive@example.com', subject: 'x', text: 'x', html: 'x' };
  await db.insert(outbox).values([
    { ...mail, subject: 'old', sentAt: twoDaysAgo },
    { ...mail, subject: 'new', sentAt: new Date() },
    { ...mail, subject: 'waiting', createdAt: twoDaysAgo },
  ]);
  await pruneSent(db);
  const left = await db.select({ subject: outbox.subject }).from(outbox).orderBy(outbox.id);
  expect(left.map(({ subject }) => subject)).toEqual(['new', 'waiting']);
});
