import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { copyPreparedData } from '#test/preparedData.ts';

/** Create a DATA_DIR whose database has no users. */
export async function aDataDir(): Promise<string> {
  const folder = await anEmptyDataDir();
  await copyPreparedData(folder);
  return folder;
}

/** Create a DATA_DIR as before the very first start. */
export function anEmptyDataDir(): Promise<string> {
  return fs.mkdtemp(path.join(os.tmpdir(), 'cold-open-e2e-'));
}
