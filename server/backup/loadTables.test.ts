import { Readable } from 'node:stream';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate as migrateTo } from 'drizzle-orm/pg-core/async/session';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { migrationsFolder } from '#server/db/client.ts';
import { migratePostgres } from '#server/db/migrating.ts';
import { PreparedPGlite } from '#server/db/preparedPglite.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { emptyDataBlob, preparedDataBlob } from '#test/preparedData.ts';
import type { Manifest } from './backupManifest.ts';
import { compareTables, digestTables, dumpTables, readSequences } from './dumpTables.ts';
import { replaceContent } from './loadTables.ts';
import { createByteReader } from './partStream.ts';
import { listMigrations, type SqlClient, setTextFormats, sqlClientOf } from './sqlClient.ts';

vi.setConfig({ testTimeout: 300_000 });

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

async function anEmbedded(isEmpty = false): Promise<{ client: PreparedPGlite; sql: SqlClient }> {
  const loadDataDir = await (isEmpty ? emptyDataBlob() : preparedDataBlob());
  const client = await PreparedPGlite.open({ loadDataDir, relaxedDurability: true });
  cleaning.push(() => client.close());
  const sql = sqlClientOf(client);
  await setTextFormats(sql);
  return { client, sql };
}

/** Create the other database: Postgres if there is one, so that rows go from one to the other. */
async function aTarget(): Promise<{ sql: SqlClient; upgrade: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const { client, sql } = await anEmbedded();
    return { sql, upgrade: () => migrate(drizzle({ client }), { migrationsFolder }) as Promise<never> };
  }
  const { url: connectionString, drop } = await anEmptyPostgres(url);
  const client = new pg.Client({ connectionString });
  const upgrade = () => migratePostgres({ connectionString }, migrationsFolder);
  await upgrade();
  await client.connect();
  cleaning.push(drop, () => client.end());
  const sql = sqlClientOf(client);
  await setTextFormats(sql);
  return { sql, upgrade };
}

/** Dump a database. `change` removes or replaces lines. */
async function dump(source: SqlClient, change = (lines: string) => lines) {
  let lines = '';
  await source.rows('begin isolation level repeatable read read only');
  const tables = await dumpTables(source, async (more) => {
    lines += more;
  });
  const sequences = await readSequences(source);
  const migrations = (await listMigrations(source)) ?? [];
  await source.rows('rollback');
  const manifest = { tables, sequences, migrations } as Manifest;
  const reader = () => createByteReader(Readable.from([Buffer.from(change(lines))]));
  return { manifest, reader };
}

async function digests(client: SqlClient) {
  await client.rows('begin');
  const tables = await digestTables(client);
  await client.rows('rollback');
  return tables;
}

/** Insert a user with a project, in statements that every migrated version accepts. */
async function aProjectIn(sql: SqlClient): Promise<void> {
  await sql.rows("insert into users (id, email) values ('olive', 'olive@example.com')");
  await sql.rows("insert into projects (user_id, name) values ('olive', 'Night Ferry')");
}

const texts = [
  '',
  '\\N',
  '"',
  "'",
  '\\',
  'line\nbreak\r\n\ttab',
  '\u2028\u2029',
  '🚢 žluťoučký',
  '{"a":1}',
  '[null]',
  '\u0001\u001f',
];

describe('replaceContent', () => {
  test('keeps every value: texts, JSON null beside SQL null, numbers, times and sequences', async () => {
    const { sql: source } = await anEmbedded();
    await aProjectIn(source);
    for (const text of texts)
      await source.rows('insert into projects (user_id, name, description) values ($1, $2, $3)', [
        'olive',
        text,
        text,
      ]);
    await source.rows(`update projects set brief = 'null' where id = 1`);
    await source.rows(`update projects set brief = '{"premise": "Wet\\n\\"dry\\"", "n": 1e30}' where id = 2`);
    await source.rows(`update projects set updated_at = '2026-11-28 20:40:12.123456+02' where id = 3`);
    await source.rows(
      `update projects set created_at = 'infinity', updated_at = '0044-03-15 BC' where id = 4`,
    );
    await source.rows('delete from projects where name = $1', [texts.at(-1)]);
    const { sql: target } = await aTarget();
    await target.rows("insert into users (id, email) values ('sam', 'sam@example.com')");
    const { manifest, reader } = await dump(source);
    await replaceContent(target, manifest, reader());
    expect(compareTables(manifest.tables, await digests(target))).toEqual([]);
    const [found] = await target.rows<{ isJsonNull: boolean; description: string }>(
      `select jsonb_typeof(brief) = 'null' as "isJsonNull", description from projects where id = 1`,
    );
    expect(found).toEqual({ isJsonNull: true, description: null });
    const [next] = await target.rows<{ id: number }>(
      "insert into projects (user_id, name) values ('olive', 'Next') returning id",
    );
    expect(next?.id).toBe(texts.length + 2);
    // Triggers and foreign keys work again.
    await expect(target.rows("insert into projects (user_id, name) values ('sam', 'None')")).rejects.toThrow(
      'projects_user_id_users_id_fkey',
    );
  });

  test('loads a backup of an earlier version, which is then migrated', async () => {
    const { client, sql: source } = await anEmbedded(true);
    const older = readMigrationFiles({ migrationsFolder }).slice(0, -2);
    await migrateTo(older, drizzle({ client }), {} as never);
    await aProjectIn(source);
    const { sql: target, upgrade } = await aTarget();
    const { manifest, reader } = await dump(source);
    await replaceContent(target, manifest, reader());
    expect(await listMigrations(target)).toEqual(manifest.migrations);
    expect(compareTables(manifest.tables, await digests(target))).toEqual([]);
    await upgrade();
    expect((await listMigrations(target))?.length).toBe(older.length + 2);
    expect(await target.rows('select name from projects')).toEqual([{ name: 'Night Ferry' }]);
  });

  test('finds a row that others refer to and that is missing, and leaves the database as it was', async () => {
    const { sql: source } = await anEmbedded();
    await aProjectIn(source);
    const { sql: target } = await aTarget();
    await target.rows("insert into users (id, email) values ('sam', 'sam@example.com')");
    const before = await digests(target);
    const sequences = await readSequences(target);
    const { manifest, reader } = await dump(source, (lines) => lines.replace(/^R\["olive".*\n/m, ''));
    await expect(replaceContent(target, manifest, reader())).rejects.toThrow(
      /Rows that projects refers to are missing in the backup/,
    );
    expect(await digests(target)).toEqual(before);
    expect(await readSequences(target)).toEqual(sequences);
  });

  test('finds a row that differs', async () => {
    const { sql: source } = await anEmbedded();
    await aProjectIn(source);
    const { sql: target } = await aTarget();
    const { manifest, reader } = await dump(source, (lines) => lines.replace('Night Ferry', 'Day Ferry'));
    await expect(replaceContent(target, manifest, reader())).rejects.toThrow(
      'The restored database differs from the backup: The table projects has other values in its 1 rows.',
    );
  });
});
