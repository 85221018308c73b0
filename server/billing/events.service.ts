import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { type EventSubject, paymentEvents } from '#server/db/schema/payments.ts';
import type { MailSender } from '#server/lib/deps.ts';
import type { PaymentEvent, Payments } from '#server/payments/payments.ts';
import { type LedgerDeps, syncFromProvider } from './paymentSync.service.ts';

/** Background processing of payment events. */
export interface PaymentWorker {
  /** Store an event, once, and start processing it. Resolves when it is stored. */
  receive(event: PaymentEvent): Promise<void>;
  /** Process subjects at once. */
  apply(subjects: readonly EventSubject[]): Promise<void>;
  /** Process all stored events. Resolves when none is due. */
  work(): Promise<void>;
  close(): Promise<void>;
}

interface WorkerDeps {
  db: Db;
  payments: Payments;
  log: Logger;
  mail: MailSender;
  env: { publicUrl: string };
}

/** Minutes until the next retry after the first, second, … failure; then daily. */
const retryMinutes = [1, 5, 30, 120, 600];
/** Lease of an event, after which another process may take it. */
const leaseMs = 120_000;
const retentionDays = 90;

type EventRow = typeof paymentEvents.$inferSelect;

/**
 * Create the worker. It acknowledges events at once and processes them from a table: an
 * acknowledged event survives the process, and a repeated one is processed once.
 */
export function createPaymentWorker({ db, payments, log, mail, env }: WorkerDeps): PaymentWorker {
  const ledgerDeps = { db, payments, log, publicUrl: env.publicUrl };
  let isClosing = false;
  let round: Promise<void> = Promise.resolve();

  const work = () => {
    round = round
      .then(workAll)
      .catch((error) => log.error({ err: error }, 'failed to process payment events'));
    return round;
  };

  async function workAll(): Promise<void> {
    if (payments.test) await apply(await payments.test.endPeriods(new Date()));
    let isAny = false;
    for (let event = await leaseDueEvent(db); event && !isClosing; event = await leaseDueEvent(db)) {
      isAny = true;
      await processEvent(ledgerDeps, event);
    }
    if (isAny) void mail.send();
  }

  async function apply(subjects: readonly EventSubject[]): Promise<void> {
    for (const subject of subjects) await syncFromProvider(ledgerDeps, subject);
    if (subjects.length > 0) void mail.send();
  }

  return {
    receive: async (event) => {
      await storeEvent(db, event);
      if (event.subject.type !== 'none') void work();
    },
    apply,
    work,
    close: async () => {
      isClosing = true;
      await round;
    },
  };
}

/** Store an event, once. One without a subject needs no processing. */
async function storeEvent(db: Db, { id, type, subject }: PaymentEvent): Promise<void> {
  const processedAt = subject.type === 'none' ? new Date() : null;
  await db.insert(paymentEvents).values({ id, type, subject, processedAt }).onConflictDoNothing();
}

/** Lease the next event that is due. The transaction ends before the provider is called. */
function leaseDueEvent(db: Db): Promise<EventRow | undefined> {
  return db.transaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(paymentEvents)
      .where(and(isNull(paymentEvents.processedAt), lte(paymentEvents.nextAttemptAt, sql`now()`)))
      .orderBy(asc(paymentEvents.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!event) return undefined;
    const [leased] = await tx
      .update(paymentEvents)
      .set({ attempts: event.attempts + 1, nextAttemptAt: databaseTimeIn(leaseMs) })
      .where(eq(paymentEvents.id, event.id))
      .returning();
    return leased;
  });
}

/** Process a leased event, and store the time of the next retry if that fails. */
async function processEvent(
  ledgerDeps: LedgerDeps,
  { id, type, subject, attempts }: EventRow,
): Promise<void> {
  const { db, log } = ledgerDeps;
  const isOne = eq(paymentEvents.id, id);
  try {
    await syncFromProvider(ledgerDeps, subject);
    await db.update(paymentEvents).set({ processedAt: new Date(), lastError: null }).where(isOne);
  } catch (error) {
    const minutes = retryMinutes[attempts - 1] ?? 1440;
    log.warn(
      { err: error, eventId: id, type, attempts, minutes },
      'failed to process a payment event, retrying later',
    );
    const lastError = error instanceof Error ? error.message : String(error);
    await db
      .update(paymentEvents)
      .set({ lastError, nextAttemptAt: databaseTimeIn(minutes * 60_000) })
      .where(isOne);
  }
}

/**
 * Delete old events. The provider does not repeat them after that time, and grants are identified
 * by their payment.
 */
export async function prunePaymentEvents(db: Db): Promise<void> {
  await db
    .delete(paymentEvents)
    .where(
      and(
        isNotNull(paymentEvents.processedAt),
        lt(paymentEvents.receivedAt, sql`now() - make_interval(days => ${retentionDays})`),
      ),
    );
}
