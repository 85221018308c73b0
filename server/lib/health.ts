import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import type { LiveTransport } from '#shared/contract/live.ts';
import type { Deps } from './deps.ts';
import type { PartStatus } from './partStatus.ts';

export const healthPath = '/api/health';
export const livePath = '/api/health/live';
export const readyPath = '/api/health/ready';

const timeoutMs = 3000;
const megabyte = 1_048_576;
/** Postgres allocates 16 MB at once for its write-ahead log. */
const fullBelowBytes = 32 * megabyte;
const lowBelowBytes = 500 * megabyte;

export type DiskStatus = 'ok' | 'low' | 'full';
type HealthDeps = Pick<Deps, 'db' | 'env' | 'counter' | 'mail'> & {
  storage: { status(): PartStatus };
  live: { status(): PartStatus };
  liveConnections: () => Record<LiveTransport, number>;
};

/** Reply for an operator's monitor; docs/operating.md explains each value. */
export interface Health {
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

/** Reads the state of the parts outside the process. */
export interface HealthReader {
  read(): Promise<Health>;
  /** Return the states without asking the database. */
  parts(): Record<'redis' | 'live' | 'storage' | 'mail', PartStatus>;
  /** Return the free space in DATA_DIR. Null: it cannot be read. */
  diskFreeBytes(): Promise<number | null>;
}

/**
 * Create the reader of the state of every part outside the process. Only the database is asked: the
 * state of other parts is that of their last use.
 */
export function createHealthReader(deps: HealthDeps, log: FastifyBaseLogger): HealthReader {
  const { db, env, counter, mail, storage, live } = deps;
  /** One query at a time, however many requests arrive. */
  let asking: Promise<unknown> | null = null;

  async function databaseStatus(): Promise<PartStatus> {
    asking ??= db.execute(sql`select 1`).finally(() => {
      asking = null;
    });
    try {
      if (await settlesWithin(timeoutMs, asking)) return 'ok';
      log.error('the database did not answer in time');
    } catch (error) {
      log.error({ err: error }, 'the database is unavailable');
    }
    return 'away';
  }

  const partsNow = () => ({
    redis: counter.status(),
    live: live.status(),
    storage: storage.status(),
    mail: mail.status(),
  });
  const diskFreeBytes = () => freeBytesOf(env.dataDir);
  return {
    parts: partsNow,
    diskFreeBytes,
    async read() {
      const disk = diskStatusOf(await diskFreeBytes());
      const parts = { ...partsNow(), database: await databaseStatus(), disk };
      const isWhole = Object.values(parts).every((status) => status === 'ok' || status === 'off');
      const status = parts.database === 'away' ? 'unavailable' : isWhole ? 'ok' : 'degraded';
      return { status, ...parts, liveConnections: deps.liveConnections() };
    },
  };
}

/**
 * Serve the addresses for monitors. Live: this process answers, whatever its database does, so a
 * restart would not help. Ready: the database answers too, so a balancer may send calls here. The
 * database is migrated before the server listens. /api/health is the same with the state of every
 * part.
 */
export function healthRoutes(app: FastifyInstance, health: HealthReader): void {
  const config = { access: 'open' } as const;

  app.get(livePath, { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get(readyPath, { config }, async (_request, reply) => {
    const { status } = await health.read();
    return sendHealth(reply, { status });
  });

  app.get(healthPath, { config }, async (_request, reply) => sendHealth(reply, await health.read()));
}

function sendHealth(reply: FastifyReply, health: Pick<Health, 'status'>): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .code(health.status === 'unavailable' ? 503 : 200)
    .send(health);
}

/** Return how much space is left for the embedded database, files and mails. */
async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null; // no such folder: nothing is stored on this machine
  }
}

function diskStatusOf(freeBytes: number | null): DiskStatus {
  if (freeBytes === null) return 'ok';
  return freeBytes < fullBelowBytes ? 'full' : freeBytes < lowBelowBytes ? 'low' : 'ok';
}
