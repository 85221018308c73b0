import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { conflict, type HttpRefusal, invalid } from './errors.ts';
import { sha256Of } from './session.ts';

type Headers = Pick<FastifyRequest, 'headers'>;

/** Return the caller's Idempotency-Key; null without one. */
export function idempotencyKey({ headers }: Headers): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw invalid('The Idempotency-Key cannot be used.', {
    'Idempotency-Key': 'Must be 1 to 100 visible characters',
  });
}

export interface RequestName {
  /** Id of the key within the project, or a random one. */
  requestId: string;
  /** Hash of the call and its body, which the key belongs to; null without a key. */
  fingerprint: string | null;
}

type NamedRequest = Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>;

/** Name a call of a user that belongs to no project, to recognise a repeated one. */
export function personalRequestName(request: NamedRequest): RequestName {
  return requestNameOf('of nobody else', request);
}

/** Name a call of a project, to recognise a repeated one of the same user. */
export function requestNameOf(projectId: number | string, request: NamedRequest): RequestName {
  const key = idempotencyKey(request);
  if (key === null) return { requestId: randomUUID(), fingerprint: null };
  const { method, url, body } = request;
  return {
    requestId: sha256Of(`${projectId} ${key}`),
    fingerprint: sha256Of(`${method} ${url}\n${JSON.stringify(body ?? {})}`),
  };
}

/** Reject a key that came with another call or body, because its reply would be wrong here. */
export function usedElsewhere(): HttpRefusal {
  return conflict('This Idempotency-Key was used for something else. Use a different key for each call.');
}
