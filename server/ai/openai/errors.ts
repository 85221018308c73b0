import { type FailureFacts, type FailureKind, ModelFailure } from '../failure.ts';
import { errorCodeOf, memberOf, requestIdIn, retryAfterFact, retryAfterMs } from '../providerAnswer.ts';
import { parseJson } from '../providerCall.ts';

/** An error answer of the server. `words` is only for classification and must not be passed on. */
export interface ProviderError {
  status: number;
  code: string | null;
  requestId: string | null;
  words: string;
  headers: Headers;
}

/**
 * Read an error answer in any form: OpenAI's, a string, `detail` or `message`, with a number or
 * text as code. The code is logged, so a code that contains the key is dropped.
 */
export function readError(status: number, headers: Headers, body: string, key: string | null): ProviderError {
  const value = parseJson(body);
  const error = memberOf(value, 'error') ?? value;
  const code = memberOf(error, 'code') ?? memberOf(error, 'type');
  return {
    ...{ status, headers, requestId: requestIdIn(headers, 'x-request-id', key) },
    code: errorCodeOf(code, key),
    words: body.slice(0, 10_000).toLowerCase(),
  };
}

export function failureOf(error: ProviderError): ModelFailure {
  const facts: FailureFacts = {
    status: error.status,
    code: error.code,
    vendorRequestId: error.requestId,
    ...retryAfterFact(retryAfterMs(error.headers)),
  };
  return new ModelFailure(kindOf(error), facts);
}

function kindOf({ status, code, words }: ProviderError): FailureKind {
  if (isUsedUp(code, words)) return 'quota';
  if (status === 401) return 'key';
  if (status === 404 || code === 'model_not_found') return 'model';
  if (code === 'context_length_exceeded' || /context (length|window|size)/.test(words)) return 'tooLong';
  if (/content_(policy|filter)|moderation_blocked|content_policy_violation/.test(`${code} ${words}`))
    return 'filtered';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'busy';
  if (status === 408) return 'slow';
  if (status >= 500) return 'broken';
  return 'request';
}

const isUsedUp = (code: string | null, words: string) =>
  code === 'insufficient_quota' || (code === null && words.includes('insufficient_quota'));

/** Return whether the call was rejected before any work was done and may succeed later. */
export function isRetryableError({ status, code, words, headers }: ProviderError): boolean {
  const wish = headers.get('x-should-retry');
  if (wish === 'true') return true;
  if (wish === 'false' || isUsedUp(code, words)) return false;
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
}

/** Return whether the server does not support the requested response format. */
export function isAboutFormat({ status, words }: ProviderError): boolean {
  return (
    (status === 400 || status === 422 || status === 500 || status === 501) &&
    /response_format|json_schema|json_object|json schema|structured output|grammar/.test(words)
  );
}
