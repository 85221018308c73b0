import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from './client.ts';

/*
 * Times that several nodes compare, such as the ends of leases, come from the database, because the
 * clock of a node may be wrong (docs/decisions/0104).
 */

/** Return the time of the database. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await rows<{ ms: number }>(db, sql`select extract(epoch from now())::float8 * 1000 as ms`);
  return new Date(row?.ms ?? Date.now());
}

/** Build the time that the database will have after `ms`, for a statement. */
export function databaseTimeIn(ms: number): SQL<Date> {
  return sql`now() + make_interval(secs => ${ms / 1000}::float8)`;
}
