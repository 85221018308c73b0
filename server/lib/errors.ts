import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConflict, isDatabaseUnavailable, isDiskFull, isLockTimeout } from '#server/db/databaseErrors.ts';
import { type ErrorBody, type ErrorCode, errorStatuses, errorTexts } from '#shared/errors.ts';

/** Extra parts of an error reply: fields by path, details, or documented parts of a call. */
export type HttpErrorExtra = Partial<Pick<ErrorBody, 'details' | 'fields'>> & Record<string, unknown>;

/** Error for the caller of an endpoint, with an HTTP status. Any other thrown error is a bug. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly extra: HttpErrorExtra;

  constructor(code: ErrorCode, message: string, extra: HttpErrorExtra = {}, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

export function invalid(message: string, fields?: Record<string, string>): HttpError {
  return new HttpError('invalid', message, fields ? { fields } : {});
}

export function unauthorized(): HttpError {
  return new HttpError('unauthorized', errorTexts.unauthorized);
}

/** Reject a call that costs more than its payer has (decision OQ-41). */
export function outOfCredits(required: number, creditBalance: number): HttpError {
  return new HttpError('out_of_credits', errorTexts.outOfCredits, { required, creditBalance });
}

export function forbidden(message: string = errorTexts.forbidden, details?: string): HttpError {
  return new HttpError('forbidden', message, details ? { details } : {});
}

/** notFound('Scene') → 404 "Scene not found". */
export function notFound(thing?: string): HttpError {
  return new HttpError('not_found', thing ? `${thing} not found` : 'Not found');
}

/** Return a 409. `extra` is added to the body: data that the caller needs to decide. */
export function conflict(message: string, extra?: Record<string, unknown>): HttpError {
  return new HttpError('conflict', message, extra);
}

export function gone(message: string): HttpError {
  return new HttpError('gone', message);
}

export function tooLarge(message = 'The request is too large.'): HttpError {
  return new HttpError('too_large', message);
}

export function unsupportedType(message = 'This call takes JSON.'): HttpError {
  return new HttpError('unsupported_type', message);
}

/** Return a 429 with Retry-After. */
export function tooManyRequests(
  retryAfterSeconds: number,
  message: string = errorTexts.tooManyRequests,
): HttpError {
  return new HttpError('too_many_requests', message, { retryAfterSeconds });
}

/** Return the error for a failed third party. The cause is logged only. */
export function upstream(provider: string, cause: unknown, message: string): HttpError {
  return new HttpError('upstream', message, {}, new Error(provider, { cause }));
}

/** Return a 503. `cause` is logged only. */
export function unavailable(message: string, cause?: unknown): HttpError {
  return new HttpError('unavailable', message, {}, cause);
}

/**
 * Convert any error to one for the caller: temporary failures of the machine and the database to
 * 503. Any other error is a bug, whose text is only logged.
 */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isDiskFull(error)) return unavailable(errorTexts.diskFull, error);
  if (isDatabaseUnavailable(error)) return unavailable(errorTexts.databaseAway, error);
  if (isConflict(error) || isLockTimeout(error))
    // A row that another transaction keeps locked. The reply has Retry-After.
    return new HttpError('unavailable', errorTexts.databaseBusy, { retryAfterSeconds: 3 }, error);
  return new HttpError('internal', errorTexts.internal, {}, error);
}

/** Send the replies of failed calls. Nothing else does. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const rejection = frameworkErrorOf(error) ?? httpErrorOf(error);
  if (rejection.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (rejection.cause) request.log.warn({ err: rejection.cause }, rejection.message);
  return send(reply, rejection);
}

function send(reply: FastifyReply, rejection: HttpError): FastifyReply {
  const { retryAfterSeconds, ...extra } = rejection.extra;
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds);
  const body: ErrorBody = {
    code: rejection.code,
    message: rejection.message,
    error: rejection.message,
    ...extra,
  };
  return reply
    .code(rejection.status)
    .header('cache-control', 'no-store')
    .removeHeader('content-disposition')
    .type('application/json; charset=utf-8')
    .send(body);
}

/** Convert errors of Fastify and its plugins by their status. Null: another error. */
function frameworkErrorOf(error: Error & { statusCode?: number; code?: string }): HttpError | null {
  const isFrameworkError = error.code?.startsWith('FST_') || error instanceof SyntaxError;
  if (isFrameworkError && error.statusCode === 413) return tooLarge();
  if (isFrameworkError && error.statusCode === 415) return unsupportedType();
  if (
    isFrameworkError &&
    error.statusCode !== undefined &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  ) {
    const isOfBody = error.code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError;
    return invalid('The request could not be read.', isOfBody ? { body: 'Is not valid JSON' } : undefined);
  }
  return null;
}
