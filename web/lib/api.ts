import type { CallInput, CallReply, EndpointShape } from '#shared/endpoint.ts';
import { type ErrorCode, errorStatuses } from '#shared/errors.ts';
import { stayHeader, windowHeader } from '#shared/headers.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { reportAccessRejection } from './accessRejected.ts';
import { readTimeoutMs } from './connection.ts';
import { discardPrefetched, fetchAnswer, takePrefetched } from './prefetch.ts';
import { ownWindowId, recordRevision } from './revisions.ts';
import { storeUnsentScript, UnsentScriptError } from './unsentScript.ts';

/**
 * Rejection by the server. The message is for the log (docs/spec/application.md); users see
 * `messageOf`.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Parsed JSON body; undefined if it was none. */
  readonly body: unknown;

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parsed(text);
  }
}

/**
 * Return the server's message about a rejection, or the fallback; never raw text (decision OQ-22).
 */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof UnsentScriptError) return error.message;
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return fallback;
  const body = { message: undefined, error: undefined, ...error.body };
  return [body.message, body.error].find((text) => typeof text === 'string' && text !== '') ?? fallback;
}

/** Return the server's messages about single fields, by field name. */
export function fieldProblemsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return {};
  const { fields } = { fields: undefined, ...error.body };
  return typeof fields === 'object' && fields !== null ? { ...(fields as object) } : {};
}

/** Ignore the failure of a deletion if the row is already deleted. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

export interface ApiCallOptions {
  signal?: AbortSignal;
  /** The server performs a call with the same key only once. */
  idempotencyKey?: string;
  /** Stay in which the sent text was typed (decision OQ-120). */
  stayId?: string | undefined;
  /** Timeout, after which the call rejects as without a network. Reading calls have a default. */
  deadlineMs?: number;
  /** How the browser uses its HTTP cache. */
  cache?: RequestCache;
  /** Called with a revision of the project that the reply includes. */
  onRevision?: (revision: number) => void;
  onHeaders?: (headers: Headers) => void;
  /** The page is being closed. The browser still sends the call if it is short enough. */
  isLast?: boolean;
}

/** Whether the page is being closed. Set before the listeners that store unsent text. */
let isLeaving = false;
// The landing page is rendered without a window.
globalThis.addEventListener?.('pagehide', () => (isLeaving = true), { capture: true });
globalThis.addEventListener?.('pageshow', () => (isLeaving = false));

/** Browsers send at most 64 KiB for closed pages, headers included. */
const maxLastBytes = 60_000;

type CallArguments<E> =
  unknown extends CallInput<E>
    ? [input?: undefined, options?: ApiCallOptions]
    : [input: CallInput<E>, options?: ApiCallOptions];

/**
 * Method and path of a call, for pages that do without the schemas: `const x: Address<typeof getX>
 * = { method: 'GET', path: '/api/x' }`, which the compiler compares.
 */
export type Address<E extends EndpointShape> = Pick<E, 'method' | 'path'>;

/**
 * Send a call of the contract. Rejects with ApiError, or with the browser's TypeError without a
 * network.
 */
export async function call<E extends EndpointShape>(
  endpoint: E | Address<E>,
  ...[input, options]: CallArguments<E>
): Promise<CallReply<E>> {
  const storing = storeBeforeRead(endpoint, input);
  if (storing) await storing;
  const { params, query, body }: CallParts = input ?? {};
  const address = addressOf(endpoint, params, query);
  const isRead = endpoint.method === 'GET';
  if (!isRead) discardPrefetched();
  const early = isRead ? takePrefetched(address, options?.signal) : null;
  const deadlineMs = options?.deadlineMs ?? (isRead ? readTimeoutMs() : undefined);
  const answer = early ?? fetchAnswer(address, requestInitOf(endpoint, body, options), deadlineMs);
  const { ok, status, statusText, text, revision, headers } = await answer;
  if (!ok) reportAccessRejection(status, endpoint.path);
  if (!ok) throw new ApiError(status, statusText, text);
  const { id } = { id: undefined, ...params };
  if (isRead && revision !== null && typeof id === 'number' && endpoint.path.startsWith('/api/projects/:id'))
    recordRevision(id, revision);
  if (revision !== null) options?.onRevision?.(revision);
  options?.onHeaders?.(headers);
  return replyOf<E>(text);
}

