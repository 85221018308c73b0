import type pg from 'pg';

/** Connection to either database, for statements written by hand. */
export interface SqlClient {
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Use one connection of node-postgres or an embedded database. */
export function sqlClientOf(client: {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] } | pg.QueryResult>;
}): SqlClient {
  return {
    async rows<Row extends object>(text: string, values?: unknown[]) {
      const result = await client.query(text, values);
      return result.rows as Row[];
    },
  };
}

/** Make the database write values as texts that every version of it writes and reads alike. */
export async function setTextFormats(client: SqlClient): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    'search_path = public',
  ])
    await client.rows(`set ${setting}`);
}

/** Quote the name of a table or column. */
export function quoteName(name: string): string {
  return `"${name.replaceAll(/"/g, '""')}"`;
}

/** Tables that backups leave out: they describe what is outside of the database. */
const excluded = ['backup_runs', 'scheduled_jobs'];

/** Return the tables of a backup by name. */
export async function listTables(client: SqlClient): Promise<string[]> {
  const found = await client.rows<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname collate "C"`,
  );
  return found.map(({ name }) => name).filter((name) => !excluded.includes(name));
}

export interface ColumnFacts {
  name: string;
  type: string;
}

/** Return the columns of a table that have own values. */
export function listColumns(client: SqlClient, table: string): Promise<ColumnFacts[]> {
  return client.rows<ColumnFacts>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [`public.${quoteName(table)}`],
  );
}

/** Return the migrations that a database has; null if it has none. */
export async function listMigrations(client: SqlClient): Promise<string[] | null> {
  const [found] = await client.rows<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  );
  if (!found?.exists) return null;
  const applied = await client.rows<{ name: string }>(
    'select name from drizzle.__drizzle_migrations order by name collate "C"',
  );
  return applied.map(({ name }) => name);
}

/** Return the id that the installation has had since its first migration; null if it has none. */
export async function readInstallationId(client: SqlClient): Promise<string | null> {
  const [row] = await client.rows<{ key: string }>(
    `select key from public.server_keys where name = 'installation'`,
  );
  return row?.key ?? null;
}
