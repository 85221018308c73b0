import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  snakeCase,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { pricingTypes } from '#shared/contract/dashboard.ts';
import { aiUsageLogs } from './ai.ts';
import { createdAt, credits, id, moment, oneOf, usd } from './columns.ts';
import { users } from './people.ts';

export const creditTransactionTypes = ['purchase', 'subscription', 'usage', 'admin_grant', 'refund'] as const;
export const paymentTypes = ['subscription', 'credit_purchase'] as const;
export const paymentStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

/** Retail prices in US dollars, edited by administrators (decisions OQ-39, OQ-49). */
export const aiServicePricing = snakeCase.table(
  'ai_service_pricing',
  {
    id: id(),
    service: text().notNull(),
    model: text().notNull(),
    pricingType: text({ enum: pricingTypes }).notNull(),
    inputCostPer1k: usd('input_cost_per_1k').notNull().default(0),
    outputCostPer1k: usd('output_cost_per_1k').notNull().default(0),
    fixedCostPerRequest: usd().notNull().default(0),
    isActive: boolean().notNull().default(true),
    effectiveFrom: createdAt(),
    effectiveUntil: moment(),
  },
  (t) => [
    oneOf('ai_service_pricing_type_check', t.pricingType, pricingTypes),
    check(
      'ai_service_pricing_costs_check',
      sql`${t.inputCostPer1k} >= 0 and ${t.outputCostPer1k} >= 0 and ${t.fixedCostPerRequest} >= 0`,
    ),
    index('ai_service_pricing_service_idx').on(t.service, t.model),
  ],
);

export const aiPricingHistory = snakeCase.table(
  'ai_pricing_history',
  {
    id: id(),
    pricingId: integer()
      .notNull()
      .references(() => aiServicePricing.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    /** All columns of the row before the change. */
    previousValues: jsonb().$type<Record<string, unknown>>().notNull(),
    changedBy: text().references(() => users.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('ai_pricing_history_pricing_id_idx').on(t.pricingId, t.createdAt)],
);

/** The ledger. Users with entries cannot be deleted, so that every balance can be explained. */
export const creditTransactions = snakeCase.table(
  'credit_transactions',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    type: text({ enum: creditTransactionTypes }).notNull(),
    /** Signed; negative is spent. */
    amount: credits().notNull(),
    creditsAfter: credits().notNull(),
    description: text(),
    relatedAiUsageId: integer().references(() => aiUsageLogs.id, { onDelete: 'set null' }),
    aiService: text(),
    aiFeature: text(),
    costInUsd: usd(),
    adminUserId: text().references(() => users.id, { onDelete: 'set null' }),
    reason: text(),
    stripePaymentIntentId: text(),
    /** The payment that granted these credits, or for which they were reclaimed. */
    paymentId: integer().references((): AnyPgColumn => paymentTransactions.id, { onDelete: 'restrict' }),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('credit_transactions_type_check', t.type, creditTransactionTypes),
    check('credit_transactions_after_check', sql`${t.creditsAfter} >= 0`),
    index('credit_transactions_user_id_idx').on(t.userId, t.createdAt, t.id),
    index('credit_transactions_usage_idx').on(t.relatedAiUsageId),
    // Charge each AI call only once.
    uniqueIndex('credit_transactions_usage_once_idx').on(t.relatedAiUsageId).where(sql`${t.type} = 'usage'`),
    // Grant the credits of each payment only once.
    uniqueIndex('credit_transactions_payment_once_idx')
      .on(t.paymentId)
      .where(sql`${t.type} in ('purchase', 'subscription')`),
    index('credit_transactions_payment_idx').on(t.paymentId),
    index('credit_transactions_pages_idx').on(t.userId, t.id),
    index('credit_transactions_created_at_idx').on(t.createdAt),
  ],
);

export const paymentTransactions = snakeCase.table(
  'payment_transactions',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    stripePaymentIntentId: text().unique(),
    /** Invoice of a subscription month. Its credits are granted once. */
    stripeInvoiceId: text().unique(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    paymentType: text({ enum: paymentTypes }).notNull(),
    /** US dollars, to the cent (decision OQ-48). */
    amount: usd().notNull(),
    creditsGranted: credits().notNull().default(0),
    /** Refunded or disputed part of the amount (payment_reversals). */
    amountReturned: usd().notNull().default(0),
    /** Credits of the grant that must be reclaimed for it. */
    creditsReclaimed: credits().notNull().default(0),
    /** Credits already reclaimed. The rest is owed (users.credits_owed, docs/decisions/0032). */
    creditsTaken: credits().notNull().default(0),
    status: text({ enum: paymentStatuses }).notNull().default('pending'),
    description: text(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    processedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('payment_transactions_type_check', t.paymentType, paymentTypes),
    oneOf('payment_transactions_status_check', t.status, paymentStatuses),
    check(
      'payment_transactions_reclaimed_check',
      sql`0 <= ${t.creditsTaken} and ${t.creditsTaken} <= ${t.creditsReclaimed} and ${t.creditsReclaimed} <= ${t.creditsGranted}`,
    ),
    index('payment_transactions_user_id_idx').on(t.userId, t.createdAt, t.id),
    index('payment_transactions_subscription_idx').on(t.stripeSubscriptionId),
  ],
);
