import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { LogLevel } from '#server/env.ts';

/**
 * Create the log: JSON lines on standard output. It contains no secrets and no text of users: no
 * cookies, tokens, query strings or script text.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['cookie', 'token', 'code', 'content', 'text', 'headers'].flatMap((key) => [key, `*.${key}`]),
        censor: '[hidden]',
      },
      serializers: { err: errorForLog },
    },
    destination ?? pino.destination({ sync: false }),
  );
}

/** Log a failed statement without its parameters, which are users' text and secrets. */
function errorForLog(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    const cause = (error.cause ?? {}) as { code?: string; constraint?: string; table?: string };
    const { code, constraint, table } = cause;
    return { type: 'DrizzleQueryError', sqlState: code, constraint, table, query: error.query };
  }
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = stdSerializers.err(error);
  const cause = error.cause === undefined ? undefined : errorForLog(error.cause);
  return { type, message, stack, cause };
}
