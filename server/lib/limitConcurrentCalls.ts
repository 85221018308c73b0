import type { FastifyReply } from 'fastify';
import { HttpError } from './errors.ts';

/** Create a limit of the running calls of one kind for each user, until their replies end. */
export function limitConcurrentCalls(maxPerPerson: number, message: string) {
  const counts = new Map<string, number>();
  /** Throws 429 with this message if the user has too many. */
  return (personId: string, reply: FastifyReply): void => {
    const count = counts.get(personId) ?? 0;
    if (count >= maxPerPerson) throw new HttpError('too_many_requests', message, { retryAfterSeconds: 10 });
    counts.set(personId, count + 1);
    reply.raw.once('close', () => {
      const left = (counts.get(personId) ?? 1) - 1;
      if (left > 0) counts.set(personId, left);
      else counts.delete(personId);
    });
  };
}
