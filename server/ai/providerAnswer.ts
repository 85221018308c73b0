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

/** Return whether a text contains the API key. Such provider texts must not be stored or logged. */
export function containsApiKey(text: string, key: string | null): boolean {
  return key !== null && text.includes(key);
}
