import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { PreparedClient } from './preparedPg.ts';
import { retryConflicts } from './retrying.ts';
import { Lookout, WatchedPool } from './watchedPool.ts';

/** Connections for writes and transactions, which may wait for rows. */
const maxWriters = 8;
/** Connections for reads, which wait for no row: session look-ups, lists, health. */
const maxReaders = 8;
/** Maximum number of writers that wait for a lock while other writers wait for a connection. */
const maxWaiting = maxWriters / 2;
const lookEveryMs = 200;
/**
 * Among many writers of one row, each gets it sooner than this. A longer wait is for a row that is
 * held.
 */
const heldMs = 500;
/** The idle-in-transaction timeout must be longer. */
const keepAliveMs = 3000;
/** A transaction that hangs in this process is not kept alive for longer. */
const maxKeepAlives = 20;

/**
 * Pool in two parts: reads have connections that no writer can take. While writers queue for a
 * connection, those that have waited for a lock for the shortest time are cancelled and retry
 * behind the others (retryConflicts). So one held row blocks neither reads nor writes to other
 * rows.
 */
export class RoutingPool extends WatchedPool {
  readonly readers: WatchedPool;
  readonly #ownLookout: Lookout;
  #isMakingRoom = false;

  constructor(config: pg.PoolConfig) {
    const lookout = new Lookout(config);
    super({ ...config, max: maxWriters }, lookout);
    this.#ownLookout = lookout;
    this.readers = new WatchedPool({ ...config, max: maxReaders }, lookout);
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
    else return super.connect().then(keptAlive);
  }

  override async end(): Promise<void> {
    await this.#ownLookout.end();
    await Promise.all([super.end(), this.readers.end()]);
  }

  async #makeRoom(): Promise<void> {
    if (this.#isMakingRoom) return;
    this.#isMakingRoom = true;
    do {
      await pause(lookEveryMs, undefined, { ref: false });
      if (this.waitingCount > 0) await this.#cancelWaiting().catch(() => undefined); // the next check tries again
    } while (this.waitingCount > 0 && !this.ending);
    this.#isMakingRoom = false;
  }

  /**
   * Match process ids and application name: behind a pooler the ids may belong to other programs.
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
      [pids, this.options.application_name, maxWaiting, heldMs],
    );
  }
}

const reading = /^\s*(select|with)\b/i;
const writing =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|nextval|setval)\b/i;

/**
 * Return whether a statement waits for no row. A read that looks like a write counts as a write.
 */
function isRead(text: unknown): boolean {
  return typeof text === 'string' && reading.test(text) && !writing.test(text);
}

/**
 * Send a statement every three seconds while the connection is in use and idle, so that the
 * idle-in-transaction timeout ends only transactions of stopped processes.
 */
function keptAlive(client: pg.PoolClient): pg.PoolClient {
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
