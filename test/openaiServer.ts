import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { vendorDocument } from './vendorDocument.ts';

/** The parts of a request that tests read. */
export interface OpenAiRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: {
    [field: string]: unknown;
    messages: { role: string; content: string }[];
    response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: object } };
  };
}

/** One way to answer, correct or faulty. */
export type Behaviour = (out: OpenAiResponse, request: OpenAiRequest) => void | Promise<void>;

export interface OpenAiResponse {
  json(status: number, body: object, headers?: http.OutgoingHttpHeaders): void;
  /** Starts a stream. `event` sends checked events, and `raw` sends any text. */
  stream(): void;
  event(data: object): void;
  raw(text: string): void;
  end(): void;
  /** Breaks the connection after the written bytes were sent. */
  cut(): Promise<void>;
}

export interface OpenAiServer {
  /** Value of OPENAI_BASE_URL. */
  url: string;
  requests: OpenAiRequest[];
  /** Requests and answers that violate the provider's document (test/vendors/openai.json). */
  problems: string[];
  /** Set how the next calls are answered, in order. */
  next(...behaviours: Behaviour[]): void;
  /** Forget requests, problems and planned answers. Call it between tests. */
  reset(): void;
  close(): Promise<void>;
}

const document = vendorDocument('openai.json');

/** Return the environment variables of an application that uses this server. */
export function settingsFor({ url }: Pick<OpenAiServer, 'url'>) {
  return { OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: url, OPENAI_CHAT_MODEL: 'local' };
}

/** Start a server on this machine that speaks OpenAI's protocol. It misbehaves on request. */
export async function anOpenAiServer(): Promise<OpenAiServer> {
  const plannedAnswers: Behaviour[] = [];
  const problems: string[] = [];
  const requests: OpenAiRequest[] = [];
  const server = http.createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = (request.url ?? '').replace(/^\/v1/, '');
    const body = JSON.parse(Buffer.concat(parts).toString()) as OpenAiRequest['body'];
    const call: OpenAiRequest = { path, headers: request.headers, body };
    const operation = document.operation(request.method ?? '', path);
    requests.push(call);
    if (!operation) problems.push(`no such call: ${path}`);
    else problems.push(...operation.checkRequest(body));
    const behaviour = plannedAnswers.shift();
    if (!behaviour) problems.push(`unexpected call: ${path}`);
    await behaviour?.(
      outFor(reply, (status, type, data) => {
        problems.push(...(operation?.checkAnswer(status, type, data) ?? []));
      }),
      call,
    );
    if (!behaviour) reply.writeHead(500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    problems,
    next: (...behaviours) => void plannedAnswers.push(...behaviours),
    reset: () => {
      for (const list of [plannedAnswers, problems, requests]) list.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function outFor(
  reply: http.ServerResponse,
  check: (status: number, type: string, data: object) => void,
): OpenAiResponse {
  return {
    json: (status, body, headers = {}) => {
      check(status, 'application/json', body);
      reply.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_7', ...headers });
      reply.end(JSON.stringify(body));
    },
    stream: () => {
      reply.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_7' });
      reply.flushHeaders();
    },
    event: (data) => {
      check(200, 'text/event-stream', data);
      reply.write(`data: ${JSON.stringify(data)}\n\n`);
    },
    raw: (text) => void reply.write(text),
    end: () => void reply.end(),
    cut: () =>
      new Promise((resolve) => {
        if (!reply.headersSent) {
          reply.destroy();
          return resolve();
        }
        // The callback runs once everything before this SSE comment was sent.
        reply.write(':\n', () => {
          reply.destroy();
          resolve();
        });
      }),
  };
}

interface AnswerOptions {
  finish?: 'stop' | 'length' | 'content_filter';
  refusal?: string;
  /** Left out if null. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

const defaultUsage = { prompt_tokens: 120, completion_tokens: 30 };

/** Answer with a stream, one chunk per word. */
export function streamsText(
  text: string,
  { finish = 'stop', refusal, usage = defaultUsage }: AnswerOptions = {},
): Behaviour {
  return (out) => {
    out.stream();
    out.event(chunk({ role: 'assistant', content: '' }));
    for (const piece of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) out.event(chunk({ content: piece }));
    if (refusal) out.event(chunk({ refusal }));
    out.event(chunk({}, finish));
    if (usage) out.event({ ...chunk({}), choices: [], usage: withTotal(usage) });
    out.raw('data: [DONE]\n\n');
    out.end();
  };
}

/** Stream the first words, then run `after`. */
export function startsStream(text: string, after: Behaviour): Behaviour {
  return async (out, request) => {
    out.stream();
    out.event(chunk({ role: 'assistant', content: text }));
    await after(out, request);
  };
}

/** Answer like a server that does not support streaming. */
export function answersWithoutStream(text: string, usage: AnswerOptions['usage'] = defaultUsage): Behaviour {
  return (out) =>
    out.json(200, {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'test' },
      choices: [
        {
          ...{ index: 0, finish_reason: 'stop', logprobs: null },
          message: { role: 'assistant', content: text, refusal: null },
        },
      ],
      ...(usage ? { usage: withTotal(usage) } : {}),
    });
}

/** Answer with an error in OpenAI's form. `message` contains text that must never be shown. */
export function answersError(
  status: number,
  code: string | null,
  headers: http.OutgoingHttpHeaders = {},
  message = 'Incorrect API key provided: sk-secret. See MARA.',
): Behaviour {
  return (out) =>
    out.json(status, { error: { message, type: 'invalid_request_error', param: null, code } }, headers);
}

export function sendsPicture(bytes: Uint8Array): Behaviour {
  return (out) =>
    out.json(200, {
      created: 1,
      data: [{ b64_json: Buffer.from(bytes).toString('base64') }],
      usage: {
        ...{ input_tokens: 40, output_tokens: 1100, total_tokens: 1140 },
        input_tokens_details: { image_tokens: 0, text_tokens: 40 },
      },
    });
}

export const disconnects: Behaviour = (out) => out.cut();

export function chunk(delta: object, finish: string | null = null): object {
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

const withTotal = (usage: NonNullable<AnswerOptions['usage']>) => ({
  ...usage,
  total_tokens: usage.prompt_tokens + usage.completion_tokens,
});
