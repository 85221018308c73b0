import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StartError } from '#server/startError.ts';
import { eventually } from '#test/eventually.ts';
import { copyPreparedData } from '#test/preparedData.ts';
import { openDatabase } from './client.ts';
import { DatabaseUnavailable } from './databaseErrors.ts';
import { openRecoverable } from './recoverable.ts';
import { users } from './schema/people.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-embedded-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

const open = (dataDir = folder) => openDatabase({ dataDir, databaseUrl: null });

test('openEmbedded flushes every commit to disk, locks the folder, and preserves its content', async () => {
  const dataDir = path.join(folder, 'new', 'data');
  await copyPreparedData(dataDir);
  const fsync = vi.spyOn(fs, 'fsyncSync');
  const { db, close } = await open(dataDir);
  fsync.mockClear();
  for (let n = 0; n < 10; n += 1) await db.insert(users).values({ email: `writer${n}@nightferry.test` });
  expect(fsync.mock.calls.length).toBeGreaterThanOrEqual(10);
  await expect(open(dataDir)).rejects.toThrow('is in use by another Cold Open process');
  await close();
  const again = await open(dataDir);
  expect(await again.db.$count(users)).toBe(10);
  expect(again.type).toBe('embedded');
  await again.close();
});

test('openEmbedded rejects in one line a database that a newer version has migrated', async () => {
  await copyPreparedData(folder);
  const { db, close } = await open();
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at, name) values ('', 1, '20991231235959_later')`,
  );
  await close();
  const rejection = await open().catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(StartError);
  expect((rejection as Error).message).toBe(
    'The database was migrated by a newer version, which knows 20991231235959_later. Start that version, or restore a backup of this one.',
  );
});

test('openEmbedded rejects a locked folder in one line, until the owning process is killed', async () => {
  await copyPreparedData(folder);
  const holder = spawn(process.execPath, ['test/writer.ts', folder, path.join(folder, 'acknowledged')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  const rejection = await open().catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(StartError);
  expect(String((rejection as Error).message)).toBe(
    `DATA_DIR ${folder} is in use by another Cold Open process.`,
  );
  holder.kill('SIGKILL');
  await ended;
  const mine = await open();
  expect(await mine.db.$count(users)).toBe(1);
  await mine.close();
});

test('openEmbedded finishes a restore that was killed between its renames, and no other one', async () => {
  await copyPreparedData(folder);
  const restored = path.join(folder, 'pgdata.restored');
  const first = await open();
  await first.db.insert(users).values({ email: 'olive@nightferry.test' });
  await first.close();
  fs.renameSync(path.join(folder, 'pgdata'), restored);
  const second = await open();
  expect(await second.db.$count(users)).toBe(1);
  await second.close();
  expect(fs.existsSync(restored)).toBe(false);
  fs.mkdirSync(restored);
  const third = await open();
  expect(await third.db.$count(users)).toBe(1);
  await third.close();
});

test('openEmbedded copyTo copies a database that is written to, as of one moment', async () => {
  await copyPreparedData(folder);
  const { db, close, copyTo } = await open();
  const insertPair = (n: number) =>
    db.transaction(async (tx) => {
      for (const side of ['a', 'b']) await tx.insert(users).values({ email: `${side}${n}@nightferry.test` });
    });
  await insertPair(0);
  let isDone = false;
  const writing = (async () => {
    for (let n = 1; !isDone; n += 1) await insertPair(n);
  })();
  const copy = path.join(folder, 'copy');
  await copyTo?.(path.join(copy, 'pgdata'));
  isDone = true;
  await writing;
  await close();
  const opened = await open(copy);
  const count = await opened.db.$count(users);
  expect([count > 0, count % 2]).toEqual([true, 0]);
  await opened.close();
});

test('openEmbedded names a DATA_DIR that is not a folder', async () => {
  fs.writeFileSync(path.join(folder, 'file'), '');
  await expect(open(path.join(folder, 'file'))).rejects.toThrow(
    /^DATA_DIR should be a folder this user may write to/,
  );
});

describe('openEmbedded on a damaged data directory', () => {
  const pgdata = () => path.join(folder, 'pgdata');
  const within = (...names: string[]) => path.join(pgdata(), ...names);
  const listed = (at: string) => fs.readdirSync(at, { recursive: true }).map(String).sort();
  const rejection = () => open().catch((error: unknown) => error);
  const moveAway = (name: string) => fs.renameSync(within(name), path.join(folder, `away-${name}`));
  const moveBack = (name: string) => fs.renameSync(path.join(folder, `away-${name}`), within(name));

  /** A database in which Olive is. */
  async function withRow() {
    await copyPreparedData(folder);
    const { db, close } = await open();
    await db.insert(users).values({ email: 'olive@nightferry.test' });
    await close();
  }

  async function expectRow() {
    const { db, close } = await open();
    expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: 'olive@nightferry.test' }]);
    await close();
  }

  function expectLine(error: unknown, reason: string) {
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toBe(
      `The database in ${pgdata()} was not opened, and nothing was removed: ${reason}. Put the missing files back, or restore a backup (docs/operating.md, Backups and restoring).`,
    );
  }

  test.each([
    ['PG_VERSION', 'PG_VERSION is missing in it'],
    ['base', 'the folder base is missing in it'],
    ['pg_wal', 'the folder pg_wal is missing in it'],
  ])(
    'fails in one line while %s is missing, changes no files, and opens once it is restored',
    async (name, reason) => {
      await withRow();
      moveAway(name);
      const before = listed(folder);
      expectLine(await rejection(), reason);
      expect(listed(folder)).toEqual(before);
      moveBack(name);
      await expectRow();
    },
  );

  test('fails in one line while pg_control is empty, and opens once it is restored', async () => {
    await withRow();
    const control = fs.readFileSync(within('global', 'pg_control'));
    fs.truncateSync(within('global', 'pg_control'), 0);
    expectLine(await rejection(), 'global/pg_control is empty');
    fs.writeFileSync(within('global', 'pg_control'), control);
    await expectRow();
  });

  test('fails in one line while the write-ahead log is truncated, and opens once it is restored', async () => {
    await withRow();
    const names = fs.readdirSync(within('pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
    const whole = names.map((name) => fs.readFileSync(within('pg_wal', name)));
    for (const name of names) fs.truncateSync(within('pg_wal', name), 1000);
    expectLine(await rejection(), 'Postgres cannot read its files, which are damaged or incomplete');
    for (const [i, name] of names.entries()) fs.writeFileSync(within('pg_wal', name), whole[i] ?? '');
    await expectRow();
  });

  test('fails in one line when it cannot be read, and opens once it can', async () => {
    await withRow();
    const { readdirSync } = fs;
    vi.spyOn(fs, 'readdirSync').mockImplementation(((at: fs.PathLike, ...rest: never[]) => {
      if (at === pgdata()) throw Object.assign(new Error('EIO: i/o error, scandir'), { code: 'EIO' });
      return readdirSync(at, ...rest);
    }) as typeof readdirSync);
    vi.spyOn(fs, 'existsSync').mockImplementation((at) => !String(at).startsWith(pgdata()));
    expectLine(await rejection(), 'EIO: i/o error, scandir');
    vi.restoreAllMocks();
    await expectRow();
  });

  test('fails when an earlier version did not complete it', async () => {
    fs.mkdirSync(within('base', '1'), { recursive: true });
    expectLine(await rejection(), 'PG_VERSION is missing in it');
    expect(listed(pgdata())).toEqual(['base', path.join('base', '1')]);
  });

  test('creates a database in an empty folder', async () => {
    fs.mkdirSync(pgdata());
    const { db, close } = await open();
    expect(await db.$count(users)).toBe(0);
    await close();
  }, 120_000);

  test('creates no database after a panic: calls fail until the files are restored', async () => {
    await withRow();
    const client = await openRecoverable(folder);
    // Postgres panics when its log cannot reach the disk.
    vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO'), { name: 'ErrnoError', errno: 29 });
    });
    await expect(client.query("insert into users (email) values ('x@x.test')")).rejects.toThrow();
    vi.restoreAllMocks();
    fs.renameSync(pgdata(), path.join(folder, 'away'));
    const query = () => client.query('select email from users order by email limit 1');
    const failure = await query().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expectLine((failure as Error).cause, 'the folder is absent or empty');
    expect(fs.existsSync(pgdata())).toBe(false);
    fs.renameSync(path.join(folder, 'away'), pgdata());
    await eventually(async () => expect((await query()).rows).toEqual([{ email: 'olive@nightferry.test' }]), {
      timeout: 60_000,
      interval: 200,
    });
    await client.close();
  });
});
