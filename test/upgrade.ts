import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '#server/db/client.ts';
import { emptyDataBlob } from './preparedData.ts';

/**
 * Migrate an older database to the newest version. The older one ends before the migration whose
 * SQL contains `words`, and `fill` inserts its rows. Return the rows of `query`.
 */
export async function migrateFrom(sqlExcerpt: string, fill: string, query: string): Promise<unknown[]> {
  const names = fs.readdirSync(migrationsFolder).sort();
  const sqlOf = (name: string) => fs.readFileSync(path.join(migrationsFolder, name, 'migration.sql'), 'utf8');
  const older = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-migrations-'));
  const added = names.findIndex((name) => sqlOf(name).includes(sqlExcerpt));
  for (const name of names.slice(0, added)) {
    fs.cpSync(path.join(migrationsFolder, name), path.join(older, name), { recursive: true });
  }
  const pglite = await PGlite.create({ loadDataDir: await emptyDataBlob() });
  try {
    const db = drizzle({ client: pglite });
    await migrate(db, { migrationsFolder: older });
    await pglite.exec(fill);
    await migrate(db, { migrationsFolder });
    return (await pglite.query(query)).rows;
  } finally {
    await pglite.close();
    fs.rmSync(older, { recursive: true });
  }
}
