import {
  PGlite,
  type PGliteInterface,
  type PGliteOptions,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { startPart, timePart } from '#server/db/callTimes.ts';
import type { DatabaseReading } from '#server/db/connections.ts';
import { createEventLoopYielder } from '#server/db/eventLoopYielder.ts';
import {
  currentReader,
  isOpenFor,
  isPlainRead,
  type Reader,
  type ReadWindow,
} from '#server/db/readsBetween.ts';
import { WaitingReads } from '#server/db/waitingReads.ts';

/** Maximum number of prepared statements; others are parsed each time. */
const maxStatements = 500;

const wire = protocol.serialize;

interface Statement {
  name: string;
  /** Types of the parameters. */
  typeIds: number[];
  /** Columns of the rows. They cannot change while the statement is prepared. */
  rowDescription: Message[];
}

type Query = PGliteInterface['query'];
type Message = Parameters<typeof parse.parseResults>[0][number];

/**
 * PGlite with prepared statements that are sent in one piece. PGlite's own query parses each time
 * and enters the database six times per statement, which takes longer than most of our statements.
 */
export class PreparedPGlite extends PGlite {
  #statements = new Map<string, Statement>();
  /** The database runs in this thread: yield between the statements of long work. */
  #breathe = createEventLoopYielder();
  readonly #waitingReads = new WaitingReads();
  /** Open while the running transaction lets others read. */
  #window: ReadWindow | null = null;
  /** Number of statements and transactions that use the connection or wait for it. */
  #callers = 0;

  /** Open a database. PGlite's own create would make one without prepared statements. */
  static async open(options: PGliteOptions): Promise<PreparedPGlite> {
    const client = new PreparedPGlite(options);
    await client.waitReady;
    return client;
  }

  override async query<Row>(
    text: string,
    values: unknown[] = [],
    options?: QueryOptions,
  ): Promise<Results<Row>> {
    const reader = this.#callers > 0 && isPlainRead(text) ? currentReader() : undefined;
    const results = reader
      ? await this.#runEarly<Row>(reader, text, values, options)
      : await this._runExclusiveTransaction(() => this.#run<Row>(text, values, options));
    await this.#breathe();
    return results;
  }

  /** Run a read between the statements of a transaction, or else when its turn comes. */
  #runEarly<Row>(reader: Reader, text: string, values: unknown[], options?: QueryOptions) {
    const endWaiting = startPart('connection');
    return this.#waitingReads.run<Results<Row>>(
      async () => {
        const results = await this.#runBetween<Row>(reader, text, values, options);
        if (results) endWaiting();
        return results;
      },
      (early) =>
        this.#takeTurn(async () => (await early()) ?? this.#run<Row>(text, values, options), endWaiting),
    );
  }

  /** Let readers of other projects read between the statements of the running transaction. */
  async letOthersRead<T>(changedProjectId: number, work: () => Promise<T>): Promise<T> {
    if (this.#window) return work(); // part of a larger one
    this.#openWindow({ changedProjectId });
    try {
      return await work();
    } finally {
      this.#window = null;
    }
  }

  #openWindow(window: ReadWindow): void {
    this.#window = window;
    this.#waitingReads.retry();
  }

  /**
   * Run a read inside the running transaction. A savepoint keeps its failure from ending that
   * transaction. Returns undefined if the window has closed.
   */
  async #runBetween<Row>(
    reader: Reader,
    text: string,
    values: unknown[],
    options?: QueryOptions,
  ): Promise<Results<Row> | undefined> {
    if (!isOpenFor(this.#window, reader)) return undefined;
    return this._runExclusiveQuery(async () => {
      if (!isOpenFor(this.#window, reader)) return undefined;
      try {
        await this.#perform('savepoint read_between', []);
      } catch {
        return undefined; // the transaction has failed or ended; the read waits for its turn
      }
      try {
        return await timePart('database', () => this.#perform<Row>(text, values, options));
      } catch (error) {
        await this.#perform('rollback to savepoint read_between', []);
        throw error;
      } finally {
        await this.#perform('release savepoint read_between', []);
      }
    });
  }

  /** Wait for the only connection, and time that. */
  override _runExclusiveTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#takeTurn(work, startPart('connection'));
  }

  async #takeTurn<T>(work: () => Promise<T>, endWaiting: () => void): Promise<T> {
    this.#callers += 1;
    try {
      return await super._runExclusiveTransaction(() => {
        endWaiting();
        return work();
      });
    } finally {
      endWaiting();
      this.#callers -= 1;
    }
  }

  /** State of this database. */
  reading(): DatabaseReading {
    const used = Math.min(1, this.#callers);
    const pool = { pool: 'embedded', max: 1, used, idle: 1 - used, waiting: this.#callers - used } as const;
    return { pools: [pool], memoryBytes: this.Module.HEAPU8.byteLength };
  }

  /** Run work while no statement runs; all wait for it. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this._runExclusiveTransaction(() => this._runExclusiveQuery(work));
  }

  override transaction: PGlite['transaction'] = (work) =>
    super.transaction((tx) => {
      let isReadOnly = false;
      const query: Query = async <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        if (tx.closed) throw new Error('Transaction is closed');
        const results = await this.#run<Row>(text, values, options);
        isReadOnly ||= /^set transaction .*\bread only\b/i.test(text);
        if (isReadOnly && !this.#window) this.#openWindow({ changedProjectId: null });
        await this.#breathe();
        return results;
      };
      return work(Object.create(tx, { query: { value: query } })).finally(() => {
        this.#window = null;
      });
    });

  #run<Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return timePart('database', () => this.#execute<Row>(text, values, options));
  }

  #execute<Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(() => this.#perform<Row>(text, values, options));
  }

  /** Perform a statement while no other one runs. */
  async #perform<Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    const { name, typeIds, rowDescription } = this.#statements.get(text) ?? (await this.#prepare(text));
    const written = values.map((value, i) => {
      if (value === null || value === undefined) return null;
      return this.serializers[typeIds[i] ?? 0]?.(value) ?? String(value);
    });
    const messages = await this.execProtocolStream(
      joined(wire.bind({ statement: name, values: written }), wire.execute(), wire.sync()),
      { syncToFs: false },
    );
    const [results] = parse.parseResults([...rowDescription, ...messages], this.#parsersFor(options), {
      ...(options?.rowMode && { rowMode: options.rowMode }),
    });
    return results as Results<Row>;
  }

  /**
   * Pass the parsers of a statement on top of the default ones. PGlite would copy all its parsers
   * for every statement, an eighth of the time of a 304 reply.
   */
  #parsersFor(options: QueryOptions | undefined): typeof this.parsers {
    const { parsers } = options ?? {};
    return parsers ? Object.assign(Object.create(this.parsers), parsers) : this.parsers;
  }

  async #prepare(text: string): Promise<Statement> {
    const isKept = this.#statements.size < maxStatements;
    const name = isKept ? `s${this.#statements.size}` : '';
    const messages = await this.execProtocolStream(
      joined(wire.parse({ name, text }), wire.describe({ type: 'S', name }), wire.sync()),
      { syncToFs: false },
    );
    const typeIds = parse.parseDescribeStatementResults(messages);
    const rowDescription = messages.filter((message) => message.name === 'rowDescription');
    const statement = { name, typeIds, rowDescription };
    if (isKept) this.#statements.set(text, statement);
    return statement;
  }
}

function joined(...messages: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(messages));
}
