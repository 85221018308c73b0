import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConflict, isDatabaseUnavailable, isDiskFull, isLockTimeout } from '#server/db/databaseErrors.ts';
import { type ErrorBody, type ErrorCode, errorStatuses, errorTexts } from '#shared/errors.ts';

/** Extra parts of an error reply: fields by path, details, or documented parts of a call. */
export type RefusalExtra = Partial<Pick<ErrorBody, 'details' | 'fields'>> & Record<string, unknown>;

/** Error for the caller of an endpoint, with an HTTP status. Any other thrown error is a bug. */
export class HttpRefusal extends Error {
  readonly code: ErrorCode;
  readonly extra: RefusalExtra;

  constructor(code: ErrorCode, message: string, extra: RefusalExtra = {}, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

export function invalid(message: string, fields?: Record<string, string>): HttpRefusal {
  return new HttpRefusal('invalid', message, fields ? { fields } : {});
}

export function unauthorized(): HttpRefusal {
  return new HttpRefusal('unauthorized', errorTexts.unauthorized);
}

/** Reject a call that costs more than its payer has (decision OQ-41). */
export function outOfCredits(required: number, creditBalance: number): HttpRefusal {
  return new HttpRefusal('out_of_credits', errorTexts.outOfCredits, { required, creditBalance });
}

export function forbidden(message: string = errorTexts.forbidden, details?: string): HttpRefusal {
  return new HttpRefusal('forbidden', message, details ? { details } : {});
}

/** notFound('Scene') → 404 "Scene not found". */
export function notFound(thing?: string): HttpRefusal {
  return new HttpRefusal('not_found', thing ? `${thing} not found` : 'Not found');
}

/** Return a 409. `extra` is added to the body: data that the caller needs to decide. */
export function conflict(message: string, extra?: Record<string, unknown>): HttpRefusal {
  return new HttpRefusal('conflict', message, extra);
}

export function gone(message: string): HttpRefusal {
  return new HttpRefusal('gone', message);
}

export function tooLarge(message = 'The request is too large.'): HttpRefusal {
  return new HttpRefusal('too_large', message);
}

export function unsupportedType(message = 'This call takes JSON.'): HttpRefusal {
  return new HttpRefusal('unsupported_type', message);
}

/** Return a 429 with Retry-After. */
export function tooManyRequests(
  retryAfterSeconds: number,
  message: string = errorTexts.tooManyRequests,
): HttpRefusal {
  return new HttpRefusal('too_many_requests', message, { retryAfterSeconds });
}

/** Return the error for a failed third party. The cause is logged only. */
export function upstream(vendor: string, cause: unknown, message: string): HttpRefusal {
  return new HttpRefusal('upstream', message, {}, new Error(vendor, { cause }));
}

/** Return a 503. `cause` is logged only. */
export function unavailable(message: string, cause?: unknown): HttpRefusal {
  return new HttpRefusal('unavailable', message, {}, cause);
}

/** Return the 503 for a row that another transaction keeps locked. The reply has Retry-After. */
export function databaseBusy(cause?: unknown): HttpRefusal {
  return new HttpRefusal('unavailable', errorTexts.databaseBusy, { retryAfterSeconds: 3 }, cause);
}

/** Send the replies of failed calls. Nothing else does. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof HttpRefusal ? error : refusalOf(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (refusal.cause) request.log.warn({ err: refusal.cause }, refusal.message);
  return send(reply, refusal);
}

function send(reply: FastifyReply, refusal: HttpRefusal): FastifyReply {
  const { retryAfterSeconds, ...extra } = refusal.extra;
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds);
  const body: ErrorBody = { code: refusal.code, message: refusal.message, error: refusal.message, ...extra };
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .removeHeader('content-disposition')
    .type('application/json; charset=utf-8')
    .send(body);
}

/**
 * Convert errors of Fastify and its plugins by their status, and temporary failures of the machine.
 * Any other error is a bug, whose text is only logged.
 */
function refusalOf(error: Error & { statusCode?: number; code?: string }): HttpRefusal {
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
  if (isDiskFull(error)) return unavailable(errorTexts.diskFull);
  if (isDatabaseUnavailable(error)) return unavailable(errorTexts.databaseAway);
  if (isConflict(error) || isLockTimeout(error)) return databaseBusy();
  return new HttpRefusal('internal', errorTexts.internal);
}
