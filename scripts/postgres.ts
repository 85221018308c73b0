import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#test/ports.ts';
import { type Guarded, guarded } from './guarded.ts';

/** A temporary Postgres for tests: empty, on 127.0.0.1, deleted after stop. */
export interface ThrowawayPostgres extends Guarded {
  url: string;
  version: number;
}

const oldest = 15;

/** Return the folder with postgres and initdb of the newest version; null if there is none. */
export function findPostgres(): { bin: string; version: number } | null {
  const packaged = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr']
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name, 'bin')));
  const found = [...(process.env.PATH ?? '').split(path.delimiter), ...packaged]
    .filter((bin) => fs.existsSync(path.join(bin, 'postgres')) && fs.existsSync(path.join(bin, 'initdb')))
    .map((bin) => ({ bin: fs.realpathSync(path.join(bin, 'postgres')), version: versionOf(bin) }))
    .map(({ bin, version }) => ({ bin: path.dirname(bin), version }))
    .filter(({ version }) => version >= oldest)
    .sort((a, b) => b.version - a.version);
  return found[0] ?? null;
}

function versionOf(bin: string): number {
  const answer = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(answer.stdout?.match(/(\d+)(\.|\w|$)/)?.[1] ?? 0);
}

/**
 * Start a Postgres; return null if there is no Postgres 15 or newer. Throws with the server's
 * message if it fails to start.
 */
export async function startPostgres(): Promise<ThrowawayPostgres | null> {
  const found = findPostgres();
  if (found === null) return null;
  const { dir, options } = folderForServer();
  try {
    const data = path.join(dir, 'data');
    const flags = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    // Same collation as PGlite: bytes determine the order, but lower() is not limited to ASCII.
    if (process.platform === 'linux') flags.push('--lc-ctype=C.UTF-8');
    const made = spawnSync(path.join(found.bin, 'initdb'), flags, { ...options, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    return await launch(found, dir, options);
  } catch (error) {
    fs.rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Start a standby of a Postgres, which confirms every commit before the primary reports it. `select
 * pg_promote()` makes it the primary.
 */
export async function startStandby(primary: ThrowawayPostgres): Promise<ThrowawayPostgres> {
  const found = findPostgres();
  if (found === null) throw new Error('There is no Postgres 15 or newer');
  const { dir, options } = folderForServer();
  try {
    const source = `${primary.url}?application_name=standby`;
    const flags = [
      '-D',
      path.join(dir, 'data'),
      '-d',
      source,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ];
    const made = spawnSync(path.join(found.bin, 'pg_basebackup'), flags, { ...options, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`pg_basebackup failed: ${made.error?.message ?? made.stderr}`);
    const standby = await launch(found, dir, options);
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
    // The flag of the server turns waiting for commits off; this setting has priority over it.
    await client.query('alter role postgres set synchronous_commit = on');
    await client.end();
    return standby;
  } catch (error) {
    fs.rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

/** Start the server of a folder. */
async function launch(
  { bin, version }: { bin: string; version: number },
  dir: string,
  options: object,
): Promise<ThrowawayPostgres> {
  const port = await freePort();
  const program = [path.join(bin, 'postgres'), ...serverFlags(path.join(dir, 'data'), dir, port)];
  const server = await guarded(program, dir, options);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(server, url).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return { url, version, ...server };
}

/** Make a folder for a server, and return the options of processes that run in it. */
function folderForServer() {
  const as = process.getuid?.() === 0 ? unprivileged() : {};
  const dir = fs.mkdtempSync(path.join(roomFor(as), 'cold-open-pg-'));
  if (as.uid !== undefined && as.gid !== undefined) fs.chownSync(dir, as.uid, as.gid);
  return { dir, options: { ...as, cwd: dir, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } } };
}

/** Return flags that trade durability for speed. */
function serverFlags(data: string, dir: string, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${dir}`,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
  ];
  return ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
}

/**
 * Return the user to run Postgres as, because it rejects to run as root: "postgres" if it exists,
 * else "nobody".
 */
function unprivileged(): { uid?: number; gid?: number } {
  const people = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = people.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('neither a user "postgres" nor "nobody" is there to run the database server');
}

/** Minimum free space of a folder in memory: databases of tests, and one gigabyte of WAL. */
const minMemoryBytes = 4 * 2 ** 30;
/** Folder in memory. Containers have a small one by default. */
const memoryFolder = '/dev/shm';

/**
 * Return a temporary folder that the other user can access. root's own may be private. In memory if
 * there is room: each database has a thousand files, and creating and deleting them on a disk took
 * much of the processor time of Postgres in tests.
 */
function roomFor(as: { uid?: number }): string {
  const isOpen = (folder: string): boolean =>
    (fs.statSync(folder).mode & 0o001) !== 0 &&
    (path.dirname(folder) === folder || isOpen(path.dirname(folder)));
  const candidates = [os.tmpdir(), '/tmp', '/var/tmp'].filter((folder) => fs.existsSync(folder));
  if (hasRoomInMemory()) candidates.unshift(memoryFolder);
  const open = as.uid === undefined ? candidates[0] : candidates.find(isOpen);
  if (open === undefined) throw new Error('no temporary folder that another user can reach');
  return open;
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    fs.accessSync(memoryFolder, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(memoryFolder);
    return bavail * bsize >= minMemoryBytes;
  } catch {
    return false; // there is none
  }
}

async function answering(server: Guarded, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.hasEnded()) throw new Error(`postgres ended: ${server.words()}`);
    const client = new pg.Client({ connectionString: url });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined); // the client may not be connected
    if (isUp) return;
    await pause(100);
  }
  throw new Error(`postgres did not answer within 30 s: ${server.words()}`);
}
