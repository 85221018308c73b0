import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { conflict, type HttpError, invalid } from './errors.ts';
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
  /** Idempotency-Key of the caller, prefixed with the project, or a random id. */
  requestId: string;
  /** Hash of the call and its body. A repeated key must have the same. Null: there is no key. */
  fingerprint: string | null;
}

type NamedRequest = Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>;

/** Return the request id and fingerprint of a call that belongs to no project. */
export function personalRequestName(request: NamedRequest): RequestName {
  return requestNameOf('of nobody else', request);
}

/** Return the request id and fingerprint of a user's call in a project. */
export function requestNameOf(projectId: number | string, request: NamedRequest): RequestName {
  const key = idempotencyKey(request);
  if (key === null) return { requestId: randomUUID(), fingerprint: null };
  const { method, url, body } = request;
  return {
    requestId: sha256Of(`${projectId} ${key}`),
    fingerprint: sha256Of(`${method} ${url}\n${JSON.stringify(body ?? {})}`),
  };
}

/**
 * Return the conflict for a key that was used with another call or body, whose reply would be wrong
 * here.
 */
export function usedElsewhere(): HttpError {
  return conflict('This Idempotency-Key was used for something else. Use a different key for each call.');
}
