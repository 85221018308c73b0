import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { EndpointShape } from '#shared/endpoint.ts';
import { type ErrorBody, type ErrorCode, errorStatuses } from '#shared/errors.ts';
import type { Caller } from './app.ts';
import { multipart } from './upload.ts';
import { bytesOf, stubUploads, type TestUpload } from './uploads.ts';

/** One call as it left the browser. */
export interface NetworkCall {
  method: string;
  /** With its query. */
  url: string;
  body: Record<string, unknown> | null;
  headers: Record<string, string>;
  /** The file of an upload, and the field of the form that holds it. */
  upload?: { field: string; file: File };
  /** Whoever asked does not wait for the answer any more. */
  isAborted: boolean;
}

/** Which calls a rule is for: those of one endpoint of the contract, or all that write. */
type RuleTarget = Pick<EndpointShape, 'method' | 'path'> | 'writes';

/** What happens to a call on its way; `send` lets it through to the rules before this one and to the server. */
type Interruption = (call: NetworkCall, send: () => Promise<Response>) => Response | Promise<Response>;

export interface Network {
  /** Whose calls they are. Another person's browser can be put in its place. */
  browser: Caller;
  /** No call arrives. */
  isOffline: boolean;
  /** The next call that writes arrives, but its answer is lost on the way. */
  losesAnswer: boolean;
  /** Everything that was sent, in order. */
  readonly calls: NetworkCall[];
  /** Of them those that would write. */
  readonly writes: NetworkCall[];
  /** Of them the uploads. */
  readonly uploads: readonly TestUpload[];
  callsOf(target: RuleTarget): NetworkCall[];
  /** Gives these calls to a function instead of the server, or so many of them. What it returns ends that. */
  interrupt(target: RuleTarget, interruption: Interruption, times?: number): () => void;
  /** Answers these calls with a refusal that the server has for other cases, or with one of a broken server. */
  refuse(target: RuleTarget, code: ErrorCode, message?: string, times?: number): () => void;
  /** Changes what the server answers to these calls. */
  amend(target: RuleTarget, amendment: (reply: Record<string, unknown>) => unknown): () => void;
  /** These calls do not arrive. */
  cut(target: RuleTarget, times?: number): () => void;
  /** These calls stay on the way until what it returns is called. Then they arrive, or a broken server refuses them. */
  hold(target: RuleTarget): (end?: 'arrives' | 'refused') => void;
}

/** How far a call has come: through the rules from that one on. */
interface Journey {
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

/** Counts a piece of work among the calls that are not answered yet. */
export async function untilAnswered<T>(work: Promise<T>): Promise<T> {
  inFlight.add(work);
  try {
    return await work;
  } finally {
    inFlight.delete(work);
  }
}

/** When the server has answered every call that reached it, so that none of them falls into the next test. */
export async function callsEnd(): Promise<void> {
  do {
    await Promise.allSettled(inFlight);
    // What was waiting for an answer may call again.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  } while (inFlight.size > 0);
}

/** A browser's fetch that ends in the real server. Rules cut, delay or answer single calls on the way there or back. */
export function aNetwork(browser: Caller): Network {
  const rules: Rule[] = [];
  const calls: NetworkCall[] = [];

  const network: Network = {
    browser,
    isOffline: false,
    losesAnswer: false,
    calls,
    uploads: stubUploads(({ method, url, field, file }) =>
      leave({ method, url, body: null, headers: {}, upload: { field, file }, isAborted: false }),
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
    refuse: (target, code, message = broken, times = Number.POSITIVE_INFINITY) =>
      network.interrupt(target, () => refusalOf(code, message), times),
    amend: (target, amendment) =>
      network.interrupt(target, async (_call, send) => {
        const response = await send();
        return response.ok ? Response.json(amendment(await response.json())) : response;
      }),
    cut: (target, times) => network.interrupt(target, failToFetch, times),
    hold(target) {
      const { promise, resolve } = Promise.withResolvers<'arrives' | 'refused'>();
      const letThrough = network.interrupt(target, async (_call, send) =>
        (await promise) === 'arrives' ? send() : refusalOf('internal', broken),
      );
      return (end = 'arrives') => {
        letThrough();
        resolve(end);
      };
    },
  };

  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const call = callOf(url, init);
    const answer = leave(call, init.signal);
    const abort = () => {
      call.isAborted = true;
    };
    init.signal?.addEventListener('abort', abort);
    const settle = () => init.signal?.removeEventListener('abort', abort);
    answer.then(settle, settle);
    return unlessAborted(init.signal, answer);
  });

  async function leave(call: NetworkCall, signal?: AbortSignal | null): Promise<Response> {
    if (network.isOffline) return failToFetch();
    calls.push(call);
    const response = await travel(call, { before: rules.length, signal });
    if (!network.losesAnswer || call.method === 'GET') return response;
    network.losesAnswer = false;
    return failToFetch();
  }

  /** Through the rules before that one, the newest first, to the server. */
  function travel(call: NetworkCall, { before, signal }: Journey): Promise<Response> {
    const index = rules.findLastIndex(
      (each, at) => at < before && each.timesLeft > 0 && isFor(each.target, call),
    );
    const rule = rules[index];
    if (!rule) return deliver(network.browser, call, signal);
    rule.timesLeft--;
    return Promise.resolve(rule.interruption(call, () => travel(call, { before: index, signal })));
  }

  return network;
}

function callOf(url: string, { method = 'GET', headers, body }: RequestInit): NetworkCall {
  return {
    method,
    url: String(url),
    body: typeof body === 'string' ? JSON.parse(body) : null,
    headers: Object.fromEntries(new Headers(headers)),
    isAborted: false,
  };
}

function isFor(target: RuleTarget, { method, url }: NetworkCall): boolean {
  if (target === 'writes') return method !== 'GET';
  const pattern = target.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/?]+');
  return method === target.method && new RegExp(`^${pattern}(\\?|$)`).test(url);
}

/** Hands a call to the server and its answer back as it comes: at once, or piece by piece where a stream was asked for. */
async function deliver(browser: Caller, call: NetworkCall, signal?: AbortSignal | null): Promise<Response> {
  const { method, url, body, headers, upload } = call;
  const form = upload && multipart([await partOf(upload)]);
  const isStream = headers.accept === 'text/event-stream';
  const answer = await untilAnswered(
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
  // Who leaves in the middle of a stream closes the connection.
  if (stream) signal?.addEventListener('abort', () => answer.raw.res.destroy());
  const sent = stream ? Readable.toWeb(stream) : answer.rawPayload;
  const answerHeaders = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return new Response(status === 204 ? null : (sent as BodyInit), {
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

/** As the server words its refusals (server/lib/errors.ts). */
function refusalOf(code: ErrorCode, message: string): Response {
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
