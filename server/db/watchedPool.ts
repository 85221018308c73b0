import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { timePart } from './callTimes.ts';
import { DatabaseUnavailable } from './databaseErrors.ts';
import { settlesWithin } from './settlesWithin.ts';

/** Timeout of "select 1" on a separate connection. After it the server counts as unavailable. */
const timeoutMs = 3000;
const checkIntervalMs = 1000;
/** Timeout of the first connection: a process that starts on a busy machine is slow itself. */
const startTimeoutMs = 10_000;

/**
 * Monitors a server on a separate connection. While the server hangs, connections are closed, so
 * that running statements fail, and new calls are rejected at once. The pools' own timeouts cannot
 * do this: they would have to be shorter than the longest statement and than the queue of a busy
 * pool.
 */
export class ServerMonitor {
  readonly #settings: pg.ClientConfig;
  readonly #pools = new Set<WatchedPool>();
  #client: pg.Client | null = null;
  /** Aborted while the server is unavailable. */
  #available = new AbortController();
  #hasConnected = false;
  #isEnding = false;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;

  constructor(config: pg.ClientConfig) {
    this.#settings = config;
    this.#watching = this.#watch();
  }

  /**
   * Signal that is aborted while the server is unavailable. It is replaced when the server is
   * available again.
   */
  get signal(): AbortSignal {
    return this.#available.signal;
  }

  add(pool: WatchedPool): void {
    this.#pools.add(pool);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#stopping.abort();
    await this.#watching;
    await this.#client?.end();
  }

  async #watch(): Promise<void> {
    while (!this.#isEnding) {
      const isAvailable = await this.#isAnswering();
      const wasAvailable = !this.signal.aborted;
      if (isAvailable && !wasAvailable) this.#available = new AbortController();
      if (!isAvailable && wasAvailable) {
        this.#available.abort();
        for (const pool of this.#pools) pool.cut();
      }
      await pause(checkIntervalMs, undefined, { ref: false, signal: this.#stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  async #isAnswering(): Promise<boolean> {
    try {
      this.#client ??= await this.#open();
      if (await settlesWithin(timeoutMs, this.#client.query('select 1'))) return true;
      throw new DatabaseUnavailable();
    } catch {
      cut(this.#client);
      this.#client = null;
      return false;
    }
  }

  async #open(): Promise<pg.Client> {
    const connectionTimeoutMillis = this.#hasConnected ? timeoutMs : startTimeoutMs;
    const client = new pg.Client({ ...this.#settings, connectionTimeoutMillis });
    client.on('error', () => undefined); // the next check detects it
    await client.connect();
    this.#hasConnected = true;
    return client;
  }
}

/** Pool of a monitored server. */
export class WatchedPool extends pg.Pool {
  readonly #connections = new Set<pg.PoolClient>();
  readonly #monitor: ServerMonitor;

  constructor(config: pg.PoolConfig, monitor: ServerMonitor) {
    super(config);
    this.#monitor = monitor;
    this.on('connect', (client) => this.#connections.add(client));
    this.on('remove', (client) => this.#connections.delete(client));
    monitor.add(this);
  }

  /** Open connections, in use or idle. */
  protected get connections(): { processID: number }[] {
    return [...this.#connections] as unknown as { processID: number }[];
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    const connected = timePart('connection', () => this.#connected());
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  /** Connect, or fail when the server becomes unavailable. */
  #connected(): Promise<pg.PoolClient> {
    const { signal } = this.#monitor;
    return new Promise((resolve, reject) => {
      const fail = () => reject(new DatabaseUnavailable());
      if (signal.aborted) return fail();
      signal.addEventListener('abort', fail, { once: true });
      super
        .connect()
        .then(
          (client) => (signal.aborted ? client.release(true) : resolve(client)),
          (error: unknown) => reject(new DatabaseUnavailable(error)),
        )
        .finally(() => signal.removeEventListener('abort', fail));
    });
  }

  override async end(): Promise<void> {
    // Hanging connections would delay the end.
    if (this.#monitor.signal.aborted) this.cut();
    await super.end();
  }

  /** Close all connections, so that waiting calls fail. The pool opens new ones. */
  cut(): void {
    for (const client of this.#connections) cut(client);
  }
}

/** Close the socket of a connection, so that the running statement fails. */
function cut(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as {
    connection?: { stream: NodeJS.WritableStream & { destroy(error: Error): void } };
  };
  connection?.stream.destroy(new DatabaseUnavailable());
}
