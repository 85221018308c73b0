import pg from 'pg';

/** Statements that stay prepared on a connection; texts beyond are parsed each time. */
const maxStatements = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxStatements) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** A connection on which every statement with parameters is parsed once and then known by its name. */
export class PreparedClient extends pg.Client {
  #keepingAlive: Promise<unknown> | null = null;

  /** Sends a statement without effect if none is running; a failure shows in the next statement. */
  keepAlive(): void {
    const { readyForQuery } = this as unknown as { readyForQuery: boolean };
    if (this.#keepingAlive !== null || !readyForQuery) return;
    this.#keepingAlive = super
      .query('select 1')
      .catch(() => undefined)
      .finally(() => {
        this.#keepingAlive = null;
      });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has a dozen overloads, all of which pass through
  override query(statement: any, ...rest: any[]): any {
    const last = rest.at(-1);
    if (this.#keepingAlive !== null && typeof last !== 'function' && typeof statement?.submit !== 'function')
      return this.#keepingAlive.then(() => this.query(statement, ...rest));
    const { text, name } = typeof statement === 'object' && statement !== null ? statement : {};
    const values = statement?.values ?? rest[0];
    if (typeof text === 'string' && name === undefined && Array.isArray(values) && values.length > 0)
      return super.query({ ...statement, name: nameOf(text) }, ...(rest as [unknown[]]));
    return super.query(statement, ...(rest as [unknown[]]));
  }
}