/**
 * Store unsent text before a call that reads the script. Returns null if there is nothing to wait
 * for.
 */
export function storeBeforeRead(endpoint: object, input: unknown): Promise<void> | null {
  if (!('readsScript' in endpoint) || !endpoint.readsScript) return null;
  const isOfProject = 'path' in endpoint && String(endpoint.path).startsWith('/api/projects/:id');
  const { id } = { id: undefined, ...(input as CallParts | undefined)?.params };
  return storeUnsentScript(isOfProject && typeof id === 'number' ? id : null);
}

/** Return the options of `fetch` for a call. */
export function requestInitOf(
  { method }: Pick<EndpointShape, 'method'>,
  body: unknown,
  { signal, idempotencyKey, stayId, cache, isLast = false }: ApiCallOptions = {},
): RequestInit {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return {
    method,
    headers: {
      ...(method !== 'GET' && { [windowHeader]: ownWindowId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(stayId && { [stayHeader]: stayId }),
    },
    ...(text !== undefined && { body: text }),
    ...(signal && { signal }),
    ...(cache && { cache }),
    ...((isLast || (isLeaving && method !== 'GET')) && isShort(text) && { keepalive: true }),
  };
}

function isShort(text = ''): boolean {
  return new Blob([text]).size <= maxLastBytes;
}

interface StreamOptions extends ApiCallOptions {
  /** Called for each event before the last one, with its parsed data. */
  onEvent: (event: string, data: unknown) => void;
}

/**
 * Send a call that replies with server-sent events: `done` ends it with the reply, `error` with a
 * rejection. A JSON reply is handled as by `call`. Without an end it rejects with TypeError.
 */
export async function stream<E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
  { onEvent, signal, idempotencyKey }: StreamOptions,
): Promise<CallReply<E>> {
  const storing = storeBeforeRead(endpoint, input);
  if (storing) await storing;
  const { params, query, body }: CallParts = input ?? {};
  const response = await fetch(addressOf(endpoint, params, query), {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      accept: 'text/event-stream',
      [windowHeader]: ownWindowId,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!response.ok || !isStream || !response.body) {
    const text = await response.text();
    if (!response.ok) reportAccessRejection(response.status, endpoint.path);
    if (!response.ok) throw new ApiError(response.status, response.statusText, text);
    return replyOf<E>(text);
  }
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === 'done') return replyOf<E>(data);
    if (event === 'error') throw rejectionOf(data);
    onEvent(event, parsed(data));
  }
  throw new TypeError('The stream ended before its last event');
}

/** Parse server-sent events from chunks of any size. Comments and other fields are skipped. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pending += decoder.decode(value, { stream: true });
      const blocks = pending.split(/\r?\n\r?\n/);
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split(/\r?\n/);
        const valuesOf = (field: string) =>
          lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length).trimStart());
        const data = valuesOf('data:');
        if (data.length > 0) yield { event: valuesOf('event:')[0] ?? 'message', data: data.join('\n') };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined); // an aborted one is closed already
  }
}

/** Create the error of an `error` event; its code stands for the HTTP status. */
function rejectionOf(data: string): ApiError {
  const body = parsed(data);
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  const known = Object.keys(errorStatuses).find((each): each is ErrorCode => each === code) ?? 'internal';
  return new ApiError(errorStatuses[known], known, data);
}

/** Parts of a CallInput, each present if the contract has a schema for it. */
export interface CallParts {
  params?: object;
  query?: object;
  body?: unknown;
}

/**
 * Return the path with its `:name` parts filled, project ids encoded (decision OQ-19), and the
 * query.
 */
export function addressOf(
  { path }: Pick<EndpointShape, 'path'>,
  params: object = {},
  query: object = {},
): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (part, name: string, at: number) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${path} is called without ${part}`);
    const isProjectId = path.slice(0, at) === '/api/projects/' && typeof value === 'number';
    return encodeURIComponent(isProjectId ? encodeProjectId(value) : String(value));
  });
  const fields = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return hrefOf(search.size > 0 ? `${filled}?${search}` : filled);
}

/** Cast text from the network to the type of the contract, which the server enforces. */
export function replyOf<E>(text: string): CallReply<E> {
  return (text === '' ? undefined : JSON.parse(text)) as CallReply<E>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: a proxy's page, or empty
  }
}
