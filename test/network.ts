import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { EndpointShape } from '#shared/endpoint.ts';
import { type ErrorBody, type ErrorCode, errorStatuses } from '#shared/errors.ts';
import type { Caller } from './app.ts';
import { multipart } from './upload.ts';
import { bytesOf, stubUploads, type TestUpload } from './uploads.ts';

/** One call as the browser sent it. */
export interface NetworkCall {
  method: string;
  /** With its query. */
  url: string;
  body: Record<string, unknown> | null;
  headers: Record<string, string>;
  /** The file of an upload, and the field of the form that contains it. */
  upload?: { field: string; file: File };
  /** The caller aborted the request. */
  isAborted: boolean;
}

/** The calls that a rule applies to: those of one endpoint of the contract, or all writes. */
type RuleTarget = Pick<EndpointShape, 'method' | 'path'> | 'writes';

/** Intercepts a call. `send` passes it on to the earlier rules and to the server. */
type Interruption = (call: NetworkCall, send: () => Promise<Response>) => Response | Promise<Response>;

export interface Network {
  /** The browser that makes the calls. It can be replaced by another user's. */
  browser: Caller;
  /** No call reaches the server. */
  isOffline: boolean;
  /** The next write reaches the server, but its answer is lost. */
  losesAnswer: boolean;
  /** All calls that were sent, in order. */
  readonly calls: NetworkCall[];
  /** The calls that write. */
  readonly writes: NetworkCall[];
  /** The uploads among the calls. */
  readonly uploads: readonly TestUpload[];
  callsOf(target: RuleTarget): NetworkCall[];
  /**
   * Pass these calls to a function instead of the server, at most `times` times. Return a function
   * that ends that.
   */
  interrupt(target: RuleTarget, interruption: Interruption, times?: number): () => void;
  /** Answer these calls with an error of the server, or with that of a broken server. */
  reject(target: RuleTarget, code: ErrorCode, message?: string, times?: number): () => void;
  /** Change the server's replies to these calls. */
  amend(target: RuleTarget, amendment: (reply: Record<string, unknown>) => unknown): () => void;
  /** Drop these calls, so that they do not reach the server. */
  cut(target: RuleTarget, times?: number): () => void;
  /**
   * Hold these calls until the returned function is called. Then they reach the server, or a broken
   * server rejects them.
   */
  hold(target: RuleTarget): (end?: 'arrives' | 'rejected') => void;
}

/** Progress of a call: only rules before this index still apply. */
interface RulePosition {
  before: number;
  signal?: AbortSignal | null | undefined;
}

interface Rule {
  target: RuleTarget;
  interruption: Interruption;
  timesLeft: number;
}

const broken = 'The server is broken.';

/** Calls that the server has not answered yet. */
const inFlight = new Set<Promise<unknown>>();

/** Count a promise among the unanswered calls. */
export async function trackCall<T>(work: Promise<T>): Promise<T> {
  inFlight.add(work);
  try {
    return await work;
  } finally {
    inFlight.delete(work);
  }
}

/**
 * Wait until the server has answered every call that reached it, so that none ends in the next
 * test.
 */
