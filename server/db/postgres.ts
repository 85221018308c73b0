import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '#server/env.ts';
import { PreparedClient } from './preparedPg.ts';
import { WatchedPool } from './watchedPool.ts';

// count(*) and sums of integers as numbers, as PGlite gives them; none of ours passes 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Any constant known to every node: whoever holds it may migrate. */
const migrationLock = 7_894_561;

const insufficientPrivilege = '42501';

function settings(connectionString: string): pg.ClientConfig {
  return { connectionString, application_name: 'cold-open', connectionTimeoutMillis: 10_000 };
}

/** Nodes that start together take turns; lock and migration live on one connection of their own. */
async function migrateOnce(connectionString: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client(settings(connectionString));
  client.on('error', () => undefined); // a connection that breaks fails its query, which says so
  try {
    await client.connect();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : cause;
    throw new StartError(`DATABASE_URL should lead to a running Postgres: ${reason}`, { cause });
  }
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < 15)
      throw new StartError(`DATABASE_URL should lead to Postgres 15 or newer, not ${version}.`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle({ client }), { migrationsFolder });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof pg.DatabaseError) || cause.code !== insufficientPrivilege) throw error;
    throw new StartError(`DATABASE_URL should name a user who may create tables: ${cause.message}`, {
      cause,
    });
  } finally {
    await client.end(); // ends the lock, too
  }
}

export async function openPostgres(connectionString: string, migrationsFolder: string) {
  await migrateOnce(connectionString, migrationsFolder);
  const pool = new WatchedPool({
    ...settings(connectionString),
    Client: PreparedClient,
    // A node that died in the middle of a transaction must not hold its rows for ever.
    idle_in_transaction_session_timeout: 60_000,
    onConnect: async (client) => {
      await client.query("set time zone 'UTC'"); // raw rows and json read alike on both engines
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { db: drizzle({ client: pool }), close: () => pool.end() };
}
