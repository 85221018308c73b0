import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, rows } from '#server/db/client.ts';

/** Map from the ids of archived rows to newly reserved ids, in the same order. */
export class NewIds {
  readonly #table: PgTable;
  readonly #ids = new Map<number, number>();
  /** Archived ids in the order of their rows. Sorted, for binary search. */
  readonly #archived: number[] = [];

  constructor(table: PgTable) {
    this.#table = table;
  }

  /** Reserve new ids for those that have none yet. */
  async allot(db: Db, archived: Iterable<number>): Promise<void> {
    const unknown = [...new Set(archived)].filter((id) => !this.#ids.has(id)).sort((a, b) => a - b);
    if (unknown.length === 0) return;
    const reserved = await rows<{ id: number }>(
      db,
      sql`select nextval(pg_get_serial_sequence(${getTableName(this.#table)}, 'id'))::int as id
        from generate_series(1, ${unknown.length}::int)`,
    );
    const ids = reserved.map(({ id }) => id).sort((a, b) => a - b);
    for (const [at, id] of unknown.entries()) {
      this.#ids.set(id, ids[at] ?? 0);
      this.#archived.push(id);
    }
  }

  of(archived: number): number | undefined {
    return this.#ids.get(archived);
  }

  /** Return the new id of the last row up to `archived`. 0: there is none. */
  lastUpTo(archived: number): number {
    let from = 0;
    let to = this.#archived.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#archived[middle] ?? 0) <= archived) from = middle + 1;
      else to = middle;
    }
    return this.#ids.get(this.#archived[from - 1] ?? 0) ?? 0;
  }
}
