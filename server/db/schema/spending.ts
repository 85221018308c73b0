import { sql } from 'drizzle-orm';
import { check, date, integer, snakeCase, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, credits, id, moment } from './columns.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';

/** Owner of the spending. Exactly one of user and project is set. */
const ownerColumns = {
  userId: text().references(() => users.id, { onDelete: 'cascade' }),
  projectId: integer().references(() => projects.id, { onDelete: 'cascade' }),
};

/** Monthly spending limits in credits (docs/decisions/0034). Without a row there is no limit. */
export const spendingLimits = snakeCase.table(
  'spending_limits',
  {
    id: id(),
    ...ownerColumns,
    credits: credits().notNull(),
    updatedAt: createdAt().$onUpdate(() => new Date()),
  },
  (t) => [
    check('spending_limits_of_whom_check', sql`num_nonnulls(${t.userId}, ${t.projectId}) = 1`),
    check('spending_limits_credits_check', sql`${t.credits} >= 0`),
    unique('spending_limits_user_id_key').on(t.userId),
    unique('spending_limits_project_id_key').on(t.projectId),
  ],
);

/**
 * Credits spent in one month (UTC), and reserved by running calls. A call counts in the month in
 * which it began.
 */
export const spendingMonths = snakeCase.table(
  'spending_months',
  {
    id: id(),
    ...ownerColumns,
    /** First day of the month. */
    month: date({ mode: 'string' }).notNull(),
    spent: credits().notNull().default(0),
    held: credits().notNull().default(0),
    /** When the mail was sent that most of the limit is spent. */
    alertedAt: moment(),
  },
  (t) => [
    check('spending_months_of_whom_check', sql`num_nonnulls(${t.userId}, ${t.projectId}) = 1`),
    check('spending_months_amounts_check', sql`${t.spent} >= 0 and ${t.held} >= 0`),
    unique('spending_months_user_id_month_key').on(t.userId, t.month),
    unique('spending_months_project_id_month_key').on(t.projectId, t.month),
  ],
);
