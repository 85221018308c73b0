import { listColumns, quoteName, type SqlClient } from './sqlClient.ts';

const table = 'backup_runs';

/** Runs of backups, which no backup contains: values as text, by column. */
type Runs = readonly Record<string, string | null>[];

/**
 * Read the runs of a database that is to be replaced. Without them, the server would report that
 * there has been no backup. Returns none for a database of a version without them.
 */
export async function readRuns(client: SqlClient): Promise<Runs> {
  const [found] = await client.rows<{ exists: boolean }>(
    `select to_regclass('public.${table}') is not null as "exists"`,
  );
  if (!found?.exists) return [];
  const columns = (await listColumns(client, table)).filter(({ name }) => name !== 'id');
  const texts = columns.map(({ name }) => `${quoteName(name)}::text as ${quoteName(name)}`);
  return client.rows(`select ${texts.join(', ')} from public.${table} order by id`);
}

/** Store runs in the database that replaces another one. Columns that it lacks are left out. */
export async function storeRuns(client: SqlClient, runs: Runs): Promise<void> {
  const columns = (await listColumns(client, table)).filter(({ name }) => name in (runs[0] ?? {}));
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  const values = columns.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
  for (const run of runs)
    await client.rows(
      `insert into public.${table} (${names}) values (${values})`,
      columns.map(({ name }) => run[name]),
    );
}
