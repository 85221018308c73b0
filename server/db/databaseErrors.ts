import { DrizzleQueryError } from 'drizzle-orm';

/** The database is unavailable. A statement that fails with it was not executed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseAway';

  constructor(cause?: unknown) {
    super('The database does not answer', { cause });
  }
}

/**
 * SQLSTATEs of an unavailable server: shutting down, crashed, starting, no free connection. All of
 * class 08 as well.
 */
const awayStates = new Set(['57P01', '57P02', '57P03', '53300']);
/** System errors of connections. */
const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** Errors of node-postgres without codes. */
const lostTexts = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/**
 * Return whether a call failed because the database could not be reached or the connection was
 * lost.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const causes = [...causesOf(error)];
  if (causes.some((each) => each instanceof DatabaseUnavailable)) return true;
  if (!causes.some((each) => each instanceof DrizzleQueryError)) return false;
  return causes.some((each) => {
    const code = codeOf(each);
    const isLost = each instanceof Error && lostTexts.test(each.message);
    return isLost || awayStates.has(code) || lostCodes.has(code) || /^08...$/.test(code);
  });
}

/** Postgres states: deadlock, serialization failure, idle-in-transaction timeout. */
const conflictStates = new Set(['40P01', '40001', '25P03']);
/** Postgres states: lock timeout, statement timeout or cancellation. */
const timeoutStates = new Set(['55P03', '57014']);

/**
 * Return whether Postgres aborted a statement in favour of another one. Nothing was written, and it
 * may succeed when repeated.
 */
export function isConflict(error: unknown): boolean {
  return [...causesOf(error)].some((each) => conflictStates.has(codeOf(each)));
}

/** Return whether Postgres aborted a statement that waited too long. Nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return [...causesOf(error)].some((each) => timeoutStates.has(codeOf(each)));
}

/** Return whether a row, file or mail could not be written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return [...causesOf(error)].some((each) => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(each)));
}

/** Return whether Postgres, or its WebAssembly build, crashed with this error. */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'RuntimeError') return true;
  const severity = 'severity' in error ? error.severity : undefined;
  return severity === 'PANIC' || severity === 'FATAL';
}

/** Postgres states: corrupt pages or indexes, a missing file, a failed read or write. */
const damageStates = new Set(['XX001', 'XX002', '58P01', '58030']);

/** Return whether a call failed because the database files are damaged. */
export function isDamage(error: unknown): boolean {
  return [...causesOf(error)].some((each) => isPanic(each) || damageStates.has(codeOf(each)));
}

/** Return whether a database has no such schema, table or column. */
export function isMissingRelation(error: unknown): boolean {
  return [...causesOf(error)].some((each) => ['42P01', '42703', '3F000'].includes(codeOf(each)));
}

/** Yield an error and its causes. */
export function* causesOf(error: unknown): Generator<unknown> {
  let each = error;
  for (let depth = 0; each !== undefined && each !== null && depth < 10; depth++) {
    yield each;
    each = each instanceof Error ? each.cause : undefined;
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
