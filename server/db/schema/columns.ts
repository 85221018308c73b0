import { sql } from 'drizzle-orm';
import { check, customType, integer, numeric, type PgColumn, timestamp } from 'drizzle-orm/pg-core';

/** Id of every table except users and sessions. */
export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const moment = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => moment().notNull().defaultNow();

/** Credits with two decimals, 1 credit = 2 US cents (decision OQ-24). SQL does the arithmetic. */
export const credits = () => numeric({ precision: 12, scale: 2, mode: 'number' });

/** US dollars with four decimals, for prices and costs. SQL does the arithmetic. */
export const usd = (name?: string) =>
  name === undefined
    ? numeric({ precision: 12, scale: 4, mode: 'number' })
    : numeric(name, { precision: 12, scale: 4, mode: 'number' });

/**
 * An email address. Values written or compared through this column are trimmed and lower-cased, so
 * that a plain unique index is case-insensitive and `eq(users.email, typed)` finds the user.
 */
export const emailAddress = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (address) => address.trim().toLowerCase(),
});

/** Check constraint that allows only the values of a list, and null if the column is nullable. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
}

/**
 * Check constraint for lower case. Raw SQL bypasses `emailAddress` and could store an address that
 * the unique index does not match.
 */
export function isLowerCase(name: string, column: PgColumn) {
  return check(name, sql`${column} = lower(${column})`);
}
