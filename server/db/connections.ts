import type { Db } from './client.ts';

/** Connections of one pool to the database. */
export interface PoolReading {
  pool: 'readers' | 'writers' | 'embedded';
  used: number;
  idle: number;
  max: number;
  /** Calls that wait for a connection. */
  waiting: number;
}

/** State of a database in this process, for metrics and the administrators' page. */
export interface DatabaseReading {
  pools: PoolReading[];
  /** Memory of an embedded database. Null: it runs elsewhere. */
  memoryBytes: number | null;
}

const readings = new WeakMap<object, () => DatabaseReading>();

/** Register the function that reads the state of a database. */
export function setDatabaseReading(db: Db, read: () => DatabaseReading): void {
  readings.set(db, read);
}

/** Return the state of a database. A database of a test may have none. */
export function databaseReading(db: Db): DatabaseReading {
  return readings.get(db)?.() ?? { pools: [], memoryBytes: null };
}
