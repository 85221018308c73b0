import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { setDatabaseReading } from './connections.ts';
import { type MigrationLog, migratePostgres } from './migrating.ts';
import { PreparedClient } from './preparedPg.ts';
import { lockTimeoutMs, retryConflicts } from './retrying.ts';
import { RoutingPool } from './routingPool.ts';

// Parse count(*) and integer sums as numbers, as PGlite does; they never exceed 2^53 here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Statement timeout, far longer than any statement on the longest scripts of the tests. */
const statementTimeoutMs = 60_000;
/**
 * Idle-in-transaction timeout. It ends transactions of a stopped process, which would keep rows
 * locked. Transactions of a busy process are kept alive (RoutingPool).
 */
const idleInTransactionMs = 10_000;
/** Timeout for unacknowledged data, when a client process stops while rows are sent to it. */
const unsentMs = 15_000;

/** Migrate the database and open a pool on it, in which every conflicting write is retried. */
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
      // raw rows and JSON read alike on both engines
      await client.query(`set time zone 'UTC'; set tcp_user_timeout = ${unsentMs}`);
    },
  });
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  for (const each of [pool, pool.readers]) each.on('error', () => undefined);
  const db = drizzle({ client: pool });
  const readers = drizzle({ client: pool.readers });
  const write = db.transaction.bind(db);
  /** Start all transactions here. Their bodies may run more than once. */
  db.transaction = (work, options) =>
    retryConflicts(() =>
      options?.accessMode === 'read only' ? readers.transaction(work, options) : write(work, options),
    );
  setDatabaseReading(db, () => ({ pools: pool.readings(), memoryBytes: null }));
  return { db, close: () => pool.end() };
}
