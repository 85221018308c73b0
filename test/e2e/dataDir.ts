import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/db/client.ts';
import { fingerprint } from '#test/db.ts';

/* Making a database from nothing costs what five journeys cost: it is made once for all servers, which start on copies. */

const cache = path.resolve('node_modules/.cache/cold-open');
const madeFolder = path.join(cache, `journeys-${fingerprint()}`);
const inDataDir = 'pgdata';

/** Before all journeys (playwright.config.ts), so that no two of their workers do it. */
export default async function makeDatabase(): Promise<void> {
  if (await isThere(madeFolder)) return;
  await fs.mkdir(cache, { recursive: true });
  for (const name of await fs.readdir(cache))
    if (name.startsWith('journeys-')) await fs.rm(path.join(cache, name), { recursive: true, force: true });
  const unfinished = await fs.mkdtemp(path.join(os.tmpdir(), 'cold-open-made-'));
  const { close } = await openDatabase({ databaseUrl: null, dataDir: unfinished });
  await close();
  const whole = path.join(cache, `making-${process.pid}`);
  await fs.cp(path.join(unfinished, inDataDir), path.join(whole, inDataDir), { recursive: true });
  // Whole or not at all; another run may have been faster.
  await fs.rename(whole, madeFolder).catch(() => fs.rm(whole, { recursive: true, force: true }));
  await fs.rm(unfinished, { recursive: true, force: true });
}

/** A DATA_DIR with a database in which nobody is yet. */
export async function aDataDir(): Promise<string> {
  await makeDatabase();
  const folder = await anEmptyDataDir();
  await fs.cp(madeFolder, folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  return folder;
}

/** A DATA_DIR as before the very first start. */
export function anEmptyDataDir(): Promise<string> {
  return fs.mkdtemp(path.join(os.tmpdir(), 'cold-open-e2e-'));
}

function isThere(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
