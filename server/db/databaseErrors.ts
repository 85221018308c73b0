import { DrizzleQueryError } from 'drizzle-orm';

/** The database cannot be asked at the moment. What did not get through was not done. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseAway';

  constructor(cause?: unknown) {
    super('The database does not answer', { cause });
  }
}

/** Of Postgres: shutting down, crashed, starting, without a free connection. All of class 08 as well. */
const awayStates = new Set(['57P01', '57P02', '57P03', '53300']);
/** Of the system, where the statement was on its way. */
const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** Of node-postgres, which gives these no codes. */
const lostTexts = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** Whether a call failed because the database could not be reached, or went away under it. */
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

/**
 * Of Postgres: a deadlock, transactions that cannot be put into an order, a transaction that was
 * idle for too long.
 */
const conflictStates = new Set(['40P01', '40001', '25P03']);
/** Of Postgres: a lock was waited for too long, or the statement took too long or was cancelled. */
const timeoutStates = new Set(['55P03', '57014']);

/**
 * Whether Postgres ended a call in favour of another one: nothing was written, and the same call
 * can succeed.
 */
export function isConflict(error: unknown): boolean {
  return [...causesOf(error)].some((each) => conflictStates.has(codeOf(each)));
}

/** Whether Postgres ended a call that had waited too long: nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return [...causesOf(error)].some((each) => timeoutStates.has(codeOf(each)));
}

/** Whether something could not be written because there is no room: a row, a file, a mail. */
export function isDiskFull(error: unknown): boolean {
  return [...causesOf(error)].some((each) => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(each)));
}

/** Whether Postgres, or the WebAssembly it was compiled to, ended with this error. */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'RuntimeError') return true;
  const severity = 'severity' in error ? error.severity : undefined;
  return severity === 'PANIC' || severity === 'FATAL';
}

/** Of Postgres: pages or indexes are corrupt, a file is missing, a read or write failed. */
const damageStates = new Set(['XX001', 'XX002', '58P01', '58030']);

/** Whether a call failed because the files of the database are damaged. */
export function isDamage(error: unknown): boolean {
  return [...causesOf(error)].some((each) => isPanic(each) || damageStates.has(codeOf(each)));
}

/** Yields an error and what caused it. */
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
