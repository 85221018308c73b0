import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { settlesWithin } from '#server/db/within.ts';
import type { Bus, BusMessage } from './bus.ts';

const channel = 'cold-open:live';
const beatMs = 500;
/** Redis counts as unavailable if no beat of the last two seconds has come back. */
const lateMs = 2000;
/** While no beat comes back, both connections are reopened, because one may be half open. */
const reconnectMs = 5000;
/** Timeout for Redis at the start and at the end. */
const patienceMs = 1000;

const options = {
  lazyConnect: true,
  // A message that cannot be sent now is lost: later it would be outdated.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // The ready check would hang in a Redis that is silent.
  enableReadyCheck: false,
  connectTimeout: 2000,
  commandTimeout: lateMs,
  socketTimeout: 5000,
  retryStrategy: () => beatMs,
};

/**
 * Pass messages between nodes through Redis, and detect whether it works: a beat goes to this node
 * every half second, over the same connections as all messages. While none comes back nothing is
 * sent, because a hanging Redis would deliver it later, and received drafts are ignored for the
 * same reason. No caller waits for Redis.
 */
export async function redisBus(url: string, log: Logger): Promise<Bus> {
  const beatChannel = `${channel}:beat:${randomUUID()}`;
  const [teller, listening] = [
    new Redis(url, options),
    new Redis(url, { ...options, autoResubscribe: false }),
  ];
  const listeners: ((message: BusMessage) => void)[] = [];
  const backListeners: (() => void)[] = [];
  const ignore = () => undefined;
  const first = Promise.withResolvers<void>();
  let isThere = false;
  let isNoted = false;
  let answeredAtMs = performance.now();
  let connectedAtMs = performance.now();
  let reason: unknown;

  function learn(answers: boolean): void {
    const isNews = isThere !== answers || !isNoted;
    isThere = answers;
    if (!isNews) return;
    isNoted = true;
    if (answers) log.info('the live channel is shared through Redis');
    else
      log.error(
        { err: reason },
        'Redis does not pass messages on; changes on other nodes are read from the database every 2 s',
      );
    if (answers) for (const listener of backListeners) listener();
  }

  function beat(): void {
    void teller.publish(beatChannel, String(performance.now())).catch(ignore);
    // Read messages first that arrived while this process was blocked.
    setImmediate(look);
  }

  function look(): void {
    const nowMs = performance.now();
    if (nowMs - answeredAtMs <= lateMs) return;
    learn(false);
    if (nowMs - connectedAtMs <= reconnectMs) return;
    connectedAtMs = nowMs;
    for (const connection of [teller, listening])
      if (connection.status === 'ready') connection.disconnect(true);
  }

  function hear(text: string): void {
    const message = messageIn(text);
    if (!message || (message.type === 'word' && !isThere)) return;
    for (const listener of listeners) listener(message);
  }

  const noteReason = (error: unknown) => {
    reason = error;
  };
  teller.on('error', noteReason);
  listening.on('error', noteReason);
  listening.on('ready', () => {
    connectedAtMs = performance.now();
    listening.subscribe(channel, beatChannel).then(beat, (error: unknown) => {
      noteReason(error);
      listening.disconnect(true);
    });
  });
  listening.on('message', (from, text) => {
    if (from === channel) return hear(text);
    const nowMs = performance.now();
    // Ignore a beat that Redis has delivered late.
    if (nowMs - Number(text) > lateMs) return;
    answeredAtMs = nowMs;
    learn(true);
    first.resolve();
  });
  for (const connection of [teller, listening]) void connection.connect().catch(noteReason);
  const timer = setInterval(beat, beatMs).unref();
  if (!(await settlesWithin(patienceMs, first.promise))) learn(false);

  return {
    tell: (message) => {
      if (isThere) void teller.publish(channel, JSON.stringify(message)).catch(ignore);
    },
    listen: (listener) => listeners.push(listener),
    onBack: (listener) => backListeners.push(listener),
    status: () => (isThere ? 'ok' : 'away'),
    close: async () => {
      clearInterval(timer);
      if (isThere) await settlesWithin(patienceMs, teller.quit()).catch(ignore);
      teller.disconnect();
      listening.disconnect();
    },
  };
}

/** Parse a message; undefined if it is none. */
function messageIn(text: string): BusMessage | undefined {
  try {
    return JSON.parse(text) as BusMessage;
  } catch {
    return undefined;
  }
}
