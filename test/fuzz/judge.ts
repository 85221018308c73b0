import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { type ErrorCode, errorStatuses } from '#shared/errors.ts';
import type { Operation } from './calls.ts';
import type { Schema } from './values.ts';

const ErrorAnswer = z.looseObject({
  code: z.enum(Object.keys(errorStatuses) as ErrorCode[]),
  message: z.string().min(1),
  error: z.string(),
  details: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Long enough for every message, too short to contain the caller's own data. */
const maxRejectionLength = 8000;

const replies = new WeakMap<Operation, z.ZodType>();

/** Return what is wrong with an answer; null if it is right. */
export function faultOf(operation: Operation, answer: LightMyRequestResponse): string | null {
  const { statusCode: status } = answer;
  if (status >= 500) return `answered ${status}`;
  if (status === 304 && operation.method === 'GET') return answer.body === '' ? null : 'a 304 with a body';
  // The requested range is outside the file. A header contains the file's size, and there is no
  // body.
  if (status === 416 && operation.reply === null && answer.headers['content-range']) return null;
  if (status >= 400) return operation.isPlain && isPage(answer) ? null : faultOfRejection(answer);
  if (operation.isPlain) return null;
  if (
    status === 206 &&
    operation.method === 'GET' &&
    operation.reply === null &&
    answer.headers['content-range']
  )
    return null;
  if (status !== operation.status) return `answered ${status}, which is not described`;
  if (status === 204) return answer.body === '' ? null : 'a 204 with a body';
  return operation.reply === null ? null : faultOfReply(operation, operation.reply, answer);
}

function isPage(answer: LightMyRequestResponse): boolean {
  const isRange = answer.statusCode === 416;
  return isRange || String(answer.headers['content-type']).startsWith('text/html');
}

function faultOfRejection(answer: LightMyRequestResponse): string | null {
  if (answer.headers['content-type'] !== 'application/json; charset=utf-8')
    return `rejected as ${answer.headers['content-type']}`;
  const parsed = ErrorAnswer.safeParse(json(answer));
  if (!parsed.success) return `rejected in another form: ${parsed.error.message}`;
  const { code, message, error, current } = parsed.data;
  if (errorStatuses[code] !== answer.statusCode) return `${code} with ${answer.statusCode}`;
  if (error !== message) return 'error is not the message';
  if (answer.body.length > maxRejectionLength && current === undefined)
    return `a rejection of ${answer.body.length} characters`;
  return null;
}

function faultOfReply(operation: Operation, schema: Schema, answer: LightMyRequestResponse): string | null {
  const type = String(answer.headers['content-type']);
  if (type.startsWith('text/event-stream')) return null;
  if (type !== 'application/json; charset=utf-8') return `answered as ${type}`;
  let described = replies.get(operation);
  if (!described) {
    described = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
    replies.set(operation, described);
  }
  const parsed = described.safeParse(json(answer));
  return parsed.success ? null : `not the described reply: ${parsed.error.message.slice(0, 500)}`;
}

function json(answer: LightMyRequestResponse): unknown {
  try {
    return JSON.parse(unpacked(answer).toString());
  } catch {
    return undefined;
  }
}

function unpacked({ headers, rawPayload }: LightMyRequestResponse): Buffer {
  switch (headers['content-encoding']) {
    case undefined:
      return rawPayload;
    case 'br':
      return brotliDecompressSync(rawPayload);
    case 'gzip':
      return gunzipSync(rawPayload);
    default:
      throw new Error(`unexpected content-encoding ${headers['content-encoding']}`);
  }
}
