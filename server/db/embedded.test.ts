import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartError } from '#server/env.ts';
import { layPreparedData } from '#test/preparedData.ts';
import { openDatabase } from './client.ts';
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

test('every commit reaches the disk by fsync; nobody opens the folder meanwhile; opening again keeps what is there', async () => {
  const dataDir = path.join(folder, 'new', 'data');
  await layPreparedData(dataDir);
  const fsync = vi.spyOn(fs, 'fsyncSync');
  const { db, close } = await open(dataDir);
  fsync.mockClear();
  for (let n = 0; n < 10; n += 1) await db.insert(users).values({ email: `writer${n}@nightferry.test` });
  expect(fsync.mock.calls.length).toBeGreaterThanOrEqual(10);
  await expect(open(dataDir)).rejects.toThrow('is in use by another Cold Open process');
  await close();
  const again = await open(dataDir);
  expect(await again.db.$count(users)).toBe(10);
  expect(again.kind).toBe('embedded');
  await again.close();
});

test('a folder held by another process is refused in one line, and free once that process is killed', async () => {
  await layPreparedData(folder);
  const holder = spawn(process.execPath, ['test/writer.ts', folder, path.join(folder, 'acknowledged')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(String((refusal as Error).message)).toBe(
    `DATA_DIR ${folder} is in use by another Cold Open process.`,
  );
  holder.kill('SIGKILL');
  await ended;
  const mine = await open();
  expect(await mine.db.$count(users)).toBe(1);
  await mine.close();
});

test('a DATA_DIR that is no folder is refused by name', async () => {
  fs.writeFileSync(path.join(folder, 'file'), '');
  await expect(open(path.join(folder, 'file'))).rejects.toThrow(
    /^DATA_DIR should be a folder this user may write to/,
  );
});
