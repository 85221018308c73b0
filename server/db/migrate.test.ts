import os from 'node:os';
import pg from 'pg';
import { expect, test } from 'vitest';
import { StartError } from '#server/env.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { openDatabase } from './client.ts';
import { users } from './schema/people.ts';

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: os.tmpdir() });

test('a Postgres that does not answer is one line that names DATABASE_URL', async () => {
  const refusal = await open('postgres://nobody:hunter2@127.0.0.1:1/none').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect((refusal as Error).message).toMatch(
    /^DATABASE_URL should lead to a running Postgres: .*ECONNREFUSED/,
  );
  expect((refusal as Error).message).not.toContain('hunter2');
});

const url = process.env.TEST_DATABASE_URL;

if (url)
  test('a user who may not create tables is one line that says so', async () => {
    const empty = await anEmptyPostgres(url);
    const role = `vic_${process.pid}`;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`create role ${role} login password 'vic'`);
    const address = new URL(empty.url);
    address.username = role;
    address.password = 'vic';
    const refusal = await open(address.href).catch((error: unknown) => error);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await empty.drop();
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as Error).message).toMatch(
      /^DATABASE_URL should name a user who may create tables: permission denied/,
    );
  });

if (url)
  test('nodes that start together on an empty Postgres migrate it once', async () => {
    const empty = await anEmptyPostgres(url);
    const nodes = await Promise.all([open(empty.url), open(empty.url), open(empty.url)]);
    for (const { db, kind } of nodes) {
      expect(kind).toBe('postgres');
      expect(await db.$count(users)).toBe(0);
    }
    await Promise.all(nodes.map((node) => node.close()));
    const again = await open(empty.url);
    expect(await again.db.$count(users)).toBe(0);
    await again.close();
    await empty.drop();
  });
