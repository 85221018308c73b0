import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalid } from './errors.ts';
import { hashOf } from './session.ts';

/** The caller's own Idempotency-Key, which names a call within its project, or one that nobody sends again. */
export function requestIdOf(projectId: number, { headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (key === undefined) return randomUUID();
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw invalid('The Idempotency-Key cannot be used.', {
      'Idempotency-Key': 'Must be 1 to 100 visible characters',
    });
  }
  return hashOf(`${projectId} ${key}`);
}
