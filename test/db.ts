import os from 'node:os';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { type Database, type Db, openDatabase, rows } from '#server/db/client.ts';
import { PreparedPGlite } from '#server/db/preparedPglite.ts';
import { setReadWindows } from '#server/db/readsBetween.ts';
import { fingerprint, preparedDataBlob } from './preparedData.ts';

export interface TestDatabase extends Database {
  /** For further connections; null: the database is in the memory of this process. */
  url: string | null;
}

/**
 * Create an empty, migrated database for one test file: PGlite in memory, or a new database on the
 * Postgres server of TEST_DATABASE_URL. The same tests run on both. Close it in afterAll.
 */
export async function aDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? onPostgres(url) : inMemory();
}

/**
 * Empty every table and restart the ids, so that the database is as new. Deletes rows where there
 * are any, because TRUNCATE makes new files for every table and index. For the few rows of a test
 * that takes ten times as long.
 */
export async function clear(db: Db): Promise<void> {
  const tables = await rows<{ name: string }>(
    db,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const deletions = tables.map(
    ({ name }) => `if exists (select from ${name}) then delete from ${name}; end if;`,
  );
  await db.execute(
    sql.raw(`do $$
      declare used record;
      begin
        set local session_replication_role = replica; -- in any order, whatever refers to what
        ${deletions.join('\n')}
        for used in select quote_ident(sequencename) as name from pg_sequences
          where schemaname = 'public' and last_value is not null
        loop
          execute 'alter sequence ' || used.name || ' restart';
        end loop;
      end $$`),
  );
}

let idle: PreparedPGlite | undefined;

async function inMemory(): Promise<TestDatabase> {
  let client = idle;
  idle = undefined;
  if (client) await clear(drizzle({ client }));
  else client = await PreparedPGlite.open({ loadDataDir: await preparedDataBlob(), relaxedDurability: true });
  const held = client;
  const close = async () => {
    if (idle || (await hasStatistics(drizzle({ client: held })))) await held.close();
    else idle = held;
  };
  const db = drizzle({ client });
  setReadWindows(db, (projectId, work) => held.letOthersRead(projectId, work));
  return { db, close, type: 'embedded', url: null };
}

/**
 * Return whether a test ran ANALYZE. The session keeps plans for the small tables of that moment,
 * such as those that check foreign keys, so that a large import of a later file takes minutes.
 */
async function hasStatistics(db: Db): Promise<boolean> {
  const analyzed = await rows(
    db,
    sql`select 1 from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0 limit 1`,
  );
  return analyzed.length > 0;
}

/** Create a database without tables, for tests of the migrations. */
export async function anEmptyPostgres(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = uniqueDatabaseName();
  await administer(url, (client) => client.query(`create database ${name}`));
  return { url: withDatabase(url, name), drop: () => drop(url, name) };
}

function uniqueDatabaseName(): string {
  return `cold_open_test_${process.pid}_${process.hrtime.bigint()}`;
}

async function onPostgres(url: string): Promise<TestDatabase> {
  const template = `cold_open_template_${fingerprint()}`;
  const name = uniqueDatabaseName();
  await administer(url, async (client) => {
    await client.query('select pg_advisory_lock(7894562)'); // test files of several processes run one after the other
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) {
      const making = `${name}_template`;
      await client.query(`create database ${making}`);
      const made = await openDatabase({ databaseUrl: withDatabase(url, making), dataDir: os.tmpdir() });
      await made.close();
      await client.query(`alter database ${making} rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  const own = withDatabase(url, name);
  const opened = await openDatabase({ databaseUrl: own, dataDir: os.tmpdir() });
  const close = async () => {
    await opened.close();
    await drop(url, name);
  };
  return { ...opened, close, url: own };
}

function drop(url: string, name: string): Promise<void> {
  return administer(url, (client) => client.query(`drop database ${name} with (force)`));
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
