import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../providerAnswer.ts';
import { isAllowedAddress, networkFailure, parseJson, readBytes } from '../providerCall.ts';
import { failureFor, type Watchdog, watchdog } from '../watchdog.ts';
import { failureOfGoogle } from './errors.ts';
import type { GoogleSettings } from './settings.ts';

/**
 * Maximum bytes of a JSON answer. Videos are requested as addresses; a video inside an answer must
 * be short.
 */
const maxAnswerBytes = 30_000_000;
/** Maximum bytes of a video. Eight seconds take about 10 MB, about 50 MB at the best quality. */
const maxVideoBytes = 60_000_000;
const maxRedirects = 3;

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/**
 * Make one call and return its parsed JSON. Throws ModelFailure. Never retries: only the caller
 * knows whether a call may be repeated.
 */
export async function askGoogle(
  { baseUrl, credentials, key, answerMs }: GoogleSettings,
  { method, path, body }: Call,
  outer: AbortSignal,
): Promise<unknown> {
  return withWatchdog(outer, answerMs, async (dog) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      // Do not follow redirects: the key is sent only to the configured address.
      ...{ redirect: 'error', signal: dog.signal },
      headers: { ...(await credentials(dog.signal)), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = (await readBytes(response, maxAnswerBytes)).toString('utf8');
    const data = parseJson(text);
    if (!response.ok) throw failureOfGoogle(response.status, data, key, retryAfterMs(response.headers));
    if (typeof data !== 'object' || data === null) throw new ModelFailure('garbled');
    return data;
  });
}

/**
 * Download the video at an address from an answer. The key is sent only to the configured server.
 */
export async function fetchVideo(
  { baseUrl, credentials, key, idleMs }: GoogleSettings,
  uri: string,
  outer: AbortSignal,
): Promise<Uint8Array> {
  return withWatchdog(outer, idleMs, async (dog) => {
    let url = uri;
    for (let redirects = 0; ; redirects += 1) {
      if (!isAllowedAddress(url, baseUrl)) throw new ModelFailure('garbled');
      const isOwn = new URL(url).origin === new URL(baseUrl).origin;
      const response = await fetch(url, {
        ...{ redirect: 'manual', signal: dog.signal },
        headers: isOwn ? await credentials(dog.signal) : {},
      });
      const next = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && next !== null) {
        await response.body?.cancel();
        if (redirects === maxRedirects || !URL.canParse(next, url)) throw new ModelFailure('garbled');
        url = new URL(next, url).href;
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw failureOfGoogle(response.status, null, key, retryAfterMs(response.headers));
      }
      return readBytes(response, maxVideoBytes, () => dog.beat(idleMs), 'tooLarge');
    }
  });
}

async function withWatchdog<T>(
  outer: AbortSignal,
  ms: number,
  work: (dog: Watchdog) => Promise<T>,
): Promise<T> {
  const dog = watchdog(outer, ms);
  try {
    return await work(dog);
  } catch (error) {
    if (dog.signal.aborted) throw failureFor(dog.signal);
    if (error instanceof ModelFailure) throw error;
    throw networkFailure(error);
  } finally {
    dog.stop();
  }
}
