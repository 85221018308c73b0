import type { Logger } from 'pino';
import type { PartStatus } from '#server/lib/partStatus.ts';
import type { LiveClientMessage, Presence } from '#shared/contract/live.ts';

/** Tab that sends messages by calls, which may reach another node than its connection. */
export interface LiveSender {
  projectId: number;
  presenceId: string;
  /** Hash of its session. */
  sid: string;
}

/**
 * Message between nodes. One about a change only announces it: each node reads it from the
 * database.
 */
export type BusMessage =
  | { type: 'changed'; projectId: number }
  | { type: 'people'; projectId: number; node: string; people: Presence[] }
  | { type: 'word'; projectId: number; message: string; from?: string }
  | ({ type: 'said'; messages: LiveClientMessage[] } & LiveSender)
  | { type: 'sessionsEnded'; sids: string[] }
  /** A node may have missed messages: the others repeat presences and drafts. */
  | { type: 'returned' };

/**
 * Connection between the nodes. A message may be lost: each node also polls revisions and sessions
 * in the database (server/live/hub.ts), and presence is repeated.
 */
export interface Bus {
  tell(message: BusMessage): void;
  listen(listener: (message: BusMessage) => void): void;
  /** Called when messages may have been missed. */
  onBack(listener: () => void): void;
  /** Whether messages are delivered; off: there is only the database between the nodes. */
  status(): PartStatus;
  /** Send pending messages, as far as that is possible soon. */
  close(): Promise<void>;
}

/** Create a bus without other nodes. */
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

/** Open the bus: Redis if REDIS_URL is set. */
export async function openBus(redisUrl: string | null, log: Logger): Promise<Bus> {
  if (redisUrl === null) return createLocalBus();
  const { redisBus } = await import('./redisBus.ts');
  return redisBus(redisUrl, log);
}
