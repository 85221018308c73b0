import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import type { PartStatus } from '#server/lib/partStatus.ts';
import { createRedisClient, type RedisClient } from '#server/lib/redisClient.ts';
import type { Bus, BusMessage } from './bus.ts';

const channel = 'cold-open:live';
const beatMs = 500;
/** Redis counts as unavailable when the last heartbeat that it delivered is older than this. */
const lateMs = 2000;
/**
 * Time without heartbeats after which both connections are reopened, because one may be half open.
 */
const reconnectMs = 5000;
/** Timeout of Redis at the start and at the end. */
const timeoutMs = 1000;

const options = { commandTimeoutMs: lateMs, retryMs: beatMs };

/** Open a bus on Redis. Waits for the first heartbeat, at most `timeoutMs`. */
export async function redisBus(url: string, log: Logger): Promise<Bus> {
  const publisher = await createRedisClient(url, options);
  const subscriber = await createRedisClient(url, { ...options, autoResubscribe: false });
  const bus = new RedisBus(publisher, subscriber, log);
  await bus.open();
  return bus;
}

/**
 * Passes messages between nodes through Redis, and detects whether Redis works: this node sends
 * itself a heartbeat every half second, over the same connections as all messages. Without
 * heartbeats nothing is sent, because Redis would deliver it too late, and received drafts are
 * ignored for the same reason. No caller waits for Redis.
 */
class RedisBus implements Bus {
  readonly #log: Logger;
  readonly #beatChannel = `${channel}:beat:${randomUUID()}`;
  readonly #publisher: RedisClient;
  readonly #subscriber: RedisClient;
  readonly #listeners: ((message: BusMessage) => void)[] = [];
  readonly #backListeners: (() => void)[] = [];
  readonly #firstBeat = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #isAvailable = false;
  /** Whether the availability of Redis was logged. */
  #isLogged = false;
  #answeredAtMs = performance.now();
  #connectedAtMs = performance.now();
  #lastError: unknown;

  constructor(publisher: RedisClient, subscriber: RedisClient, log: Logger) {
    this.#publisher = publisher;
    this.#subscriber = subscriber;
    this.#log = log;
  }

  async open(): Promise<void> {
    const noteError = (error: unknown) => {
      this.#lastError = error;
    };
    this.#subscriber.on('ready', () => this.#subscribe());
    this.#subscriber.on('message', (from: string, text: string) =>
      from === channel ? this.#receive(text) : this.#receiveBeat(Number(text)),
    );
    for (const connection of [this.#publisher, this.#subscriber]) {
      connection.on('error', noteError);
      void connection.connect().catch(noteError);
    }
    this.#timer = setInterval(() => this.#beat(), beatMs).unref();
    if (!(await settlesWithin(timeoutMs, this.#firstBeat.promise))) this.#noteStatus(false);
  }

  tell(message: BusMessage): void {
    if (this.#isAvailable) void this.#publisher.publish(channel, JSON.stringify(message)).catch(ignore);
  }

  listen(listener: (message: BusMessage) => void): void {
    this.#listeners.push(listener);
  }

  onBack(listener: () => void): void {
    this.#backListeners.push(listener);
  }

  status(): PartStatus {
    return this.#isAvailable ? 'ok' : 'away';
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isAvailable) await settlesWithin(timeoutMs, this.#publisher.quit()).catch(ignore);
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }

  #subscribe(): void {
    this.#connectedAtMs = performance.now();
    this.#subscriber.subscribe(channel, this.#beatChannel).then(
      () => this.#beat(),
      (error: unknown) => {
        this.#lastError = error;
        this.#subscriber.disconnect(true);
      },
    );
  }

  #receive(text: string): void {
    const message = messageIn(text);
    if (!message || (message.type === 'word' && !this.#isAvailable)) return;
    for (const listener of this.#listeners) listener(message);
  }

  #receiveBeat(sentAtMs: number): void {
    const nowMs = performance.now();
    // Ignore a heartbeat that was delivered late.
    if (nowMs - sentAtMs > lateMs) return;
    this.#answeredAtMs = nowMs;
    this.#noteStatus(true);
    this.#firstBeat.resolve();
  }

  #beat(): void {
    void this.#publisher.publish(this.#beatChannel, String(performance.now())).catch(ignore);
    // Check after pending messages were read, because this process may have been blocked.
    setImmediate(() => this.#checkBeats());
  }

  #checkBeats(): void {
    const nowMs = performance.now();
    if (nowMs - this.#answeredAtMs <= lateMs) return;
    this.#noteStatus(false);
    if (nowMs - this.#connectedAtMs <= reconnectMs) return;
    this.#connectedAtMs = nowMs;
    for (const connection of [this.#publisher, this.#subscriber])
      if (connection.status === 'ready') connection.disconnect(true);
  }

  #noteStatus(isAvailable: boolean): void {
    const isNew = this.#isAvailable !== isAvailable || !this.#isLogged;
    this.#isAvailable = isAvailable;
    if (!isNew) return;
    this.#isLogged = true;
    if (isAvailable) {
      this.#log.info('the live channel is shared through Redis');
      for (const listener of this.#backListeners) listener();
      return;
    }
    this.#log.error(
      { err: this.#lastError },
      'Redis does not deliver messages, changes of other nodes are polled from the database every 2 s',
    );
  }
}

function ignore(): void {}

/** Parse a message; undefined if it is none. */
function messageIn(text: string): BusMessage | undefined {
  try {
    return JSON.parse(text) as BusMessage;
  } catch {
    return undefined;
  }
}