export async function callsEnd(): Promise<void> {
  do {
    await Promise.allSettled(inFlight);
    // Code that waited for an answer may make further calls.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  } while (inFlight.size > 0);
}

/**
 * Create a browser's `fetch` that ends in the real server. Rules drop, delay or answer single calls
 * in either direction.
 */
export function aNetwork(browser: Caller): Network {
  const rules: Rule[] = [];
  const calls: NetworkCall[] = [];

  const network: Network = {
    browser,
    isOffline: false,
    losesAnswer: false,
    calls,
    uploads: stubUploads(({ method, url, field, file }) =>
      transmit({ method, url, body: null, headers: {}, upload: { field, file }, isAborted: false }),
    ),
    get writes() {
      return network.callsOf('writes');
    },
    callsOf: (target) => calls.filter((each) => isFor(target, each)),
    interrupt(target, interruption, times = Number.POSITIVE_INFINITY) {
      const rule = { target, interruption, timesLeft: times };
      rules.push(rule);
      return () => {
        rule.timesLeft = 0;
      };
    },
    reject: (target, code, message = broken, times = Number.POSITIVE_INFINITY) =>
      network.interrupt(target, () => errorResponse(code, message), times),
    amend: (target, amendment) =>
      network.interrupt(target, async (_call, send) => {
        const response = await send();
        return response.ok ? Response.json(amendment(await response.json())) : response;
      }),
    cut: (target, times) => network.interrupt(target, failToFetch, times),
    hold(target) {
      const { promise, resolve } = Promise.withResolvers<'arrives' | 'rejected'>();
      const endRule = network.interrupt(target, async (_call, send) =>
        (await promise) === 'arrives' ? send() : errorResponse('internal', broken),
      );
      return (end = 'arrives') => {
        endRule();
        resolve(end);
      };
    },
  };

  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const call = callOf(url, init);
    const answer = transmit(call, init.signal);
    const abort = () => {
      call.isAborted = true;
    };
    init.signal?.addEventListener('abort', abort);
    const settle = () => init.signal?.removeEventListener('abort', abort);
    answer.then(settle, settle);
    return unlessAborted(init.signal, answer);
  });

  async function transmit(call: NetworkCall, signal?: AbortSignal | null): Promise<Response> {
    if (network.isOffline) return failToFetch();
    calls.push(call);
    const response = await applyRules(call, { before: rules.length, signal });
    if (!network.losesAnswer || call.method === 'GET') return response;
    network.losesAnswer = false;
    return failToFetch();
  }

  /** Pass a call through the rules before an index, the newest first, to the server. */
  function applyRules(call: NetworkCall, { before, signal }: RulePosition): Promise<Response> {
    const index = rules.findLastIndex(
      (each, at) => at < before && each.timesLeft > 0 && isFor(each.target, call),
    );
    const rule = rules[index];
    if (!rule) return deliver(network.browser, call, signal);
    rule.timesLeft--;
    return Promise.resolve(rule.interruption(call, () => applyRules(call, { before: index, signal })));
  }

  return network;
}

function callOf(url: string, { method = 'GET', headers, body }: RequestInit): NetworkCall {
  const [[field, file] = []] = body instanceof FormData ? [...body.entries()] : [];
  return {
    method,
    url: String(url),
    body: typeof body === 'string' ? JSON.parse(body) : null,
    headers: Object.fromEntries(new Headers(headers)),
    ...(field !== undefined && file instanceof File && { upload: { field, file } }),
    isAborted: false,
  };
}

function isFor(target: RuleTarget, { method, url }: NetworkCall): boolean {
  if (target === 'writes') return method !== 'GET';
  const pattern = target.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/?]+');
  return method === target.method && new RegExp(`^${pattern}(\\?|$)`).test(url);
}

/**
 * Send a call to the server and return its answer: whole, or as a stream if the call asked for one.
 */
async function deliver(browser: Caller, call: NetworkCall, signal?: AbortSignal | null): Promise<Response> {
  const { method, url, body, headers, upload } = call;
  const form = upload && multipart([await partOf(upload)]);
  const isStream = headers.accept === 'text/event-stream';
  const answer = await trackCall(
    browser.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...form?.headers },
      payloadAsStream: isStream,
      ...(body !== null && { payload: JSON.stringify(body) }),
      ...(form && { payload: form.payload }),
    }),
  );
  const { statusCode: status } = answer;
  const stream = isStream ? answer.stream() : null;
  // Aborting during a stream closes the connection.
  if (stream) signal?.addEventListener('abort', () => answer.raw.res.destroy());
  const sent = stream ? Readable.toWeb(stream) : answer.rawPayload;
  const answerHeaders = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return new Response(status === 204 || status === 304 ? null : (sent as BodyInit), {
    status,
    headers: answerHeaders as [string, string][],
  });
}

async function partOf({ field, file }: { field: string; file: File }) {
  return { field, fileName: file.name, content: await bytesOf(file) };
}

async function failToFetch(): Promise<Response> {
  throw new TypeError('Failed to fetch');
}

/** Return an error in the server's format (server/lib/errors.ts). */
function errorResponse(code: ErrorCode, message: string): Response {
  const body: ErrorBody = { code, message, error: message };
  return Response.json(body, { status: errorStatuses[code] });
}

function unlessAborted(signal: AbortSignal | null | undefined, answer: Promise<Response>): Promise<Response> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject);
  });
}
