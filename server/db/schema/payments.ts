import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { paymentTransactions } from './billing.ts';
import { createdAt, id, moment, oneOf, usd } from './columns.ts';
import { users } from './people.ts';

/**
 * Subject of a payment provider's event, as ids; its current state is fetched, because events
 * arrive in any order.
 */
export type EventSubject =
  | { type: 'payment'; paymentIntentId: string }
  | { type: 'invoice'; invoiceId: string; hasFailed: boolean }
  | { type: 'subscription'; subscriptionId: string; customerId: string }
  | { type: 'dispute'; disputeId: string; paymentIntentId: string; cents: number; outcome: DisputeOutcome }
  | { type: 'customer-deleted'; customerId: string }
  /** The event needs no processing. */
  | { type: 'none' };

/** open: the money is withheld. won: we get it back. */
export type DisputeOutcome = 'open' | 'won' | 'lost';

const testPaymentTypes = ['payment', 'invoice', 'subscription'] as const;
export const reversalTypes = ['refund', 'dispute'] as const;

/** Refunded or disputed part of a payment. The provider's id ensures that it is counted once. */
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
    /** False: the refund failed or the dispute was won, so the money stays with us. */
    isInForce: boolean().notNull(),
    /** True: later events do not change it, because events arrive in any order. */
    isFinal: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('payment_reversals_type_check', t.type, reversalTypes),
    index('payment_reversals_payment_id_idx').on(t.paymentId),
  ],
);

/**
 * Received signed events, one row per id. They are processed afterwards, and again if the process
 * dies.
 */
export const paymentEvents = snakeCase.table(
  'payment_events',
  {
    /** The provider's event id. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** Ids of the subject, without personal data. */
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

/** Daily comparison of our ledger with the provider's records, by the first node that starts it. */
export const reconciliations = snakeCase.table(
  'reconciliations',
  {
    id: id(),
    /** Day in UTC. */
    day: date({ mode: 'string' }).notNull(),
    startedAt: createdAt(),
    finishedAt: moment(),
    /** How many payments were compared. */
    payments: integer().notNull().default(0),
    differences: jsonb().$type<string[]>().notNull().default([]),
  },
  (t) => [uniqueIndex('reconciliations_day_idx').on(t.day)],
);

/** Payments, invoices and subscriptions of the built-in test mode, which replaces a provider. */
export const testPayments = snakeCase.table(
  'test_payments',
  {
    /** Ids in the form of the provider's: pi_test_…, in_test_…, sub_test_…. */
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
