import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../providerAnswer.ts';
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
    const text = (await readWhole(response, maxAnswerBytes, 'garbled', () => {})).toString('utf8');
    const data = parseJson(text);
    if (!response.ok) throw failureOfGoogle(response.status, data, key, retryAfterMs(response.headers) ?? 0);
    if (typeof data !== 'object' || data === null) throw new ModelFailure('garbled');
    return data;
  });
}

/**
 * Download the video at an address from an answer. The key is sent only to the configured server.
 */
export async function fetchFilm(
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
        throw failureOfGoogle(response.status, null, key, retryAfterMs(response.headers) ?? 0);
      }
      return readWhole(response, maxVideoBytes, 'tooLarge', () => dog.beat(idleMs));
    }
  });
}

/** Return whether the address is public or belongs to the configured server. */
function isAllowedAddress(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.') && !hostname.startsWith('[');
  return origin === new URL(baseUrl).origin || (protocol === 'https:' && isName);
}

async function readWhole(
  response: Response,
  maxBytes: number,
  kind: 'garbled' | 'tooLarge',
  onPiece: () => void,
): Promise<Buffer> {
  const declaredLength = Number(response.headers.get('content-length') ?? 0);
  if (declaredLength > maxBytes) {
    await response.body?.cancel();
    throw new ModelFailure(kind);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxBytes) throw new ModelFailure(kind);
    pieces.push(piece);
    onPiece();
  }
  return Buffer.concat(pieces);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // for example a page of a proxy: only its status is useful
  }
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
    const code = networkCodeIn(error);
    // These errors occur before the request is sent. After any other error the request may have
    // been executed.
    const isUnreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code ?? '');
    throw new ModelFailure(isUnreached ? 'unreachable' : 'cut', { code });
  } finally {
    dog.stop();
  }
}

/** Return a code such as ECONNREFUSED, which contains no address or key. */
function networkCodeIn(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z_]{3,40}$/.test(cause.code))
      return cause.code;
  return null;
}
