import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsFolder } from '#server/db/client.ts';
import { BackupError } from './backupError.ts';
import type { Manifest } from './backupManifest.ts';
import { compareTables, digestTables, type TableHeader } from './dumpTables.ts';
import type { ByteReader } from './partStream.ts';
import { listColumns, listMigrations, listTables, quoteName, type SqlClient } from './sqlClient.ts';

/** Limits of one insert. */
const maxBatchRows = 500;
const maxBatchLength = 1_048_576;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Replace the content of a migrated database by that of a backup, in one transaction that is
 * committed only if every table then equals the manifest. The schema becomes that of the backup;
 * later migrations follow afterwards.
 */
export async function replaceContent(
  client: SqlClient,
  manifest: Manifest,
  reader: ByteReader,
  onTable: (table: string) => void = () => undefined,
): Promise<void> {
  await client.rows('begin');
  try {
    await prepareSchema(client, manifest.migrations);
    await loadAll(client, manifest, reader, onTable);
    const differences = compareTables(manifest.tables, await digestTables(client));
    if (differences.length > 0) throw new RestoredDifferently(differences);
    await client.rows('commit');
  } catch (error) {
    await client.rows('rollback').catch(() => undefined); // the first error says more
    throw error;
  }
}

/** Error of a database that did not equal the backup after it was restored. */
export class RestoredDifferently extends BackupError {
  override name = 'RestoredDifferently';
  readonly differences: readonly string[];

  constructor(differences: readonly string[]) {
    super(`The restored database differs from the backup: ${differences.join(' ')}`, 4);
    this.differences = differences;
  }
}

/** Return the migrations of a backup that this version does not have. */
export function unknownMigrations(names: readonly string[]): string[] {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/** Empty all tables; with an older backup, build the schema that it was made from. */
async function prepareSchema(client: SqlClient, migrations: readonly string[]): Promise<void> {
  const present = (await listMigrations(client)) ?? [];
  if (present.join() !== [...migrations].sort().join()) return rebuildSchema(client, migrations);
  const tables = (await listTables(client)).map((table) => `public.${quoteName(table)}`);
  await client.rows(`truncate ${tables.join(', ')}`);
}

async function rebuildSchema(client: SqlClient, migrations: readonly string[]): Promise<void> {
  await client.rows(`do $$
    declare each record;
    begin
      for each in select format('drop table public.%I cascade', tablename) as statement
        from pg_tables where schemaname = 'public' loop execute each.statement; end loop;
      for each in select format('drop function %s cascade', p.oid::regprocedure) as statement
        from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (
          select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        loop execute each.statement; end loop;
    end $$`);
  await client.rows('delete from drizzle.__drizzle_migrations');
  for (const { name, hash, folderMillis, sql } of readMigrationFiles({ migrationsFolder })) {
    if (!migrations.includes(name)) continue;
    for (const statement of sql) await client.rows(statement);
    await client.rows(
      'insert into drizzle.__drizzle_migrations (hash, created_at, name) values ($1, $2, $3)',
      [hash, folderMillis, name],
    );
  }
  // Migrations insert rows too.
  const tables = (await listTables(client)).map((table) => `public.${quoteName(table)}`);
  await client.rows(`truncate ${tables.join(', ')}`);
}

/**
 * Load all rows without triggers and foreign keys, which then check the whole at once. The owner of
 * the tables may do this; switching all triggers off needs a superuser.
 */
async function loadAll(
  client: SqlClient,
  { sequences }: Manifest,
  reader: ByteReader,
  onTable: (table: string) => void,
): Promise<void> {
  const tables = await listTables(client);
  const keys = await client.rows<ForeignKey>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by k.conname`,
  );
  for (const { table, name } of keys)
    await client.rows(`alter table public.${quoteName(table)} drop constraint ${quoteName(name)}`);
  for (const table of tables)
    await client.rows(`alter table public.${quoteName(table)} disable trigger user`);
  await loadRows(client, tables, reader, onTable);
  for (const table of tables) await client.rows(`alter table public.${quoteName(table)} enable trigger user`);
  for (const { table, name, definition } of keys) await addForeignKey(client, { table, name, definition });
  // Unlike setval, this is rolled back with the transaction.
  for (const { name, next } of sequences)
    await client.rows(`alter sequence public.${quoteName(name)} restart with ${next}`);
}

async function addForeignKey(client: SqlClient, { table, name, definition }: ForeignKey): Promise<void> {
  try {
    await client.rows(
      `alter table public.${quoteName(table)} add constraint ${quoteName(name)} ${definition}`,
    );
  } catch (cause) {
    const { message } = cause as Error;
    throw new BackupError(`Rows that ${table} refers to are missing in the backup: ${message}`, 4, cause);
  }
}

/** Insert the rows of the stream, batch by batch. */
async function loadRows(
  client: SqlClient,
  tables: readonly string[],
  reader: ByteReader,
  onTable: (table: string) => void,
): Promise<void> {
  let insert: ((rows: readonly string[]) => Promise<unknown>) | null = null;
  let rows: string[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length > 0) await insert?.(rows);
    [rows, length] = [[], 0];
  };
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    if (line.startsWith('T')) {
      await flush();
      const header = JSON.parse(line.slice(1)) as TableHeader;
      if (!tables.includes(header.table))
        throw new BackupError(`The backup has a table ${header.table} that its version does not have.`);
      insert = await insertInto(client, header);
      onTable(header.table);
      continue;
    }
    rows.push(line.slice(1));
    length += line.length;
    if (rows.length >= maxBatchRows || length >= maxBatchLength) await flush();
  }
  await flush();
}

async function insertInto(client: SqlClient, { table, columns }: TableHeader) {
  const types = new Map((await listColumns(client, table)).map(({ name, type }) => [name, type]));
  const values = columns.map((name, i) => {
    const type = types.get(name);
    if (type === undefined)
      throw new BackupError(`The backup has a column ${table}.${name} that its version does not have.`);
    return `(r.value ->> ${i})::${type}`;
  });
  const statement = `insert into public.${quoteName(table)} (${columns.map(quoteName).join(', ')})
    overriding system value select ${values.join(', ')} from jsonb_array_elements($1::text::jsonb) as r(value)`;
  return (rows: readonly string[]) => client.rows(statement, [`[${rows.join(',')}]`]);
}
