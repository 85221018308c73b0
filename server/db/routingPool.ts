import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { PoolReading } from './connections.ts';
import type { PreparedClient } from './preparedPg.ts';
import { retryConflicts } from './retrying.ts';
import { ServerMonitor, WatchedPool } from './watchedPool.ts';

/** Connections for writes and transactions, which may wait for row locks. */
const maxWriters = 8;
/** Connections for reads, which never wait for row locks: session look-ups, lists, health. */
const maxReaders = 8;
/** Maximum number of writers that wait for a lock while other writers wait for a connection. */
const maxLockWaiters = maxWriters / 2;
const checkIntervalMs = 200;
/**
 * Time within which each of many writers of one row gets its lock. A longer wait means that a
 * transaction keeps the row locked.
 */
const maxUsualWaitMs = 500;
/** Interval of keep-alives. The idle-in-transaction timeout must be longer. */
const keepAliveMs = 3000;
/** Maximum number of keep-alives, so that a transaction that hangs in this process ends too. */
const maxKeepAlives = 20;

/**
 * Pool in two parts: reads have connections that no writer can take. While writers wait for a
 * connection, those that have waited for a lock for the shortest time are cancelled and retried
 * after the others (retryConflicts). So one locked row blocks neither reads nor writes of other
 * rows.
 */
export class RoutingPool extends WatchedPool {
  readonly readers: WatchedPool;
  readonly #monitor: ServerMonitor;
  #isMakingRoom = false;

  constructor(config: pg.PoolConfig) {
    const monitor = new ServerMonitor(config);
    super({ ...config, max: maxWriters }, monitor);
    this.#monitor = monitor;
    this.readers = new WatchedPool({ ...config, max: maxReaders }, monitor);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen overloads, and all are passed through
  override query(statement: any, ...rest: any[]): any {
    const text = typeof statement === 'string' ? statement : statement?.text;
    const hasCallback = rest.some((each) => typeof each === 'function');
    const run = isRead(text)
      ? () => this.readers.query(statement, ...(rest as [unknown[]]))
      : () => super.query(statement, ...(rest as [unknown[]]));
    return hasCallback ? run() : retryConflicts(run);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (this.totalCount - this.idleCount >= maxWriters) void this.#makeRoom();
    if (callback !== undefined) super.connect(callback);
    else return super.connect().then(sendKeepAlives);
  }

  /** Return the state of both pools. */
  readings(): PoolReading[] {
    const readingOf = (
      pool: PoolReading['pool'],
      { totalCount, idleCount, waitingCount }: pg.Pool,
      max: number,
    ) => ({
      ...{ pool, max, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
    });
    return [readingOf('writers', this, maxWriters), readingOf('readers', this.readers, maxReaders)];
  }

  override async end(): Promise<void> {
    await this.#monitor.end();
    await Promise.all([super.end(), this.readers.end()]);
  }

  async #makeRoom(): Promise<void> {
    if (this.#isMakingRoom) return;
    this.#isMakingRoom = true;
    do {
      await pause(checkIntervalMs, undefined, { ref: false });
      if (this.waitingCount > 0) await this.#cancelWaiting().catch(() => undefined); // the next check tries again
    } while (this.waitingCount > 0 && !this.ending);
    this.#isMakingRoom = false;
  }

  /**
   * Cancel waiting statements. They are matched by process id and application name, because behind
   * a pooler the ids may belong to other programs.
   */
  async #cancelWaiting(): Promise<void> {
    const pids = this.connections.map(({ processID }) => processID);
    await this.readers.query(
      `select pg_cancel_backend(pid) from (
         select pid, min(query_start) over () as oldest from pg_stat_activity
         where pid = any($1::int[]) and application_name = $2 and usename = current_user
           and wait_event_type = 'Lock'
         order by query_start, pid offset $3
       ) waiting
       where oldest < now() - $4 * interval '1 millisecond'`,
      [pids, this.options.application_name, maxLockWaiters, maxUsualWaitMs],
    );
  }
}

const reading = /^\s*(select|with)\b/i;
const writing =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|nextval|setval)\b/i;

/**
 * Return whether a statement is a read, which waits for no lock. A read that looks like a write
 * counts as a write.
 */
function isRead(text: unknown): boolean {
  return typeof text === 'string' && reading.test(text) && !writing.test(text);
}

/**
 * Send a keep-alive while the connection is in use and idle, so that the idle-in-transaction
 * timeout ends only transactions of stopped processes.
 */
function sendKeepAlives(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent >= maxKeepAlives) clearInterval(timer);
    (client as unknown as PreparedClient).keepAlive();
  }, keepAliveMs);
  timer.unref();
  client.release = (error) => {
    clearInterval(timer);
    release(error);
  };
  return client;
}
