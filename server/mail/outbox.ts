import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Db } from '#server/db/client.ts';
import { outbox } from '#server/db/schema/people.ts';
import type { Deps, MailSender } from '#server/lib/deps.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Puts a mail into the outbox, in the transaction of what it tells of; the sender takes it from there. */
export async function queueMail(tx: Db, mail: Mail): Promise<void> {
  await tx.insert(outbox).values(mail);
}

/** Minutes until the next try after the first, second, … failure; then the mail is given up. */
const retryMinutes = [1, 5, 30, 120, 600];
const lookAgainMs = 30_000;
const perRound = 20;

/** Sends the outbox: by SMTP_URL, or as .eml files into DATA_DIR/outbox where there is no mail server. */
export function mailSender({ db, env, log }: Pick<Deps, 'db' | 'env' | 'log'>): MailSender {
  const deliver = env.smtpUrl ? bySmtp(env.smtpUrl, env.mailFrom) : toFolder(env.dataDir, env.mailFrom);
  let round: Promise<void> = Promise.resolve();
  const send = () => {
    round = round.then(sendDue).catch((error) => log.error({ err: error }, 'the outbox could not be read'));
    return round;
  };
  const timer = setInterval(send, lookAgainMs).unref();

  async function sendDue(): Promise<void> {
    for (let sent = 0; sent < perRound; sent++) {
      // Several nodes may send: each takes a mail that nobody else holds.
      const isMore = await db.transaction(async (tx) => {
        const [mail] = await tx
          .select()
          .from(outbox)
          .where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, sql`now()`)))
          .orderBy(outbox.nextAttemptAt)
          .limit(1)
          .for('update', { skipLocked: true });
        if (!mail) return false;
        await tx
          .update(outbox)
          .set(await outcome(mail))
          .where(eq(outbox.id, mail.id));
        return true;
      });
      if (!isMore) return;
    }
  }

  async function outcome(mail: typeof outbox.$inferSelect) {
    const attempts = mail.attempts + 1;
    try {
      const where = await deliver(mail);
      log.info({ mailId: mail.id, where }, 'mail sent');
      return { attempts, sentAt: new Date(), lastError: null };
    } catch (error) {
      const minutes = retryMinutes[mail.attempts];
      log.warn({ err: error, mailId: mail.id, attempts, minutes }, 'mail not sent');
      return {
        attempts,
        lastError: error instanceof Error ? error.message : String(error),
        // A year from now is never, and still says when.
        nextAttemptAt: new Date(Date.now() + (minutes ?? 525_600) * 60_000),
      };
    }
  }

  return {
    send,
    close: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

type Deliver = (mail: typeof outbox.$inferSelect) => Promise<string>;

function bySmtp(url: string, from: string): Deliver {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to, subject, text });
    return 'smtp';
  };
}

function toFolder(dataDir: string, from: string): Deliver {
  const folder = path.join(dataDir, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async ({ id, to, subject, text }) => {
    const { message } = await transport.sendMail({ from, to, subject, text });
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${String(id).padStart(6, '0')}.eml`);
    await writeFile(file, message as Buffer, { mode: 0o600 });
    return file;
  };
}
