import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { paymentTransactions } from './billing.ts';
import { createdAt, id, moment, oneOf, usd } from './columns.ts';
import { users } from './people.ts';

/** What an event of the payment provider is about, in ids; its present state is asked for, because events come in any order. */
export type EventSubject =
  | { type: 'payment'; paymentIntentId: string }
  | { type: 'invoice'; invoiceId: string; hasFailed: boolean }
  | { type: 'subscription'; subscriptionId: string; customerId: string }
  | { type: 'dispute'; disputeId: string; paymentIntentId: string; cents: number; outcome: DisputeOutcome }
  | { type: 'customer-deleted'; customerId: string }
  /** Nothing of ours follows from it. */
  | { type: 'none' };

/** open: the money is held back. Where a dispute ends in our favour, it is ours again. */
export type DisputeOutcome = 'open' | 'won' | 'lost';

const testPaymentTypes = ['payment', 'invoice', 'subscription'] as const;
export const reversalTypes = ['refund', 'dispute'] as const;

/** Money of a payment that went back to the card, or is disputed: each known by the provider's id, and counted once. */
export const paymentReversals = snakeCase.table(
  'payment_reversals',
  {
    id: id(),
    paymentId: integer()
      .notNull()
      .references(() => paymentTransactions.id, { onDelete: 'cascade' }),
    reversalId: text().notNull().unique(),
    type: text({ enum: reversalTypes }).notNull(),
    amount: usd().notNull(),
    /** False: the refund failed, or the dispute was won; the money is ours. */
    isInForce: boolean().notNull(),
    /** Nothing that is told of it later changes it: news come in any order. */
    isFinal: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('payment_reversals_type_check', t.type, reversalTypes),
    index('payment_reversals_payment_id_idx').on(t.paymentId),
  ],
);

/** Signed events as they came in, each id once; what they ask for is done afterwards, and again if a process dies over it. */
export const paymentEvents = snakeCase.table(
  'payment_events',
  {
    /** The provider's. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** What it is about: ids, and nothing of a person. */
    subject: jsonb().$type<EventSubject>().notNull(),
    receivedAt: createdAt(),
    processedAt: moment(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: createdAt(),
    lastError: text(),
  },
  (t) => [
    index('payment_events_waiting_idx').on(t.nextAttemptAt).where(sql`${t.processedAt} is null`),
    index('payment_events_received_at_idx').on(t.receivedAt),
  ],
);

/** One comparison of our books with the provider's a day, by whichever node comes first. */
export const reconciliations = snakeCase.table(
  'reconciliations',
  {
    id: id(),
    /** Of UTC. */
    day: date({ mode: 'string' }).notNull(),
    startedAt: createdAt(),
    finishedAt: moment(),
    /** How many payments were compared. */
    payments: integer().notNull().default(0),
    differences: jsonb().$type<string[]>().notNull().default([]),
  },
  (t) => [uniqueIndex('reconciliations_day_idx').on(t.day)],
);

/** What the built-in test mode remembers in the place of a provider: payments, invoices and subscriptions. */
export const testPayments = snakeCase.table(
  'test_payments',
  {
    /** Made like the provider's own: pi_test_…, in_test_…, sub_test_…. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: testPaymentTypes }).notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('test_payments_type_check', t.type, testPaymentTypes),
    index('test_payments_user_id_idx').on(t.userId, t.type),
  ],
);
