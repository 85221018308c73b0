import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './client.ts';

/*
 * Reads between the statements of a long transaction (docs/decisions/0097). The embedded database
 * has one connection, which a transaction keeps. A transaction may let others read data that it
 * does not change.
 */

/** Work that only reads: data of one project, or of none in particular. */
export interface Reader {
  projectId: number | null;
}

/** Project that a transaction changes, which nobody may read. Null: it changes nothing. */
export interface ReadWindow {
  changedProjectId: number | null;
}

const readers = new AsyncLocalStorage<Reader>();

/** Run work whose reads may run between the statements of a transaction of another project. */
export function runAsReader<T>(projectId: number | null, work: () => T): T {
  return readers.run({ projectId }, work);
}

/** Return the reader on whose behalf the current code runs. Undefined: it may also write. */
export function currentReader(): Reader | undefined {
  return readers.getStore();
}

/** Return whether a reader may read while the window is open. */
export function isOpenFor(window: ReadWindow | null, reader: Reader): window is ReadWindow {
  if (window === null) return false;
  return window.changedProjectId === null || window.changedProjectId !== reader.projectId;
}

/** Return whether a statement only reads and takes no lock. */
export function isPlainRead(text: string): boolean {
  return (
    /^\s*(select|with)\b/i.test(text) &&
    !/\b(insert|update|delete|share|nextval|setval|set_config|pg_advisory\w*)\b/i.test(text)
  );
}

type LetOthersRead = <T>(changedProjectId: number, work: () => Promise<T>) => Promise<T>;
const windowsOf = new WeakMap<object, LetOthersRead>();

/** Register how a database with one connection lets others read. */
export function setReadWindows(db: Db, letRead: LetOthersRead): void {
  windowsOf.set(db, letRead);
}

/**
 * Run a part of a transaction that changes only rows of this project, not its own row, its members
 * or its revision, and let calls of other projects read in the meantime. On Postgres they do so
 * anyway.
 */
export function letOthersRead<T>(db: Db, changedProjectId: number, work: () => Promise<T>): Promise<T> {
  const letRead = windowsOf.get(db);
  return letRead ? letRead(changedProjectId, work) : work();
}
