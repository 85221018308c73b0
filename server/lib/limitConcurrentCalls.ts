import type { FastifyReply } from 'fastify';
import { HttpRefusal } from './errors.ts';

/** Counts the calls of a kind that each person has under way, until their answer is sent or given up. */
export function limitConcurrentCalls(maxPerPerson: number, message: string) {
  const counts = new Map<string, number>();
  /** Throws 429 with that message to whoever has as many already. */
  return (personId: string, reply: FastifyReply): void => {
    const count = counts.get(personId) ?? 0;
    if (count >= maxPerPerson) throw new HttpRefusal('too_many_requests', message, { retryAfterSeconds: 10 });
    counts.set(personId, count + 1);
    reply.raw.once('close', () => {
      const left = (counts.get(personId) ?? 1) - 1;
      if (left > 0) counts.set(personId, left);
      else counts.delete(personId);
    });
  };
}
