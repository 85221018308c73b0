import { migrationsFolder } from '#server/db/client.ts';
import { migratePostgres } from '#server/db/migrating.ts';
import { rejected } from './backupError.ts';
import { replaceContent } from './loadTables.ts';
import { type RestoreTarget, readCurrent } from './restoreTarget.ts';
import { connectPostgres } from './snapshot.ts';
import { sqlClientOf } from './sqlClient.ts';

/** Advisory lock of a restore. */
const restoreLock = 7_894_563;

/** Connect to a Postgres that no node uses, and migrate it, so that an empty one has its tables. */
export async function openPostgresTarget(connectionString: string): Promise<RestoreTarget> {
  const connection = await connectPostgres(connectionString, 'cold-open-restore');
  const client = sqlClientOf(connection);
  const close = () => connection.end().catch(() => undefined); // also releases the lock
  try {
    const [lock] = await client.rows<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      restoreLock,
    ]);
    if (!lock?.isMine) throw rejected('Another restore of this database is running. Nothing was changed.');
    const [nodes] = await client.rows<{ count: number }>(
      `select count(distinct client_addr)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'cold-open'
       having count(*) > 0`,
    );
    if (nodes)
      throw rejected('Cold Open is running on this database. Stop all nodes first. Nothing was changed.');
    const config = { connectionString, application_name: 'cold-open-restore' };
    await migratePostgres(config, migrationsFolder);
    return {
      current: await readCurrent(client),
      async snapshot() {
        const reader = await connectPostgres(connectionString, 'cold-open-restore');
        await reader.query('begin isolation level repeatable read read only');
        const finish = async () => undefined;
        return { client: sqlClientOf(reader), database: 'postgres', finish, close: () => reader.end() };
      },
      async replace(manifest, reader, { onTable }) {
        await replaceContent(client, manifest, reader, onTable);
        await migratePostgres(config, migrationsFolder);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
