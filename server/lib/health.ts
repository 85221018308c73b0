import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import type { LiveTransport } from '#shared/contract/live.ts';
import type { Deps } from './deps.ts';
import type { PartStatus } from './partStatus.ts';

const timeoutMs = 3000;
const megabyte = 1_048_576;
/** Postgres allocates 16 MB at once for its write-ahead log. */
const fullBelowBytes = 32 * megabyte;
const lowBelowBytes = 500 * megabyte;

type DiskStatus = 'ok' | 'low' | 'full';
type HealthDeps = Pick<Deps, 'db' | 'env' | 'counter' | 'mail'> & {
  storage: { status(): PartStatus };
  live: { status(): PartStatus };
  liveConnections: () => Record<LiveTransport, number>;
};

/** Reply for an operator's monitor; docs/operating.md explains each value. */
interface Health {
  /** degraded: the product works, but an operator should look. unavailable: it does not work. */
  status: 'ok' | 'degraded' | 'unavailable';
  database: PartStatus;
  redis: PartStatus;
  /** Whether messages of the live channel travel between nodes through Redis. */
  live: PartStatus;
  /** Connections of the live channel to this node. Others than WebSockets are behind a proxy. */
  liveConnections: Record<LiveTransport, number>;
  storage: PartStatus;
  mail: PartStatus;
  /** Disk of DATA_DIR. */
  disk: DiskStatus;
}

/**
 * Serve GET /api/health: 200 while the database replies, with the state of every part outside the
 * process. The database is migrated before the server listens, so a reply means ready. Other parts
 * are not called: the state is that of their last use.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  const { db, env, counter, mail, storage, live } = deps;
  /** One query at a time, however many requests arrive. */
  let asking: Promise<unknown> | null = null;

  async function databaseStatus(): Promise<PartStatus> {
    asking ??= db.execute(sql`select 1`).finally(() => {
      asking = null;
    });
    try {
      if (await settlesWithin(timeoutMs, asking)) return 'ok';
      app.log.error('the database did not answer in time');
    } catch (error) {
      app.log.error({ err: error }, 'the database is unavailable');
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
    const health: Health = { status, ...parts, liveConnections: deps.liveConnections() };
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'unavailable' ? 503 : 200)
      .send(health);
  });
}

/** Return how much space is left for the embedded database, files and mails. */
async function diskStatus(folder: string): Promise<DiskStatus> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return freeBytes < fullBelowBytes ? 'full' : freeBytes < lowBelowBytes ? 'low' : 'ok';
  } catch {
    return 'ok'; // no such folder: nothing is stored on this machine
  }
}
