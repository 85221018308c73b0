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
    const results = await this._runExclusiveTransaction(() => this.#run<Row>(text, values, options));
    await this.#breathe();
    return results;
  }

  /** Wait for the only connection, and time that. */
  override async _runExclusiveTransaction<T>(work: () => Promise<T>): Promise<T> {
    const endWaiting = startPart('connection');
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
      const query: Query = async <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        if (tx.closed) throw new Error('Transaction is closed');
        const results = await this.#run<Row>(text, values, options);
        await this.#breathe();
        return results;
      };
      return work(Object.create(tx, { query: { value: query } }));
    });

  #run<Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return timePart('database', () => this.#execute<Row>(text, values, options));
  }

  #execute<Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(async () => {
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
    });
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
