import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findPostgres, startPostgres } from './postgres.ts';

const found = findPostgres();
const aServer = found !== null;
if (!aServer) console.log('!!! NOT RUN: starting a Postgres (none of version 15 or newer on this machine)');

test('finds a supported version', () => {
  expect(found?.version ?? 15).toBeGreaterThanOrEqual(15);
});

async function answer(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select current_setting('data_directory') as folder");
  await client.end();
  return path.dirname(rows[0].folder);
}

if (aServer)
  test('startPostgres starts a temporary server, of which nothing is left after stop', async () => {
    const server = await startPostgres();
    const folder = String(await answer(server?.url ?? ''));
    expect(fs.existsSync(folder)).toBe(true);
    await server?.stop();
    await expect(answer(server?.url ?? '')).rejects.toThrow('ECONNREFUSED');
    expect(fs.existsSync(folder)).toBe(false);
  });

if (aServer)
  test('startPostgres starts a server that ends when the process that started it is killed', async () => {
    const code = `import { startPostgres } from './scripts/postgres.ts';
      console.log((await startPostgres())?.url);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise<string>((resolve) => {
      createInterface({ input: owner.stdout }).once('line', resolve);
    });
    const folder = String(await answer(url));
    const watcher = fs.watch(path.dirname(folder));
    owner.kill('SIGKILL');
    while (fs.existsSync(folder)) await once(watcher, 'change');
    watcher.close();
    await expect(answer(url)).rejects.toThrow('ECONNREFUSED');
  });
