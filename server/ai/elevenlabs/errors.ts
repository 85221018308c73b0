import { type FailureFacts, type FailureKind, ModelFailure } from '../failure.ts';
import { containsApiKey, requestIdIn, retryAfterMs } from '../vendorAnswer.ts';

/** What ElevenLabs said when it refused. `words` is for deciding here and goes no further. */
export interface Refused {
  status: number;
  code: string | null;
  words: string;
  headers: Headers;
}

/** Its own short code; what is kept of it goes into the log, so it must not be the key, given back. */
export function readRefusal(status: number, headers: Headers, body: unknown, key: string): Refused {
  const detail = field(body, 'detail') ?? body;
  // Of a 422 it is a list of what does not fit; of others an object, or a sentence.
  const first = Array.isArray(detail) ? detail[0] : detail;
  const code = field(first, 'status') ?? field(first, 'code') ?? field(first, 'type');
  const isCode =
    typeof code === 'string' && /^[a-z][a-z0-9_.-]{0,59}$/i.test(code) && !containsApiKey(code, key);
  return {
    ...{ status, headers, code: isCode ? code : null },
    words: JSON.stringify(body ?? '')
      .slice(0, 10_000)
      .toLowerCase(),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** What was asked for; a status means different things for each. */
export type RequestedResource = 'speech' | 'sound' | 'voices' | 'design';

export function failureOfRefusal(said: Refused, asked: RequestedResource, key: string): ModelFailure {
  const retryAfterSeconds = Math.ceil((retryAfterMs(said.headers) ?? 0) / 1000);
  const facts: FailureFacts = {
    status: said.status,
    code: said.code,
    vendorRequestId: requestIdIn(said.headers, 'request-id', key),
    ...(retryAfterSeconds > 0 && retryAfterSeconds <= 3600 ? { retryAfterSeconds } : {}),
  };
  return new ModelFailure(kindOf(said, asked), facts);
}

function kindOf({ status, code, words }: Refused, asked: RequestedResource): FailureKind {
  // Quota comes as 401: looked for before that is called a bad key.
  if (code === 'quota_exceeded' || (code === null && words.includes('quota_exceeded'))) return 'quota';
  if (code === 'voice_limit_reached' || code === 'voice_add_edit_limit_reached') return 'voiceSlots';
  if (code === 'max_character_limit_exceeded') return 'tooLong';
  if (code === 'missing_permissions') return 'forbidden';
  if (/^(detected_unusual_activity|content_|moderation)/.test(code ?? '')) return 'filtered';
  if (code?.startsWith('model_')) return 'model';
  if (asked === 'speech' && (code === 'voice_not_found' || status === 404)) return 'voice';
  if (status === 401) return 'key';
  if (status === 403) return asked === 'design' ? 'plan' : 'forbidden';
  if (status === 404) return 'model';
  if (status === 429 || status === 425) return 'busy';
  if (status === 408) return 'slow';
  if (status >= 500) return 'broken';
  return 'request';
}

/** Turned away before any work was done, and maybe not the next time. */
export function isRetryableRefusal({ status, code }: Refused): boolean {
  return code !== 'quota_exceeded' && (status === 425 || status === 429 || status === 503);
}
