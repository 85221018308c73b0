import { sql } from 'drizzle-orm';
import { check, customType, integer, numeric, type PgColumn, timestamp } from 'drizzle-orm/pg-core';

/** Every row id except users.id and sessions.sid. */
export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const moment = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => moment().notNull().defaultNow();

/** Credits with two decimals, 1 credit = 2 US cents (decision OQ-24). SQL does the arithmetic. */
export const credits = () => numeric({ precision: 12, scale: 2, mode: 'number' });

/** US dollars with four decimals: prices and costs. Arithmetic on them belongs into SQL. */
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

/** Keeps a text column to the values of a list; null passes where the column allows it. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
}

/** Keeps raw SQL, too, from storing an address that the unique index would not recognise. */
export function isLowerCase(name: string, column: PgColumn) {
  return check(name, sql`${column} = lower(${column})`);
}
