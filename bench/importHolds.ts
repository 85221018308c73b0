import { anApp, type Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { hostileFiles } from '#test/importedFiles.ts';
import { uploadRequest } from '#test/upload.ts';
import type { Row } from './measure.ts';
import { maxHold } from './turns.ts';

/*
 * Measures how long an import of a hostile file holds the server's thread in one turn: by its CPU
 * time, which stands still while other processes run. All other calls wait for that time. On
 * PGlite, or on the Postgres of TEST_DATABASE_URL. ONLY=name selects files.
 */
const hostileBytes = 9_000_000;

export async function run(): Promise<Row[]> {
  const server = await anApp();
  try {
    const caller = server.as(await aUser(server.db));
    // Threads are opened, and code is warm.
    await importFile(caller, Buffer.from('INT. DECK - DAY\n\nRain.\n\n'.repeat(40_000)));
    const rows: Row[] = [];
    for (const [name, make] of hostileFiles(hostileBytes)) {
      if (!name.includes(process.env.ONLY ?? '')) continue;
      const bytes = await make();
      const { own } = await maxHold(() => importFile(caller, bytes));
      rows.push({ name: `longest turn while a file is imported: ${name}`, figure: own, of: 'ours' });
    }
    return rows;
  } finally {
    await server.close();
  }
}

async function importFile(caller: Caller, bytes: Uint8Array): Promise<void> {
  const { statusCode, body } = await caller.inject(uploadRequest('script', bytes));
  // 201, or a rejection with its reason.
  if (statusCode !== 201 && statusCode !== 400) throw new Error(`An import answered ${statusCode} ${body}`);
}
