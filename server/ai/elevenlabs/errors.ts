import { type FailureFacts, type FailureKind, ModelFailure } from '../failure.ts';
import { errorCodeOf, memberOf, requestIdIn, retryAfterFact, retryAfterMs } from '../providerAnswer.ts';

/** An error answer of ElevenLabs. `words` is only for classification and must not be passed on. */
export interface ElevenLabsError {
  status: number;
  code: string | null;
  words: string;
  headers: Headers;
}

/** Read an error answer. Its code is logged, so a code that contains the key is dropped. */
export function readRejection(status: number, headers: Headers, body: unknown, key: string): ElevenLabsError {
  const detail = memberOf(body, 'detail') ?? body;
  // A 422 has a list of invalid fields, other errors an object or a sentence.
  const first = Array.isArray(detail) ? detail[0] : detail;
  const code = memberOf(first, 'status') ?? memberOf(first, 'code') ?? memberOf(first, 'type');
  return {
    ...{ status, headers, code: errorCodeOf(code, key) },
    words: JSON.stringify(body ?? '')
      .slice(0, 10_000)
      .toLowerCase(),
  };
}

/** The requested resource. The meaning of a status depends on it. */
export type RequestedResource = 'speech' | 'sound' | 'voices' | 'design';

export function failureOfRejection(
  error: ElevenLabsError,
  resource: RequestedResource,
  key: string,
): ModelFailure {
  const facts: FailureFacts = {
    status: error.status,
    code: error.code,
    vendorRequestId: requestIdIn(error.headers, 'request-id', key),
    ...retryAfterFact(retryAfterMs(error.headers)),
  };
  return new ModelFailure(kindOf(error, resource), facts);
}

function kindOf({ status, code, words }: ElevenLabsError, resource: RequestedResource): FailureKind {
  // An exceeded quota also comes as 401, so check it before the key.
  if (code === 'quota_exceeded' || (code === null && words.includes('quota_exceeded'))) return 'quota';
  if (code === 'voice_limit_reached' || code === 'voice_add_edit_limit_reached') return 'voiceSlots';
  if (code === 'max_character_limit_exceeded') return 'tooLong';
  if (code === 'missing_permissions') return 'forbidden';
  if (/^(detected_unusual_activity|content_|moderation)/.test(code ?? '')) return 'filtered';
  if (code?.startsWith('model_')) return 'model';
  if (resource === 'speech' && (code === 'voice_not_found' || status === 404)) return 'voice';
  if (status === 401) return 'key';
  if (status === 403) return resource === 'design' ? 'plan' : 'forbidden';
  if (status === 404) return 'model';
  if (status === 429 || status === 425) return 'busy';
  if (status === 408) return 'slow';
  if (status >= 500) return 'broken';
  return 'request';
}

/** Return whether the call was rejected before any work was done and may succeed later. */
export function isRetryableRejection({ status, code }: ElevenLabsError): boolean {
  return code !== 'quota_exceeded' && (status === 425 || status === 429 || status === 503);
}
