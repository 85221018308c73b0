import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { outbox } from '#server/db/schema/people.ts';
import { settlesWithin } from '#server/db/within.ts';
import type { Env } from '#server/env.ts';
import type { Deps, MailSender } from '#server/lib/deps.ts';
import type { PartStatus } from '#server/lib/partStatus.ts';
import type { ComposedMail } from './composeMail.ts';

export interface Mail extends ComposedMail {
  to: string;
  /** Whether it goes out at the end, where that is not to be seen on the way; it does if nothing is said. */
  isDelivered?: SQL<boolean>;
  /** When it goes out; at once if nothing is said. */
  nextAttemptAt?: Date;
}

/** Puts a mail into the outbox, in the transaction of what it tells of; the sender takes it from there. */
export async function queueMail(tx: Db, mail: Mail): Promise<void> {
  await tx.insert(outbox).values(mail);
}

/** That a mail has gone out is nobody's business a day later. */
export async function pruneSent(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.sentAt, sql`now() - interval '1 day'`));
}

/** Minutes until the next try after the first, second, … failure; then the mail is given up. */
const retryMinutes = [1, 5, 30, 120, 600];
/** A mail whose sender died over it is taken by another after this: longer than any delivery can take. */
const leaseMinutes = 5;
const lookAgainMs = 30_000;
const perRound = 20;

/** How long a mail server is waited for, in milliseconds. */
export interface MailTimeouts {
  /** Until it is connected, and until it greets. */
  connectMs: number;
  /** For a mail as a whole. */
  mailMs: number;
  /** For a mail that is on its way when the server ends. */
  closeMs: number;
}

const usualPatience: MailTimeouts = { connectMs: 10_000, mailMs: 30_000, closeMs: 2000 };

type OutboxDeps = Pick<Deps, 'db' | 'env' | 'log'> & {
  /** Where the operator looks; not the log, which others may read. */
  print?: (line: string) => void;
  patience?: MailTimeouts | undefined;
};
type OutboxRow = typeof outbox.$inferSelect;

/**
 * Sends the outbox: by SMTP_URL, or where there is no mail server, as .eml files into DATA_DIR/outbox and with a line
 * on the terminal. What was sent is blanked: it may hold a sign-in code.
 */
export function mailSender({
  db,
  env,
  log,
  print = printLine,
  patience = usualPatience,
}: OutboxDeps): MailSender {
  const deliver = env.smtpUrl ? bySmtp(env.smtpUrl, env.mailFrom, patience) : toFolder(env, print);
  const ending = new AbortController();
  let isClosing = false;
  let status: PartStatus = env.smtpUrl ? 'ok' : 'off';
  let round: Promise<void> = Promise.resolve();
  const send = () => {
    round = round.then(sendDue).catch((error) => log.error({ err: error }, 'the outbox could not be read'));
    return round;
  };
  const timer = setInterval(send, lookAgainMs).unref();

  async function sendDue(): Promise<void> {
    for (let sent = 0; sent < perRound && !isClosing; sent++) {
      const mail = await takeDue(db);
      if (!mail) return;
      await db
        .update(outbox)
        .set(await outcome(mail))
        .where(eq(outbox.id, mail.id));
      // The others would only wait for it as well, one after the other.
      if (status === 'away') return;
    }
  }

  async function outcome({ attempts, isDelivered, ...mail }: OutboxRow): Promise<Partial<OutboxRow>> {
    try {
      const where = isDelivered ? await deliver(mail, ending.signal) : 'nowhere';
      log.info({ mailId: mail.id, where }, 'mail sent');
      if (env.smtpUrl) status = 'ok';
      return { subject: '', text: '', html: null, headers: null, sentAt: new Date(), lastError: null };
    } catch (error) {
      const minutes = retryMinutes[attempts - 1];
      if (env.smtpUrl) status = hasAnswered(error) ? 'ok' : 'away';
      log.warn({ err: error, mailId: mail.id, attempts, minutes }, 'mail not sent');
      return {
        lastError: error instanceof Error ? error.message : String(error),
        // A year from now is never, and still says when.
        nextAttemptAt: minutesFromNow(minutes ?? 525_600),
      };
    }
  }

  return {
    send,
    status: () => status,
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      if (!(await settlesWithin(patience.closeMs, round))) ending.abort();
      await round;
    },
  };
}

/**
 * Takes the mail that is due longest, so that no other sender takes it, too. The transaction ends before the
 * mail goes out: a slow mail server must not hold a connection, of which the embedded database has one.
 */
function takeDue(db: Db): Promise<OutboxRow | undefined> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(outbox)
      .where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, sql`now()`)))
      .orderBy(outbox.nextAttemptAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!mail) return undefined;
    const [taken] = await tx
      .update(outbox)
      .set({ attempts: mail.attempts + 1, nextAttemptAt: minutesFromNow(leaseMinutes) })
      .where(eq(outbox.id, mail.id))
      .returning();
    return taken;
  });
}

/** A mail server that refuses a mail gives a number for it. */
function hasAnswered(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';
}

function minutesFromNow(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}

/** Where the mail went. The library is loaded with the first mail: most nodes send none for a long time. */
type Deliver = (
  mail: Pick<OutboxRow, 'id' | 'to' | 'subject' | 'text' | 'html'>,
  ending: AbortSignal,
) => Promise<string>;

function bySmtp(url: string, from: string, { connectMs, mailMs }: MailTimeouts): Deliver {
  return async ({ to, subject, text, html }, ending) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      dnsTimeout: 5000,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
    });
    const signal = AbortSignal.any([ending, AbortSignal.timeout(mailMs)]);
    await transport.sendMail({
      from,
      // As one address, whatever is in it: text would be read as a list of them.
      to: { name: '', address: to },
      subject,
      text,
      ...(html !== null && { html }),
      headers: { 'auto-submitted': 'auto-generated' },
      signal,
    });
    return 'smtp';
  };
}

function toFolder({ dataDir, mailFrom: from }: Env, print: (line: string) => void): Deliver {
  const folder = path.join(dataDir, 'outbox');
  return async ({ id, to, subject, text }) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text: '.' });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${String(id).padStart(6, '0')}.eml`);
    await writeFile(file, readable(String(message), text), { mode: 0o600 });
    // The address that stands by itself; one in the midst of a line may be somebody's words.
    const link = text.match(/^https?:\/\/\S+$/m)?.[0] ?? '';
    // A title in a subject must not move the cursor of the terminal.
    print(`Mail to ${to}: ${subject} ${link}`.replace(/\p{Cc}/gu, ' ').trim());
    return file;
  };
}

/** The mail with its text as it is: the encoding that travels would break a link in two. */
function readable(message: string, text: string): string {
  const [head = ''] = message.split('\r\n\r\n');
  const plain = head.replace(/^(Content-Transfer-Encoding:).*$/m, '$1 8bit');
  return `${plain}\r\n\r\n${text.replaceAll('\n', '\r\n')}`;
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
