import type { Logger } from 'pino';
import type { PartStatus } from './partStatus.ts';
import { createRedisClient, type RedisClient } from './redisClient.ts';

export interface CounterWindow {
  current: number;
  /** Time until the count starts again. */
  ttlMs: number;
}

/** Counts by key within a time window, for all limits. */
export interface Counter {
  /**
   * Increment a count. Never waits for an unavailable Redis and never throws. A key is a kind, a
   * colon and the rest.
   */
  add(key: string, windowMs: number, amount?: number): Promise<CounterWindow>;
  read(key: string): Promise<CounterWindow>;
  /** Whether counts are shared with other nodes. */
  status(): PartStatus;
  close(): void;
}

/** Maximum number of keys of one kind that were counted once, and of those in each higher tier. */
const maxNewKeys = 25_000;
const maxKeysOfTier = 4000;
/** A tier holds counts of 1, 2 to 3, 4 to 7, … and from 128 on. */
const tiers = 8;
/** Maximum number of kinds. Kinds are named by the code; others share one store. */
const maxKinds = 64;

interface Count {
  current: number;
  endsAt: number;
  tier: number;
}

/**
 * Counts of one kind in bounded memory. A key is evicted only by keys of the same tier, the oldest
 * first. So a flood of new keys evicts neither counts near their limit nor the count of the
 * flooding client.
 */
class KeyStore {
  readonly #counts = new Map<string, Count>();
  /** Keys by tier, in the order in which they entered it. */
  readonly #tiers: Set<string>[] = Array.from({ length: tiers }, () => new Set());
  /**
   * Iterator at the oldest key of each tier. A new iterator would walk over the gaps of evicted
   * keys.
   */
  readonly #oldest = this.#tiers.map((keys) => keys.values());

  get size(): number {
    return this.#counts.size;
  }

  find(key: string, now: number): Count | undefined {
    const found = this.#counts.get(key);
    return found && found.endsAt > now ? found : undefined;
  }

  add(key: string, windowMs: number, amount: number, now: number): Count {
    const known = this.find(key, now);
    if (known) {
      known.current += amount;
      const tier = tierOf(known.current);
      if (tier !== known.tier) {
        this.#tiers[known.tier]?.delete(key);
        this.#enter(key, known, tier);
      }
      return known;
    }
    this.#remove(key);
    const tier = tierOf(amount);
    const count = { current: amount, endsAt: now + windowMs, tier };
    this.#counts.set(key, count);
    this.#enter(key, count, tier);
    return count;
  }

  #enter(key: string, count: Count, tier: number): void {
    const keys = this.#tiers[tier];
    if (!keys) return;
    if (keys.size >= (tier === 0 ? maxNewKeys : maxKeysOfTier)) {
      const first = this.#oldest[tier]?.next().value;
      if (first !== undefined) this.#remove(first);
    }
    count.tier = tier;
    keys.add(key);
  }

  #remove(key: string): void {
    const count = this.#counts.get(key);
    if (!count) return;
    this.#tiers[count.tier]?.delete(key);
    this.#counts.delete(key);
  }
}

function tierOf(count: number): number {
  return Math.min(tiers - 1, Math.max(0, Math.floor(Math.log2(count))));
}

/** Create a counter in this process. The kind of a key is the part before its first colon. */
export function memoryCounter(now: () => number = () => performance.now()): Counter & { size(): number } {
  const kinds = new Map<string, KeyStore>();
  const storeOf = (key: string): KeyStore => {
    const [named = ''] = key.split(':', 1);
    const kind = kinds.has(named) || kinds.size < maxKinds ? named : '';
    const store = kinds.get(kind) ?? new KeyStore();
    kinds.set(kind, store);
    return store;
  };
  const shown = ({ current, endsAt }: Count): CounterWindow => ({ current, ttlMs: endsAt - now() });
  return {
    async add(key, windowMs, amount = 1) {
      return shown(storeOf(key).add(key, windowMs, amount, now()));
    },
    async read(key) {
      const known = storeOf(key).find(key, now());
      return known ? shown(known) : { current: 0, ttlMs: 0 };
    },
    status: () => 'off',
    close: () => kinds.clear(),
    size: () => [...kinds.values()].reduce((sum, store) => sum + store.size, 0),
  };
}

/** Timeout of Redis commands. Rate limits must not delay a call for longer. */
const timeoutMs = 300;
const probeMs = 500;

const addScript = `
  local current = redis.call('INCRBY', KEYS[1], ARGV[2])
  if current == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`;
const readScript = `
  return {tonumber(redis.call('GET', KEYS[1]) or 0), math.max(0, redis.call('PTTL', KEYS[1]))}`;

/**
 * Create a counter in Redis, shared by all nodes. While Redis is unavailable, this process counts
 * alone. Only the first call waits for `timeoutMs`; a probe detects when Redis is available again.
 */
export async function sharedCounter(url: string, log: Logger): Promise<Counter> {
  const client = await createRedisClient(url, { commandTimeoutMs: timeoutMs, retryMs: probeMs });
  const redis = new RedisCounts(client, log);
  await redis.connect();
  const own = memoryCounter();
  return {
    async add(key, windowMs, amount = 1) {
      // Count here as well, so that a limit does not restart when Redis becomes unavailable.
      const [shared, here] = await Promise.all([
        redis.run(addScript, key, windowMs, amount),
        own.add(key, windowMs, amount),
      ]);
      return shared ?? here;
    },
    read: async (key) => (await redis.run(readScript, key)) ?? own.read(key),
    status: () => (redis.isAvailable ? 'ok' : 'away'),
    close: () => redis.close(),
  };
}

/** Counts in Redis, with a probe that detects whether Redis is available. */
class RedisCounts {
  readonly #redis: RedisClient;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #isAvailable = false;

  constructor(redis: RedisClient, log: Logger) {
    this.#redis = redis;
    this.#log = log;
  }

  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  async connect(): Promise<void> {
    this.#redis.on('error', (error) => this.#noteStatus(false, error));
    this.#redis.on('ready', () => void this.#probe());
    await this.#redis.connect().then(
      () => this.#probe(),
      (error: unknown) => this.#logUnavailable(error),
    );
    this.#timer = setInterval(() => void this.#probe(), probeMs).unref();
  }

  /** Run a script on a count. Returns null at once while Redis is unavailable. */
  async run(script: string, key: string, ...values: number[]): Promise<CounterWindow | null> {
    if (!this.#isAvailable) return null;
    try {
      const counted = await this.#redis.eval(script, 1, `limit:${key}`, ...values);
      const [current, ttlMs] = counted as [number, number];
      return { current, ttlMs };
    } catch (error) {
      this.#noteStatus(false, error);
      return null;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#redis.disconnect();
  }

  async #probe(): Promise<void> {
    await this.#redis.ping().then(
      () => this.#noteStatus(true),
      (error: unknown) => this.#noteStatus(false, error),
    );
  }

  #noteStatus(isAvailable: boolean, error?: unknown): void {
    if (this.#isAvailable === isAvailable) return;
    this.#isAvailable = isAvailable;
    if (isAvailable) this.#log.info('limits are shared through Redis');
    else this.#logUnavailable(error);
  }

  #logUnavailable(error: unknown): void {
    this.#log.error({ err: error }, 'Redis does not answer; this node counts for itself');
  }
}

/** Create the counter: shared if REDIS_URL is set. */
export async function openCounter(redisUrl: string | null, log: Logger): Promise<Counter> {
  return redisUrl === null ? memoryCounter() : sharedCounter(redisUrl, log);
}
