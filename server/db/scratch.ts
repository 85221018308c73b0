import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PreparedPGlite } from './preparedPglite.ts';
import { createDatabase } from './recoverable.ts';

/** Without fsync: nobody needs these databases after a power cut. */
const scratchParams = [...PGlite.defaultStartParams, '-c', 'timezone=UTC', '-c', 'shared_buffers=16MB'];

/** Open a copy of an embedded database, or a database that is needed for a short time only. */
export async function openScratch(data: string): Promise<PreparedPGlite> {
  const client = new PreparedPGlite({ fs: new NodeFS(data), startParams: scratchParams });
  await client.waitReady;
  return client;
}

/** Create an empty database in `folder` and open it. */
export async function createScratch(folder: string): Promise<PreparedPGlite> {
  const data = path.join(folder, 'pgdata');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  await createDatabase(folder, data);
  return openScratch(data);
}
