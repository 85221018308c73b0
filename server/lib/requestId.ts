import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { conflict, type HttpRefusal, invalid } from './errors.ts';
import { sha256Of } from './session.ts';

type Headers = Pick<FastifyRequest, 'headers'>;

/** The caller's own Idempotency-Key; null where there is none. */
export function idempotencyKey({ headers }: Headers): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw invalid('The Idempotency-Key cannot be used.', {
    'Idempotency-Key': 'Must be 1 to 100 visible characters',
  });
}

export interface RequestName {
  /** Of the caller's key within the project, or one that nobody sends again. */
  requestId: string;
  /** Hash of the call and its body, for the key belongs to them; null where nobody sends it again. */
  fingerprint: string | null;
}

type NamedRequest = Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>;

/** By what a call that is about no project is known when it is sent again by the same person. */
export function personalRequestName(request: NamedRequest): RequestName {
  return requestNameOf('of nobody else', request);
}

/** By what a call of a project is known when it is sent again by the same person. */
export function requestNameOf(projectId: number | string, request: NamedRequest): RequestName {
  const key = idempotencyKey(request);
  if (key === null) return { requestId: randomUUID(), fingerprint: null };
  const { method, url, body } = request;
  return {
    requestId: sha256Of(`${projectId} ${key}`),
    fingerprint: sha256Of(`${method} ${url}\n${JSON.stringify(body ?? {})}`),
  };
}

/** The key came with another call, or another body, and its answer is of no use here. */
export function usedElsewhere(): HttpRefusal {
  return conflict('This Idempotency-Key was used for something else. Give each call a key of its own.');
}
