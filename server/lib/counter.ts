import type { Logger } from 'pino';
import type { PartStatus } from './partStatus.ts';

export interface CounterWindow {
  current: number;
  /** Until the count starts anew. */
  ttlMs: number;
}

/** Counts by key within a window of time: what every limit rests on. */
export interface Counter {
  /** Never waits for a Redis that is away, and never throws. */
  add(key: string, windowMs: number, amount?: number): Promise<CounterWindow>;
  read(key: string): Promise<CounterWindow>;
  /** Whether counts are shared with other nodes. */
  status(): PartStatus;
  close(): void;
}

/** Beyond this many keys the oldest go: an attacker with many addresses must not fill the memory. */
const maxKeys = 50_000;

/** Counts in this process. */
export function memoryCounter(now: () => number = Date.now): Counter {
  const counts = new Map<string, { current: number; endsAt: number }>();
  const living = (key: string) => {
    const found = counts.get(key);
    return found && found.endsAt > now() ? found : undefined;
  };
  const shown = ({ current, endsAt }: { current: number; endsAt: number }): CounterWindow => ({
    current,
    ttlMs: endsAt - now(),
  });
  return {
    async add(key, windowMs, amount = 1) {
      const known = living(key);
      if (known) {
        known.current += amount;
        return shown(known);
      }
      const fresh = { current: amount, endsAt: now() + windowMs };
      // After all others, so that the first keys are the oldest.
      counts.delete(key);
      counts.set(key, fresh);
      for (const oldest of counts.keys()) {
        if (counts.size <= maxKeys) break;
        counts.delete(oldest);
      }
      return shown(fresh);
    },
    async read(key) {
      const known = living(key);
      return known ? shown(known) : { current: 0, ttlMs: 0 };
    },
    status: () => 'off',
    close: () => counts.clear(),
  };
}

/** A Redis that takes longer is one that does not answer: limits are no reason to keep a call waiting. */
const patienceMs = 300;
const probeMs = 500;

const addScript = `
  local current = redis.call('INCRBY', KEYS[1], ARGV[2])
  if current == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`;
const readScript = `
  return {tonumber(redis.call('GET', KEYS[1]) or 0), math.max(0, redis.call('PTTL', KEYS[1]))}`;

/**
 * Counts in Redis, which the nodes share. While it is away, killed or merely silent, this process counts for itself:
 * the first call that finds out waits `patienceMs`, no other one waits, and a probe finds out when it is back.
 */
export async function sharedCounter(url: string, log: Logger): Promise<Counter> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    // What cannot be sent now is counted here instead of sent later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: 2000,
    commandTimeout: patienceMs,
    // Probes keep a living connection from being silent for so long.
    socketTimeout: 5000,
    retryStrategy: () => probeMs,
  });
  const own = memoryCounter();
  let isThere = false;

  function learn(answers: boolean, error?: unknown): void {
    if (isThere === answers) return;
    isThere = answers;
    if (answers) log.info('limits are shared through Redis');
    else log.error({ err: error }, 'Redis does not answer; this node counts for itself');
  }

  async function ask(script: string, key: string, ...values: number[]): Promise<CounterWindow | null> {
    if (!isThere) return null;
    try {
      const [current, ttlMs] = (await redis.eval(script, 1, `limit:${key}`, ...values)) as [number, number];
      return { current, ttlMs };
    } catch (error) {
      learn(false, error);
      return null;
    }
  }

  async function probe(): Promise<void> {
    await redis.ping().then(
      () => learn(true),
      (error: unknown) => learn(false, error),
    );
  }

  redis.on('error', (error) => learn(false, error));
  redis.on('ready', () => void probe());
  await redis.connect().then(probe, (error: unknown) => {
    log.error({ err: error }, 'Redis does not answer; this node counts for itself');
  });
  const timer = setInterval(probe, probeMs).unref();

  return {
    async add(key, windowMs, amount = 1) {
      // Here as well, so that a limit does not begin anew when Redis goes.
      const [shared, here] = await Promise.all([
        ask(addScript, key, windowMs, amount),
        own.add(key, windowMs, amount),
      ]);
      return shared ?? here;
    },
    read: async (key) => (await ask(readScript, key)) ?? own.read(key),
    status: () => (isThere ? 'ok' : 'away'),
    close: () => {
      clearInterval(timer);
      redis.disconnect();
    },
  };
}

/** Shared where REDIS_URL names a Redis. */
export async function openCounter(redisUrl: string | null, log: Logger): Promise<Counter> {
  return redisUrl === null ? memoryCounter() : sharedCounter(redisUrl, log);
}
