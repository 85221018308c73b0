import { bigint, date, index, integer, numeric, primaryKey, snakeCase, text } from 'drizzle-orm/pg-core';
import { creditTransactionTypes } from './billing.ts';
import { moment } from './columns.ts';
import { users } from './people.ts';

/*
 * Sums for administrators, who would otherwise read millions of rows. Triggers update them in the
 * statement that writes the rows (roll_up_ai_usage and roll_up_credits in the migrations). No other
 * code writes them.
 */

/** A sum. It has more digits than a single amount, which has eight before the point. */
const sum = () => numeric({ precision: 18, scale: 4, mode: 'number' }).notNull().default(0);

/** Hours are shown for the last day only, longer ranges by day. */
export const usageSteps = ['hour', 'day'] as const;

/** Sums of ai_usage_logs by hour and by day (UTC). */
export const aiUsageSums = snakeCase.table(
  'ai_usage_sums',
  {
    step: text({ enum: usageSteps }).notNull(),
    /** Start of the hour or day. */
    at: moment().notNull(),
    service: text().notNull(),
    feature: text().notNull(),
    model: text().notNull(),
    requests: integer().notNull().default(0),
    /** Number of failed requests. */
    failures: integer().notNull().default(0),
    tokens: bigint({ mode: 'number' }).notNull().default(0),
    /** US dollars. */
    cost: sum(),
  },
  (t) => [primaryKey({ columns: [t.step, t.at, t.service, t.feature, t.model] })],
);

/** Sums of ai_usage_logs by user, over all time. Deleted users have no row. */
export const userAiUsage = snakeCase.table(
  'user_ai_usage',
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    requests: integer().notNull().default(0),
    cost: sum(),
    lastAt: moment().notNull(),
  },
  (t) => [index('user_ai_usage_cost_idx').on(t.cost, t.userId)],
);

/** Sums of credit_transactions by day (UTC) and type. */
export const creditDays = snakeCase.table(
  'credit_days',
  {
    day: date({ mode: 'string' }).notNull(),
    type: text({ enum: creditTransactionTypes }).notNull(),
    transactions: integer().notNull().default(0),
    /** Credits, signed as in the ledger. */
    amount: sum(),
  },
  (t) => [primaryKey({ columns: [t.day, t.type] })],
);
