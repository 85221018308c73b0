import { bigint, date, index, integer, numeric, primaryKey, snakeCase, text } from 'drizzle-orm/pg-core';
import { creditTransactionTypes } from './billing.ts';
import { moment } from './columns.ts';
import { users } from './people.ts';

/*
 * Sums that administrators read in place of millions of rows. Triggers add to them in the
 * transaction and statement that writes the rows (roll_up_ai_usage and roll_up_credits in the
 * migrations), so no other code writes them.
 */

/** All sums of money here; a single row of what they add up has eight digits before the point. */
const sum = () => numeric({ precision: 18, scale: 4, mode: 'number' }).notNull().default(0);

/** Hours are for the last day alone; what is older is read by days, of which there are few. */
export const usageSteps = ['hour', 'day'] as const;

/** Sums of ai_usage_logs by hour and by day (UTC) of the rows. */
export const aiUsageSums = snakeCase.table(
  'ai_usage_sums',
  {
    step: text({ enum: usageSteps }).notNull(),
    /** When the hour or the day begins. */
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

/** Sums of ai_usage_logs by user over all time; deleted users have none. */
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
