import { type FailureFacts, type FailureKind, ModelFailure } from '../failure.ts';
import { errorCodeOf, memberOf, retryAfterFact } from '../providerAnswer.ts';

/**
 * Convert an error answer `{error: {code, message, status}}`. Its message must not leave this file.
 */
export function failureOfGoogle(
  httpStatus: number,
  body: unknown,
  key: string | null,
  waitMs: number | null,
): ModelFailure {
  const error = memberOf(body, 'error');
  const code = errorCodeOf(memberOf(error, 'status'), key);
  const words = String(memberOf(error, 'message') ?? '').slice(0, 10_000);
  const facts: FailureFacts = { status: httpStatus, code, ...retryAfterFact(waitMs) };
  return new ModelFailure(kindOf(httpStatus, code, words), facts);
}

function kindOf(status: number, code: string | null, words: string): FailureKind {
  // An invalid key also comes as 400.
  if (status === 401 || /api[_ ]key/i.test(words)) return 'key';
  if (status === 402 || /\bbilling\b|\bquota\b.*\bplan\b/i.test(words)) return 'quota';
  // As 400: the region or the project of the key lacks permission.
  if (status === 403 || code === 'FAILED_PRECONDITION') return 'forbidden';
  if (status === 404) return 'model';
  if (status === 429) return 'busy';
  if (status === 408 || status === 504) return 'slow';
  if (status >= 500) return 'broken';
  return speaksOfRules(words) ? 'filtered' : 'request';
}

/**
 * Return the failure of a job that ended without a video: 'filtered' for content rules, otherwise
 * 'noVideo'.
 */
export function failureOfJob(errors: readonly unknown[], key: string | null): ModelFailure {
  const isFiltered = errors.some((error) =>
    [memberOf(error, 'code'), memberOf(error, 'message')].some((text) => speaksOfRules(String(text ?? ''))),
  );
  const codes = errors.flatMap((error) => errorCodeOf(lastPart(memberOf(error, 'code')), key) ?? []);
  return new ModelFailure(isFiltered ? 'filtered' : 'noVideo', { code: codes[0] ?? null });
}

function speaksOfRules(text: string): boolean {
  return /safety|filter|polic(y|ies)|prohibited|blocked|responsible ai|\brai\b|recitation|copyright|celebrity/i.test(
    text.replaceAll('_', ' '),
  );
}

/** Return the last segment of an error code, which is a URL. */
function lastPart(code: unknown): unknown {
  return typeof code === 'string' ? code.split('/').at(-1) : code;
}
