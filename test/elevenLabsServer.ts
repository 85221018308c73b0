import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { aFrame } from './models.ts';
import { vendorDocument } from './vendorDocument.ts';

/** The parts of a request that tests read. */
export interface ElevenLabsRequest {
  method: string;
  /** Without the query string, which is in `query`. */
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** One way to answer, correct or faulty. */
export type VoiceBehaviour = (out: VoiceResponse, request: ElevenLabsRequest) => void | Promise<void>;

export interface VoiceResponse {
  json(status: number, body: object, headers?: http.OutgoingHttpHeaders): void;
  /** Sends a whole sound. */
  audio(bytes: Uint8Array, headers?: http.OutgoingHttpHeaders): void;
  /** Sends the headers of a sound and its first bytes. */
  begin(bytes: Uint8Array): void;
  /** Breaks the connection after the written bytes were sent. */
  cut(): Promise<void>;
}

export interface ElevenLabsServer {
  /** Value of ELEVENLABS_BASE_URL. */
  url: string;
  requests: ElevenLabsRequest[];
  /** Requests and answers that violate the provider's document (test/vendors/elevenlabs.json). */
  problems: string[];
  /** Set how the next calls are answered, in order. */
  next(...behaviours: VoiceBehaviour[]): void;
  /** Forget requests, problems and planned answers. Call it between tests. */
  reset(): void;
  close(): Promise<void>;
}

const document = vendorDocument('elevenlabs.json');

export function elevenLabsSettingsFor({ url }: Pick<ElevenLabsServer, 'url'>) {
  return { ELEVENLABS_API_KEY: 'xi-secret', ELEVENLABS_BASE_URL: url };
}

/** Start a server on this machine that speaks ElevenLabs' protocol. It misbehaves on request. */
export async function anElevenLabsServer(): Promise<ElevenLabsServer> {
  const plannedAnswers: VoiceBehaviour[] = [];
  const problems: string[] = [];
  const requests: ElevenLabsRequest[] = [];
  const server = http.createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://localhost');
    // A preview file at the address that a voice names. It is not a call of the API, so no document
    // describes it.
    if (path === '/previews/ferryman.mp3') {
      if (request.headers['xi-api-key']) problems.push('a preview was requested with the API key');
      return void reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(aFrame);
    }
    const { method = '', headers } = request;
    const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
    const call: ElevenLabsRequest = { method, path, headers, body, query: Object.fromEntries(searchParams) };
    const operation = document.operation(method, path);
    requests.push(call);
    if (!operation) problems.push(`no such call: ${method} ${path}`);
    else problems.push(...operation.checkRequest(body));
    if (headers['xi-api-key'] !== 'xi-secret') problems.push(`request without the API key: ${path}`);
    const behaviour = plannedAnswers.shift();
    if (!behaviour) problems.push(`unexpected call: ${path}`);
    const out = outFor(reply, (status, data) => {
      problems.push(...(operation?.checkAnswer(status, 'application/json', data) ?? []));
    });
    await behaviour?.(out, call);
    if (!behaviour) reply.writeHead(500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

function outFor(reply: http.ServerResponse, check: (status: number, data: object) => void): VoiceResponse {
  return {
    json: (status, body, headers = {}) => {
      check(status, body);
      reply.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_9', ...headers });
      reply.end(JSON.stringify(body));
    },
    audio: (bytes, headers = {}) => {
      reply.writeHead(200, { 'content-type': 'audio/mpeg', 'request-id': 'req_9', ...headers });
      reply.end(bytes);
    },
    begin: (bytes) => {
      reply.writeHead(200, { 'content-type': 'audio/mpeg', 'request-id': 'req_9' });
      reply.write(bytes);
    },
    cut: () =>
      new Promise((resolve) => {
        if (!reply.headersSent) {
          reply.destroy();
          return resolve();
        }
        reply.write(Buffer.alloc(1), () => {
          reply.destroy();
          resolve();
        });
      }),
  };
}

/**
 * Answer with speech or a sound that cost `characters`; null: the answer does not name the cost.
 */
export function sendsAudio(characters: number | null, bytes: Uint8Array = aFrame): VoiceBehaviour {
  const cost = characters === null ? {} : { 'character-cost': String(characters) };
  return (out) => out.audio(bytes, { ...cost, 'maximum-concurrent-requests': '5' });
}

/** Answer with an error in ElevenLabs' form. `message` contains text that must never be shown. */
export function answersError(
  status: number,
  code: string,
  headers: http.OutgoingHttpHeaders = {},
  message = 'Key xi-secret may not say: MARA counts.',
): VoiceBehaviour {
  return (out) => out.json(status, { detail: { status: code, message } }, headers);
}

/** Reject the body with a list of the fields that do not fit. */
export const rejectsBody: VoiceBehaviour = (out) =>
  out.json(422, { detail: [{ loc: ['body', 'text'], msg: 'xi-secret MARA', type: 'value_error' }] });

export const listsVoices =
  (voices: object[], nextPageToken: string | null = null): VoiceBehaviour =>
  (out) =>
    out.json(200, {
      ...{ voices, has_more: nextPageToken !== null, total_count: voices.length },
      ...(nextPageToken === null ? {} : { next_page_token: nextPageToken }),
    });

/** Answer with three samples for a voice description. */
export const sendsSamples: VoiceBehaviour = (out) =>
  out.json(200, {
    previews: ['one', 'two', 'three'].map((id) => ({
      ...{ generated_voice_id: `sample-${id}`, audio_base_64: Buffer.from(aFrame).toString('base64') },
      ...{ media_type: 'audio/mpeg', duration_secs: 4.2, language: 'en' },
    })),
    text: 'She counts them on, and she counts them off.',
  });

export const savesVoice =
  (voiceId: string): VoiceBehaviour =>
  (out, { body }) =>
    out.json(200, { voice_id: voiceId, name: body.voice_name, category: 'generated' });
