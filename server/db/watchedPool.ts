import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from './databaseErrors.ts';
import { settlesWithin } from './within.ts';

/** A Postgres that takes longer over "select 1", on a connection of its own, is one that does not answer. */
const patienceMs = 3000;
const lookEveryMs = 1000;

/**
 * Looks after a server from beside its pools. While the server hangs, nobody waits for it:
 * statements on their way fail with their connections, and new calls are refused at once. The
 * pools' own time-outs cannot do this: they would have to be shorter than the longest statement,
 * and than the queue before a busy pool.
 */
export class Lookout {
  readonly #settings: pg.ClientConfig;
  readonly #pools = new Set<WatchedPool>();
  #client: pg.Client | null = null;
  /** Aborted while the server is away. */
  #answering = new AbortController();
  #isEnding = false;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;

  constructor(config: pg.ClientConfig) {
    this.#settings = { ...config, connectionTimeoutMillis: patienceMs };
    this.#watching = this.#watch();
  }

  /** Aborted while the server is away; another one once it is back. */
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
    client.on('error', () => undefined); // the next look finds out
    await client.connect();
    return client;
  }
}

/** A pool of a server that a lookout looks after. */
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

  /** Those that are open, in use or not. */
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

  /** Who waits for a connection when the server falls silent waits no longer. */
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
    // What hangs would be waited for.
    if (this.#lookout.signal.aborted) this.cut();
    await super.end();
  }

  /** Breaks the connections, so that nobody waits for an answer; the pool makes new ones. */
  cut(): void {
    for (const client of this.#connections) cut(client);
  }
}

/** As a broken line does it: the statement on its way fails. */
function cut(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as {
    connection?: { stream: NodeJS.WritableStream & { destroy(error: Error): void } };
  };
  connection?.stream.destroy(new DatabaseUnavailable());
}
