import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { DurablePGlite } from './durable.ts';
import { DatabaseAway, isDiskFull } from './failures.ts';

/** What drizzle asks of a PGlite. */
type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

/** Recovery takes a second in which nothing else runs: not at every call. */
const tryAgainMs = 2000;
/** Postgres takes 16 MB at once for its log of changes. */
const roomBytes = 32 * 1_048_576;

export function hasRoom(folder: string): boolean {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= roomBytes;
}

/** The database in `folder`, opened anew after a panic, as Postgres itself would start anew. */
export async function reopening(folder: string): Promise<Client> {
  let current = await open(folder);
  let opening: Promise<DurablePGlite> | null = null;
  let failure: unknown = null;
  let triesAfter = 0;

  async function openAgain(cause: unknown): Promise<DurablePGlite> {
    if (Date.now() < triesAfter || (isDiskFull(cause) && !hasRoom(folder)))
      throw new DatabaseAway(failure ?? cause);
    try {
      current = await open(folder);
      failure = null;
      return current;
    } catch (error) {
      failure = isDiskFull(cause) ? cause : error;
      triesAfter = Date.now() + tryAgainMs;
      throw new DatabaseAway(failure);
    }
  }

  async function living(): Promise<DurablePGlite> {
    if (current.panic === undefined) return current;
    opening ??= openAgain(current.panic).finally(() => {
      opening = null;
    });
    return opening;
  }

  return {
    query: async (...call) => (await living()).query(...call) as never,
    exec: async (...call) => (await living()).exec(...call),
    transaction: async (work) => (await living()).transaction(work),
    close: async () => {
      // One that panicked cannot be closed; everything acknowledged is on the disk.
      if (current.panic === undefined) await current.close();
    },
  };
}

async function open(folder: string): Promise<DurablePGlite> {
  const data = path.join(folder, 'pgdata');
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await make(folder, data);
  const client = new DurablePGlite(data);
  await client.waitReady;
  return client;
}

const making = 'pgdata.new-';

/**
 * What making a database takes of memory would never be given back: another process does it, and takes it along. Under a
 * name of its own until it is whole, since that process may outlive this one.
 */
async function make(folder: string, data: string): Promise<void> {
  for (const name of fs.readdirSync(folder))
    if (name.startsWith(making)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  const unfinished = fs.mkdtempSync(path.join(folder, making));
  const program = fileURLToPath(new URL('./make.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, unfinished]);
  // Of a start that an earlier version did not finish.
  fs.rmSync(data, { recursive: true, force: true });
  fs.renameSync(unfinished, data);
}
