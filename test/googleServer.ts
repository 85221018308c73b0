import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { aVideo } from './models.ts';
import { vendorDocument } from './vendorDocument.ts';

/** The parts of a request that tests read. */
export interface GoogleRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** One way to answer, correct or faulty. */
export type VideoBehaviour = (out: VideoResponse, request: GoogleRequest) => void | Promise<void>;

export interface VideoResponse {
  /** The URL of this server, for links in answers. */
  url: string;
  json(status: number, body: object, headers?: http.OutgoingHttpHeaders): void;
  bytes(bytes: Uint8Array, headers?: http.OutgoingHttpHeaders): void;
  /** Sends the headers and these bytes, as if more followed. */
  begin(bytes: Uint8Array): void;
  redirect(location: string): void;
  /** Breaks the connection after the written bytes were sent. */
  cut(): void;
}

export interface GoogleServer {
  /** Value of GOOGLE_BASE_URL. */
  url: string;
  requests: GoogleRequest[];
  /** The form of each request for a token of a service account. */
  tokens: Record<string, string>[];
  /** Requests and answers that violate the provider's document (test/vendors/google.json). */
  problems: string[];
  /** Set how the next calls are answered, in order. */
  next(...behaviours: VideoBehaviour[]): void;
  /** Return "POST /v1/interactions" and the like of every call, in order. */
  calls(): string[];
  /** Forget requests, problems and planned answers. Call it between tests. */
  reset(): void;
  close(): Promise<void>;
}

const documents = [vendorDocument('google.json'), vendorDocument('google-veo.json')];

const tokenAnswer = JSON.stringify({ access_token: 'token-1', expires_in: 3600, token_type: 'Bearer' });

export function googleSettingsFor({ url }: Pick<GoogleServer, 'url'>) {
  return { GOOGLE_API_KEY: 'google-secret', GOOGLE_BASE_URL: url };
}

/** Start a server on this machine that speaks Google's protocol. It misbehaves on request. */
export async function aGoogleServer(): Promise<GoogleServer> {
  const plannedAnswers: VideoBehaviour[] = [];
  const problems: string[] = [];
  const requests: GoogleRequest[] = [];
  const tokens: Record<string, string>[] = [];
  let url = '';
  const server = http.createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname: path } = new URL(request.url ?? '', 'http://localhost');
    const { method = '', headers } = request;
    if (path === '/token') {
      tokens.push(Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString())));
      return void reply.writeHead(200, { 'content-type': 'application/json' }).end(tokenAnswer);
    }
    const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
    const call: GoogleRequest = { method, path, headers, body };
    requests.push(call);
    // Downloads of a video are in no document. An answer names their address.
    const isFile = path.startsWith('/v1beta/files/') || path.startsWith('/storage/v1/');
    const described = documents.map((each) => each.operation(method, path)).find(Boolean);
    if (described) problems.push(...described.checkRequest(body));
    else if (!isFile) problems.push(`no such call: ${method} ${path}`);
    const isAuthorised =
      headers['x-goog-api-key'] === 'google-secret' || headers.authorization === 'Bearer token-1';
    if (!isAuthorised) problems.push(`request without the API key: ${path}`);
    const behaviour = plannedAnswers.shift();
    if (!behaviour) problems.push(`unexpected call: ${method} ${path}`);
    const out = outFor(url, reply, (status, data) => {
      problems.push(...(described?.checkAnswer(status, 'application/json', data) ?? []));
    });
    await behaviour?.(out, call);
    if (!behaviour) reply.writeHead(500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    tokens,
    problems,
    next: (...behaviours) => void plannedAnswers.push(...behaviours),
    calls: () => requests.map(({ method, path }) => `${method} ${path}`),
    reset: () => {
      for (const list of [plannedAnswers, problems, requests, tokens]) list.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function outFor(
  url: string,
  reply: http.ServerResponse,
  check: (status: number, data: object) => void,
): VideoResponse {
  const video = { 'content-type': 'video/mp4' };
  return {
    url,
    json: (status, body, headers = {}) => {
      check(status, body);
      reply.writeHead(status, { 'content-type': 'application/json', ...headers });
      reply.end(JSON.stringify(body));
    },
    bytes: (bytes, headers = {}) => {
      reply.writeHead(200, { ...video, ...headers });
      reply.end(bytes);
    },
    begin: (bytes) => {
      reply.writeHead(200, video);
      reply.write(bytes);
    },
    redirect: (location) => {
      reply.writeHead(302, { location }).end();
    },
    cut: () => {
      if (!reply.headersSent) reply.destroy();
      else reply.write(Buffer.alloc(1), () => reply.destroy());
    },
  };
}

const times = { created: '2026-11-20T10:00:00Z', updated: '2026-11-20T10:00:10Z' };

/** Answer with a job's status, in the provider's terms. */
export function reportsStatus(status: string, more: object = {}): VideoBehaviour {
  return (out, { path, body }) => {
    const id = path.split('/')[3] ?? 'job-1';
    const model = body.model ?? 'gemini-omni-1.1-flash';
    out.json(200, { id, status, model, steps: [], ...times, ...more });
  };
}

/** Answer that the job is queued. */
export const queuesJob: VideoBehaviour = reportsStatus('queued');

/** Answer that the job is completed and that the video is at this path of this server. */
export function completesJob(path = '/v1beta/files/clip:download?alt=media'): VideoBehaviour {
  return (out, request) => {
    const video = { type: 'video', uri: `${out.url}${path}`, mime_type: 'video/mp4' };
    return reportsStatus('completed', { steps: [{ type: 'model_output', content: [video] }] })(out, request);
  };
}

export function sendsVideo(bytes: Uint8Array = aVideo): VideoBehaviour {
  return (out) => out.bytes(bytes);
}

/** Answer with an error in Google's form. `message` contains text that must never be shown. */
export function answersError(
  status: number,
  code: string,
  headers: http.OutgoingHttpHeaders = {},
  message = 'google-secret may not: A ferry.',
): VideoBehaviour {
  return (out) => out.json(status, { error: { code: status, message, status: code } }, headers);
}

export const disconnects: VideoBehaviour = (out) => out.cut();

/** The name of an operation as the Agent Platform returns it. */
export const operationName =
  'projects/ferry/locations/us-central1/publishers/google/models/veo-3.1-generate-001/operations/op-1';

/** Answer that the operation has started. */
export const startsOperation: VideoBehaviour = (out) => out.json(200, { name: operationName });

/** Answer with the state of an operation. */
export const reportsOperation =
  (more: object): VideoBehaviour =>
  (out) =>
    out.json(200, { name: operationName, ...more });
