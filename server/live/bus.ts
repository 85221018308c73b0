import type { Logger } from 'pino';
import type { Presence } from '#shared/contract/live.ts';

/** What one node tells the others. Of a change only that there is one: each node reads it from the database. */
export type BusMessage =
  | { type: 'changed'; projectId: number }
  | { type: 'people'; projectId: number; node: string; people: Presence[] }
  | { type: 'word'; projectId: number; message: string };

/** Between the nodes. A message may be lost: changes are read in order from the database, and people are told again. */
export interface Bus {
  tell(message: BusMessage): void;
  listen(listener: (message: BusMessage) => void): void;
  /** Calls back when messages may have been missed. */
  onBack(listener: () => void): void;
  close(): void;
}

const channel = 'cold-open:live';

/** Of a node that is alone. */
export function silentBus(): Bus {
  const nothing = () => undefined;
  return { tell: nothing, listen: nothing, onBack: nothing, close: nothing };
}

/** Over Redis, which may go and come back: nobody waits for it. */
async function sharedBus(url: string, log: Logger): Promise<Bus> {
  const { Redis } = await import('ioredis');
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    retryStrategy: () => 500,
  };
  const [teller, listening] = [
    new Redis(url, options),
    new Redis(url, { ...options, autoResubscribe: false }),
  ];
  const listeners: ((message: BusMessage) => void)[] = [];
  const backListeners: (() => void)[] = [];
  const ignore = () => undefined;
  teller.on('error', ignore);
  listening.on('error', (error) => log.warn({ err: error }, 'other nodes are not heard: Redis is away'));
  listening.on('ready', () => {
    void listening.subscribe(channel).then(() => {
      for (const listener of backListeners) listener();
    }, ignore);
  });
  listening.on('message', (_channel, text) => {
    const message = JSON.parse(text) as BusMessage;
    for (const listener of listeners) listener(message);
  });
  await Promise.allSettled([teller.connect(), listening.connect()]);
  return {
    tell: (message) => void teller.publish(channel, JSON.stringify(message)).catch(ignore),
    listen: (listener) => listeners.push(listener),
    onBack: (listener) => backListeners.push(listener),
    close: () => {
      teller.disconnect();
      listening.disconnect();
    },
  };
}

/** Shared where REDIS_URL names a Redis. */
export async function openBus(redisUrl: string | null, log: Logger): Promise<Bus> {
  return redisUrl === null ? silentBus() : sharedBus(redisUrl, log);
}
