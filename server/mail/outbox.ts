import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { outbox } from '#server/db/schema/people.ts';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import type { Env } from '#server/env.ts';
import { mails } from '#server/lib/appMetrics.ts';
import type { Deps, MailSender } from '#server/lib/deps.ts';
import type { PartStatus } from '#server/lib/partStatus.ts';
import { abandonedDays } from '#server/lib/workload.ts';
import type { ComposedMail } from './composeMail.ts';
import { mailFolder } from './mailFiles.ts';

export interface Mail extends ComposedMail {
  to: string;
  /** Condition for delivery; default true. */
  isDelivered?: SQL<boolean>;
  /** Time of delivery; default at once. */
  nextAttemptAt?: SQL<Date>;
}

/** Queue a mail in the current transaction. The sender delivers it after the commit. */
export async function queueMail(tx: Db, mail: Mail): Promise<void> {
  await tx.insert(outbox).values(mail);
}

/** Delete the records of sent mails after a day. */
export async function pruneSent(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.sentAt, sql`now() - interval '1 day'`));
}

/** Minutes until the next retry after the first, second, … failure; then the mail is abandoned. */
const retryMinutes = [1, 5, 30, 120, 600];
/** Lease of a mail, longer than any delivery, after which another sender may take it. */
const leaseMs = 300_000;
const perRound = 20;

/** Timeouts of the mail server, in milliseconds. */
export interface MailTimeouts {
  /** For connecting, and for the greeting. */
  connectMs: number;
  /** For a whole mail. */
  mailMs: number;
  /** For a mail that is being sent when the server stops. */
  closeMs: number;
}

const defaultTimeouts: MailTimeouts = { connectMs: 10_000, mailMs: 30_000, closeMs: 2000 };

type OutboxDeps = Pick<Deps, 'db' | 'env' | 'log'> & {
  /** Prints a line for the operator. Not the log, which others may read. */
  print?: (line: string) => void;
  timeouts?: MailTimeouts | undefined;
};
type OutboxRow = typeof outbox.$inferSelect;
type OutboxChange = PgUpdateSetSource<typeof outbox>;

/**
 * Create the sender of queued mails: by SMTP_URL or, without it, as .eml files in DATA_DIR/outbox
 * with a line on the terminal. The content of sent mails is blanked, because it may contain a
 * sign-in code.
 */
export function mailSender({
  db,
  env,
  log,
  print = printLine,
  timeouts = defaultTimeouts,
}: OutboxDeps): MailSender {
  const deliver = env.smtpUrl ? bySmtp(env.smtpUrl, env.mailFrom, timeouts) : toFolder(env, print);
  const ending = new AbortController();
  let isClosing = false;
  let status: PartStatus = env.smtpUrl ? 'ok' : 'off';
  let round: Promise<void> = Promise.resolve();
  const send = () => {
    round = round.then(sendDue).catch((error) => log.error({ err: error }, 'the outbox could not be read'));
    return round;
  };

  async function sendDue(): Promise<void> {
    for (let sent = 0; sent < perRound && !isClosing; sent++) {
      const mail = await takeDue(db);
      if (!mail) return;
      await db
        .update(outbox)
        .set(await outcome(mail))
        .where(eq(outbox.id, mail.id));
      // Stop after the mail server could not be reached: the other mails would fail as well.
      if (status === 'away') return;
    }
  }

  async function outcome({ attempts, isDelivered, ...mail }: OutboxRow): Promise<OutboxChange> {
    try {
      const where = isDelivered ? await deliver(mail, ending.signal) : 'nowhere';
      log.info({ mailId: mail.id, where }, 'mail sent');
      mails.inc({ outcome: 'sent' });
      if (env.smtpUrl) status = 'ok';
      return { subject: '', text: '', html: null, headers: null, sentAt: sql`now()`, lastError: null };
    } catch (error) {
      mails.inc({ outcome: 'failed' });
      const minutes = retryMinutes[attempts - 1];
      if (env.smtpUrl) status = hasAnswered(error) ? 'ok' : 'away';
      log.warn({ ...codesOf(error), mailId: mail.id, attempts, minutes }, 'mail not sent');
      return {
        lastError: error instanceof Error ? error.message : String(error),
        // Set the next attempt far in the future, so that the mail is never sent and its error
        // stays visible.
        nextAttemptAt: databaseTimeIn((minutes ?? abandonedDays * 24 * 60) * 60_000),
      };
    }
  }

  return {
    send,
    status: () => status,
    close: async () => {
      isClosing = true;
      if (!(await settlesWithin(timeouts.closeMs, round))) ending.abort();
      await round;
    },
  };
}

/**
 * Lease the mail that has been due longest. The transaction ends before the mail is sent, because a
 * slow mail server must not occupy a database connection, of which the embedded database has one.
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
      .set({ attempts: mail.attempts + 1, nextAttemptAt: databaseTimeIn(leaseMs) })
      .where(eq(outbox.id, mail.id))
      .returning();
    return taken;
  });
}

/** Return the codes of an error for the log. Its message may contain the address of the mail. */
function codesOf(error: unknown): { errorCode: unknown; responseCode: unknown } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { errorCode: code, responseCode };
}

/** Return whether the mail server rejected the mail: then the error has a response code. */
function hasAnswered(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';
}

/** Deliver a mail and return where it went. The library is loaded with the first mail. */
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
      // Pass the address as an object, because a string would be parsed as a list.
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
  const folder = mailFolder(dataDir);
  return async ({ id, to, subject, text }) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text: '.' });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${String(id).padStart(6, '0')}.eml`);
    await writeFile(file, readable(String(message), text), { mode: 0o600 });
    // Find an address on its own line. One within a line may be a user's text.
    const link = text.match(/^https?:\/\/\S+$/m)?.[0] ?? '';
    // Remove control characters, which could move the cursor of the terminal.
    print(`Mail to ${to}: ${subject} ${link}`.replace(/\p{Cc}/gu, ' ').trim());
    return file;
  };
}

/** Return the mail with its text unencoded, because the transfer encoding would split a link. */
function readable(message: string, text: string): string {
  const [head = ''] = message.split('\r\n\r\n');
  const plain = head.replace(/^(Content-Transfer-Encoding:).*$/m, '$1 8bit');
  return `${plain}\r\n\r\n${text.replaceAll('\n', '\r\n')}`;
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
