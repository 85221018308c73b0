export function retryAfterMs(headers: Headers): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headers.get('retry-after');
  if (after === null) return null;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) && wait >= 0 ? wait : null;
}

/**
 * Return the provider's request id from the header `name`. Null: missing, malformed, or it contains
 * the API key.
 */
export function requestIdIn(headers: Headers, name: string, key: string | null): string | null {
  const id = headers.get(name);
  return id !== null && /^[\w.-]{1,100}$/.test(id) && !containsApiKey(id, key) ? id : null;
}

/** Return a property of an answer of unknown shape. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/**
 * Return an error code of an answer. It is logged, so null is returned for any other text and for a
 * code that contains the API key.
 */
export function errorCodeOf(code: unknown, key: string | null): string | null {
  return typeof code === 'string' && /^[a-z][a-z0-9_.-]{0,59}$/i.test(code) && !containsApiKey(code, key)
    ? code
    : null;
}

/** Return how long to wait as a fact of a failure. More than an hour is not reported. */
export function retryAfterFact(waitMs: number | null): { retryAfterSeconds?: number } {
  const retryAfterSeconds = Math.ceil((waitMs ?? 0) / 1000);
  return retryAfterSeconds > 0 && retryAfterSeconds <= 3600 ? { retryAfterSeconds } : {};
}

/** Return whether a text contains the API key. Such provider texts must not be stored or logged. */
export function containsApiKey(text: string, key: string | null): boolean {
  return key !== null && text.includes(key);
}
