import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { settlesWithin } from '#server/db/within.ts';
import type { Deps } from './deps.ts';
import type { PartStatus } from './partStatus.ts';

const patienceMs = 3000;
const megabyte = 1_048_576;
/** Postgres takes 16 MB at once for its log of changes. */
const fullBelowBytes = 32 * megabyte;
const lowBelowBytes = 500 * megabyte;

type DiskStatus = 'ok' | 'low' | 'full';
type HealthDeps = Pick<Deps, 'db' | 'env' | 'counter' | 'mail'> & {
  storage: { status(): PartStatus };
  live: { status(): PartStatus };
};

/** What an operator's monitor reads; docs/operating.md says what each word asks for. */
interface Health {
  /** degraded: people can work, and somebody should look. unavailable: they cannot. */
  status: 'ok' | 'degraded' | 'unavailable';
  database: PartStatus;
  redis: PartStatus;
  /** Whether the live channel's messages go from node to node through Redis. */
  live: PartStatus;
  storage: PartStatus;
  mail: PartStatus;
  /** Of DATA_DIR. */
  disk: DiskStatus;
}

/**
 * 200 while the database answers, with how everything outside the process is doing. It is migrated before the server
 * listens, so being asked means ready. Nothing is asked of other parts: they tell how it last went.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  const { db, env, counter, mail, storage, live } = deps;
  /** However many ask, the database is asked once at a time. */
  let asking: Promise<unknown> | null = null;

  async function databaseStatus(): Promise<PartStatus> {
    asking ??= db.execute(sql`select 1`).finally(() => {
      asking = null;
    });
    try {
      if (await settlesWithin(patienceMs, asking)) return 'ok';
      app.log.error('the database keeps silent');
    } catch (error) {
      app.log.error({ err: error }, 'the database does not answer');
    }
    return 'away';
  }

  app.get('/api/health', { config: { access: 'open' } }, async (_request, reply) => {
    const parts = {
      redis: counter.status(),
      live: live.status(),
      storage: storage.status(),
      mail: mail.status(),
      database: await databaseStatus(),
      disk: await diskStatus(env.dataDir),
    };
    const isWhole = Object.values(parts).every((status) => status === 'ok' || status === 'off');
    const status = parts.database === 'away' ? 'unavailable' : isWhole ? 'ok' : 'degraded';
    const health: Health = { status, ...parts };
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'unavailable' ? 503 : 200)
      .send(health);
  });
}

/** How much room is left where the embedded database, files and mails lie. */
async function diskStatus(folder: string): Promise<DiskStatus> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return freeBytes < fullBelowBytes ? 'full' : freeBytes < lowBelowBytes ? 'low' : 'ok';
  } catch {
    return 'ok'; // no such folder: nothing is kept on this machine
  }
}
