import type { Logger } from 'pino';
import type { PartStatus } from '#server/lib/partStatus.ts';
import type { Presence } from '#shared/contract/live.ts';

/**
 * Messages between nodes. One about a change says only that there is one: each node reads it from
 * the database.
 */
export type BusMessage =
  | { type: 'changed'; projectId: number }
  | { type: 'people'; projectId: number; node: string; people: Presence[] }
  | { type: 'word'; projectId: number; message: string }
  | { type: 'sessionsEnded'; sids: string[] };

/**
 * Connection between the nodes. A message may be lost: each node also asks the database for
 * revisions and sessions (server/live/hub.ts), and presence is sent again.
 */
export interface Bus {
  tell(message: BusMessage): void;
  listen(listener: (message: BusMessage) => void): void;
  /** Calls back when messages may have been missed. */
  onBack(listener: () => void): void;
  /** Whether messages go through; off: there is nothing between the nodes but the database. */
  status(): PartStatus;
  /** Sends what was told, as far as that is possible soon. */
  close(): Promise<void>;
}

/** Returns a bus without other nodes. */
export function createLocalBus(): Bus {
  const nothing = () => undefined;
  return {
    tell: nothing,
    listen: nothing,
    onBack: nothing,
    status: () => 'off',
    close: async () => nothing(),
  };
}

/** Shared where REDIS_URL names a Redis. */
export async function openBus(redisUrl: string | null, log: Logger): Promise<Bus> {
  if (redisUrl === null) return createLocalBus();
  const { redisBus } = await import('./redisBus.ts');
  return redisBus(redisUrl, log);
}
