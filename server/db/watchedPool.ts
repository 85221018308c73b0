import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from './databaseErrors.ts';
import { settlesWithin } from './within.ts';

/** Timeout for "select 1" on a separate connection; after it the server counts as unavailable. */
const patienceMs = 3000;
const lookEveryMs = 1000;

/**
 * Monitors a server on a separate connection. While it hangs, running statements fail with their
 * connections and new calls are rejected at once. The pools' own timeouts cannot do this: they
 * would have to be shorter than the longest statement and than the queue of a busy pool.
 */
export class Lookout {
  readonly #settings: pg.ClientConfig;
  readonly #pools = new Set<WatchedPool>();
  #client: pg.Client | null = null;
  /** Aborted while the server is unavailable. */
  #answering = new AbortController();
  #isEnding = false;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;

  constructor(config: pg.ClientConfig) {
    this.#settings = { ...config, connectionTimeoutMillis: patienceMs };
    this.#watching = this.#watch();
  }

  /** Return a signal that is aborted while the server is unavailable; a new one once it is back. */
  get signal(): AbortSignal {
    return this.#answering.signal;
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
      const isThere = await this.#answers();
      const wasThere = !this.signal.aborted;
      if (isThere && !wasThere) this.#answering = new AbortController();
      if (!isThere && wasThere) {
        this.#answering.abort();
        for (const pool of this.#pools) pool.cut();
      }
      await pause(lookEveryMs, undefined, { ref: false, signal: this.#stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  async #answers(): Promise<boolean> {
    try {
      this.#client ??= await this.#open();
      if (await settlesWithin(patienceMs, this.#client.query('select 1'))) return true;
      throw new DatabaseUnavailable();
    } catch {
      cut(this.#client);
      this.#client = null;
      return false;
    }
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings);
    client.on('error', () => undefined); // the next check detects it
    await client.connect();
    return client;
  }
}

/** Pool of a monitored server. */
export class WatchedPool extends pg.Pool {
  readonly #connections = new Set<pg.PoolClient>();
  readonly #lookout: Lookout;

  constructor(config: pg.PoolConfig, lookout: Lookout) {
    super(config);
    this.#lookout = lookout;
    this.on('connect', (client) => this.#connections.add(client));
    this.on('remove', (client) => this.#connections.delete(client));
    lookout.add(this);
  }

  /** Open connections, in use or idle. */
  protected get connections(): { processID: number }[] {
    return [...this.#connections] as unknown as { processID: number }[];
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    const connected = this.#connected();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  /** Connect, or fail when the server becomes unavailable. */
  #connected(): Promise<pg.PoolClient> {
    const { signal } = this.#lookout;
    return new Promise((resolve, reject) => {
      const leave = () => reject(new DatabaseUnavailable());
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      super
        .connect()
        .then(
          (client) => (signal.aborted ? client.release(true) : resolve(client)),
          (error: unknown) => reject(new DatabaseUnavailable(error)),
        )
        .finally(() => signal.removeEventListener('abort', leave));
    });
  }

  override async end(): Promise<void> {
    // Hanging connections would delay the end.
    if (this.#lookout.signal.aborted) this.cut();
    await super.end();
  }

  /** Break all connections, so that waiting calls fail; the pool opens new ones. */
  cut(): void {
    for (const client of this.#connections) cut(client);
  }
}

/** Break a connection like a lost network: the running statement fails. */
function cut(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as {
    connection?: { stream: NodeJS.WritableStream & { destroy(error: Error): void } };
  };
  connection?.stream.destroy(new DatabaseUnavailable());
}
