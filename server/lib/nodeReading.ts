import type { Db } from '#server/db/client.ts';
import { databaseReading, type PoolReading } from '#server/db/connections.ts';
import type { LiveTransport } from '#shared/contract/live.ts';
import { cacheBytes } from './cacheBytes.ts';
import { type QueueReading, queueReadings } from './fairQueue.ts';

/** Live channel of this node. */
export interface LiveReading {
  /** Projects with a connection. */
  rooms: number;
  connections: Record<LiveTransport, number>;
}

/** State of this process. Reading it waits for nothing. */
export interface NodeReading {
  memory: Record<string, number>;
  pools: PoolReading[];
  queues: Record<string, QueueReading>;
  live: LiveReading;
}

/** Return the state of this process, for metrics and the administrators' page. */
export function readNode(db: Db, live: LiveReading): NodeReading {
  const { pools, memoryBytes } = databaseReading(db);
  return { memory: memoryByPart(memoryBytes), pools, queues: Object.fromEntries(queueReadings()), live };
}

/**
 * Return the memory by part, in bytes. `resident` is the whole process. The caches are parts of
 * `buffers` and `heap`.
 */
function memoryByPart(databaseBytes: number | null): Record<string, number> {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const caches = Array.from(cacheBytes(), ([name, bytes]) => [`cache ${name}`, bytes] as const);
  return {
    ...{ resident: rss, heap: heapUsed, buffers: arrayBuffers, native: external - arrayBuffers },
    ...(databaseBytes !== null && { database: databaseBytes }),
    ...Object.fromEntries(caches),
  };
}
