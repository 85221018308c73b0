import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '#server/startError.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { migrationsFolder, openDatabase } from './client.ts';
import { migratePostgres } from './migrating.ts';
import { users } from './schema/people.ts';

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: os.tmpdir() });

test('migratePostgres names DATABASE_URL when Postgres does not answer', async () => {
  const rejection = await open('postgres://nobody:hunter2@127.0.0.1:1/none').catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(StartError);
  expect((rejection as Error).message).toMatch(
    /^DATABASE_URL should lead to a running Postgres: .*ECONNREFUSED/,
  );
  expect((rejection as Error).message).not.toContain('hunter2');
});

const url = process.env.TEST_DATABASE_URL;

if (url)
  test('migratePostgres reports in one line a user who may not create tables', async () => {
    const empty = await anEmptyPostgres(url);
    const role = `vic_${process.pid}`;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`create role ${role} login password 'vic'`);
    const address = new URL(empty.url);
    address.username = role;
    address.password = 'vic';
    const rejection = await open(address.href).catch((error: unknown) => error);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await empty.drop();
    expect(rejection).toBeInstanceOf(StartError);
    expect((rejection as Error).message).toMatch(
      /^DATABASE_URL should name a user who may create tables: permission denied/,
    );
  });

if (url)
  test('migratePostgres runs once when several nodes start together', async () => {
    const empty = await anEmptyPostgres(url);
    const nodes = await Promise.all([open(empty.url), open(empty.url), open(empty.url)]);
    for (const { db, type } of nodes) {
      expect(type).toBe('postgres');
      expect(await db.$count(users)).toBe(0);
    }
    await Promise.all(nodes.map((node) => node.close()));
    const again = await open(empty.url);
    expect(await again.db.$count(users)).toBe(0);
    await again.close();
    await empty.drop();
  });

describe.runIf(url)('migration', () => {
  const names = fs.readdirSync(migrationsFolder).sort();
  /** Changes scenes, and then refers to projects. */
  const sceneVideos = names.findIndex((name) => name.endsWith('_scene_videos'));
  let folder: string;
  let empty: Awaited<ReturnType<typeof anEmptyPostgres>>;
  /** Another program, such as a node of the earlier version or pg_dump. */
  let other: pg.Client;
  let warnings: { message: string; heldBy: string }[];
  const log = {
    warn: (facts: object, message: string) => warnings.push({ heldBy: '', ...facts, message }),
  };

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-migrations-'));
    warnings = [];
    empty = await anEmptyPostgres(url ?? '');
    other = new pg.Client({ connectionString: empty.url, application_name: 'pg_dump' });
    other.on('error', () => undefined); // the database is dropped under it where a test fails
    await other.connect();
    // As the earlier version migrated: all that it knew, in one transaction.
    for (const name of names.slice(0, sceneVideos))
      fs.cpSync(path.join(migrationsFolder, name), path.join(folder, name), { recursive: true });
    await migrate(drizzle({ client: other }), { migrationsFolder: folder });
  });
  afterEach(async () => {
    await other.end();
    await empty.drop();
    fs.rmSync(folder, { recursive: true });
  });

  const upgrade = () => openDatabase({ databaseUrl: empty.url, dataDir: os.tmpdir() }, log);
  const applied = async () =>
    (await other.query('select name from drizzle.__drizzle_migrations order by id')).rows.map(
      ({ name }) => name,
    );
  const pidOfOther = () => (other as unknown as { processID: number }).processID;
  const warned = (message: string, times: number) =>
    eventually(
      () => expect(warnings.filter((each) => each.message === message).length).toBeGreaterThanOrEqual(times),
      {
        timeout: 30_000,
        interval: 20,
      },
    );

  test('retries while pg_dump locks a table, and does not block others', async () => {
    await other.query("insert into users (email) values ('olive@nightferry.test')");
    await other.query('begin; lock table scenes, projects, users in access share mode');
    const upgrading = upgrade();
    await warned('a migration timed out waiting for a lock, retrying', 2);
    expect(warnings.at(-1)?.heldBy).toContain(`pg_dump (process ${pidOfOther()}, user postgres`);
    const writer = new pg.Client({ connectionString: empty.url });
    await writer.connect();
    await writer.query('update scenes set act_number = 1');
    await writer.query('update projects set name = name');
    await writer.end();
    expect(await applied()).toEqual(names.slice(0, sceneVideos));
    await other.query('commit');
    const { db, close } = await upgrading;
    expect(await db.$count(users)).toBe(1);
    await close();
    expect(await applied()).toEqual(names);
  });

  test('yields to a writer that takes locks in the opposite order', async () => {
    await other.query('begin; lock table projects in row exclusive mode');
    const upgrading = upgrade();
    // It has changed scenes by then, and waits for projects.
    await warned('a migration timed out waiting for a lock, retrying', 1);
    await other.query('update scenes set act_number = 1');
    await other.query('commit');
    await (await upgrading).close();
    expect(await applied()).toEqual(names);
  });

  test('fails after some tries with one line that names the locking program, and keeps earlier migrations', async () => {
    const held = names.findIndex((name) => name.endsWith('film_first_frame'));
    for (const name of names.slice(sceneVideos, held))
      fs.cpSync(path.join(migrationsFolder, name), path.join(folder, name), { recursive: true });
    await migratePostgres({ connectionString: empty.url }, folder);
    await other.query('begin; lock table film_jobs in access share mode');
    const rejection = await migratePostgres({ connectionString: empty.url }, migrationsFolder, log, 2).catch(
      (error: unknown) => error,
    );
    expect(rejection).toBeInstanceOf(StartError);
    expect((rejection as Error).message).toMatch(
      new RegExp(
        `^The database was not migrated: after 2 tries in \\d+ s, a table that ${names[held]} changes is still locked by pg_dump \\(process ${pidOfOther()}, user postgres, for \\d+ s\\)\\. Wait until that program has ended, or end it, and start again\\.$`,
      ),
    );
    await other.query('rollback');
    expect(await applied()).toEqual(names.slice(0, held));
  });

  test('rejects in one line a database of a newer version, and leaves its nodes alone', async () => {
    const running = await upgrade();
    await other.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at, name) values ('', 1, '20991231235959_later')",
    );
    const rejection = await upgrade().catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(StartError);
    expect((rejection as Error).message).toBe(
      'The database was migrated by a newer version, which knows 20991231235959_later. Start that version, or restore a backup of this one.',
    );
    expect(await running.db.$count(users)).toBe(0);
    await running.close();
  });

  test('logs the node that it waits for, and continues once that has migrated', async () => {
    await other.query('select pg_advisory_lock(7894561)');
    const upgrading = upgrade();
    await warned('waiting for another node to migrate the database', 1);
    expect(warnings[0]?.heldBy).toContain(`process ${pidOfOther()}`);
    await other.query('select pg_advisory_unlock(7894561)');
    await (await upgrading).close();
    expect(await applied()).toEqual(names);
  });

  test('waits for nothing when the database is up to date', async () => {
    await (await upgrade()).close();
    await other.query('select pg_advisory_lock(7894561)');
    await (await upgrade()).close();
    expect(warnings).toEqual([]);
  });
});
