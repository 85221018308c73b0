import pg from 'pg';
import { startPart } from './callTimes.ts';
import { isConflict } from './databaseErrors.ts';

/** Maximum number of prepared statements of a connection; others are parsed each time. */
const maxStatements = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxStatements) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Connection that prepares each statement with parameters once, under a name. */
export class PreparedClient extends pg.Client {
  #keepingAlive: Promise<unknown> | null = null;
  /** Reason why the connection ended while only a keep-alive was running. */
  #endedBy: Error | null = null;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', (error) => {
      this.#endedBy ??= error;
    });
  }

  /**
   * Send an empty statement unless one is running. If the connection has ended, for example by the
   * idle-in-transaction timeout, its error is stored and returned by the next statement.
   */
  keepAlive(): void {
    const { readyForQuery } = this as unknown as { readyForQuery: boolean };
    if (this.#keepingAlive !== null || !readyForQuery) return;
    this.#keepingAlive = super
      .query('select 1')
      .catch((error) => {
        if (isConflict(error)) this.#endedBy ??= error;
      })
      .finally(() => {
        this.#keepingAlive = null;
      });
  }

  /**
   * Run a statement. On an ended connection, reject with the original reason. The driver would only
   * report that the connection is not queryable, which counts as an unavailable database, and a
   * transaction that was idle for too long would not be retried.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen overloads, and all are passed through
  override query(statement: any, ...rest: any[]): any {
    const isAwaited = typeof rest.at(-1) !== 'function' && typeof statement?.submit !== 'function';
    if (isAwaited && this.#endedBy !== null) return Promise.reject(this.#endedBy);
    if (isAwaited && this.#keepingAlive !== null)
      return this.#keepingAlive.then(() => this.query(statement, ...rest));
    const { text, name } = typeof statement === 'object' && statement !== null ? statement : {};
    const values = statement?.values ?? rest[0];
    const isNamed =
      typeof text === 'string' && name === undefined && Array.isArray(values) && values.length > 0;
    return this.#timed(isNamed ? { ...statement, name: nameOf(text) } : statement, rest);
  }

  /** Run a statement and time it. Cursors and streams are not timed. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  #timed(statement: any, rest: any[]): any {
    if (typeof statement?.submit === 'function') return super.query(statement, ...(rest as [unknown[]]));
    const end = startPart('database');
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      const ending = (error: unknown, result: unknown) => {
        end(Boolean(error));
        callback(error, result);
      };
      return super.query(statement, ...(rest.slice(0, -1) as [unknown[]]), ending);
    }
    const result = super.query(statement, ...(rest as [unknown[]])) as unknown as Promise<unknown>;
    result.then(
      () => end(),
      () => end(true),
    );
    return result;
  }
}
