import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway } from './failures.ts';
import { settlesWithin } from './within.ts';

/** A Postgres that takes longer over "select 1", on a connection of its own, is one that does not answer. */
const patienceMs = 3000;
const lookEveryMs = 1000;

/**
 * A pool whose server is looked at from beside it. While the server hangs, nobody waits for it: statements on their way
 * fail with their connections, and new calls are refused at once. The pool's own time-outs cannot do this: they would
 * have to be shorter than the longest statement, and than the queue before a busy pool.
 */
export class WatchedPool extends pg.Pool {
  readonly #settings: pg.ClientConfig;
  readonly #connections = new Set<pg.PoolClient>();
  #lookout: pg.Client | null = null;
  /** Aborted while the server is away. */
  #answering = new AbortController();
  #isEnding = false;
  #watching: Promise<void>;
  readonly #stopping = new AbortController();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.#settings = { ...config, connectionTimeoutMillis: patienceMs };
    this.on('connect', (client) => this.#connections.add(client));
    this.on('remove', (client) => this.#connections.delete(client));
    this.#watching = this.#watch();
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
    const { signal } = this.#answering;
    return new Promise((resolve, reject) => {
      const leave = () => reject(new DatabaseAway());
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      super
        .connect()
        .then(
          (client) => (signal.aborted ? client.release(true) : resolve(client)),
          (error: unknown) => reject(new DatabaseAway(error)),
        )
        .finally(() => signal.removeEventListener('abort', leave));
    });
  }

  override async end(): Promise<void> {
    this.#isEnding = true;
    this.#stopping.abort();
    await this.#watching;
    // What hangs would be waited for.
    if (this.#answering.signal.aborted) for (const client of this.#connections) this.#cut(client);
    await Promise.all([this.#lookout?.end(), super.end()]);
  }

  async #watch(): Promise<void> {
    while (!this.#isEnding) {
      const isThere = await this.#answers();
      const wasThere = !this.#answering.signal.aborted;
      if (isThere && !wasThere) this.#answering = new AbortController();
      if (!isThere && wasThere) {
        this.#answering.abort();
        for (const client of this.#connections) this.#cut(client);
      }
      await pause(lookEveryMs, undefined, { ref: false, signal: this.#stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  async #answers(): Promise<boolean> {
    try {
      this.#lookout ??= await this.#open();
      if (await settlesWithin(patienceMs, this.#lookout.query('select 1'))) return true;
      throw new DatabaseAway();
    } catch {
      this.#cut(this.#lookout);
      this.#lookout = null;
      return false;
    }
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings);
    client.on('error', () => undefined); // the next look finds out
    await client.connect();
    return client;
  }

  /** As a broken line does it: who waits for an answer hears of it, and the pool makes a new connection. */
  #cut(client: pg.ClientBase | null): void {
    const { connection } = (client ?? {}) as {
      connection?: { stream: NodeJS.WritableStream & { destroy(error: Error): void } };
    };
    connection?.stream.destroy(new DatabaseAway());
  }
}
