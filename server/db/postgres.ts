import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type MigrationLog, migratePostgres } from './migrating.ts';
import { PreparedClient } from './preparedPg.ts';
import { lockTimeoutMs, retryConflicts } from './retrying.ts';
import { RoutingPool } from './routingPool.ts';

// count(*) and sums of integers as numbers, as PGlite gives them; none of ours passes 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long a statement may run: far longer than any takes on the longest scripts of the tests. */
const statementTimeoutMs = 60_000;
/**
 * How long a transaction may be idle. It ends those of a process that stands still in the middle of
 * one and holds rows; one that computes is kept alive (RoutingPool).
 */
const idleInTransactionMs = 10_000;
/**
 * The same for a process that stands still while it is sent rows: its side of the connection takes
 * nothing more.
 */
const unsentMs = 15_000;

/**
 * Migrates the database and opens a pool on it, in which every write is retried where it conflicts
 * with another.
 */
export async function openPostgres(connectionString: string, migrationsFolder: string, log?: MigrationLog) {
  const config = { connectionString, application_name: 'cold-open', connectionTimeoutMillis: 10_000 };
  await migratePostgres(config, migrationsFolder, log);
  const pool = new RoutingPool({
    ...config,
    Client: PreparedClient,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    onConnect: async (client) => {
      // raw rows and json read alike on both engines
      await client.query(`set time zone 'UTC'; set tcp_user_timeout = ${unsentMs}`);
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  for (const each of [pool, pool.readers]) each.on('error', () => undefined);
  const db = drizzle({ client: pool });
  const readers = drizzle({ client: pool.readers });
  const write = db.transaction.bind(db);
  /** All transactions begin here. Their bodies may run more than once. */
  db.transaction = (work, options) =>
    retryConflicts(() =>
      options?.accessMode === 'read only' ? readers.transaction(work, options) : write(work, options),
    );
  return { db, close: () => pool.end() };
}
