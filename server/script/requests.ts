import { and, eq, lt, not, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/db/client.ts';
import { scriptRequests } from '#server/db/schema/script.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import { idempotencyKey, usedElsewhere } from '#server/lib/requestId.ts';
import { hashOf } from '#server/lib/session.ts';
import type { EndpointShape, HandlerReply } from '#shared/endpoint.ts';

const keptDays = 30;

/** What a call was answered. */
interface Recorded {
  status: number;
  body: unknown;
  /** Hash of the words that were sent; calls of before have none. */
  words?: string;
}

interface Asked {
  project: { id: number };
  user: { id: string };
  request: Pick<FastifyRequest, 'headers'>;
  body: unknown;
  reply: FastifyReply;
}

/**
 * Runs a change of a project's script. A call with an Idempotency-Key to which the same person got an answer before gets it
 * again and changes nothing; with other words in its body it is refused. The rest of the body is not compared: what is sent
 * again may name another place by now, where the script has moved on (docs/decisions/0009-changes-in-one-queue.md). The
 * answer is recorded in the transaction of the change, so of two that arrive together one waits for the other.
 */
export async function changeOnce<E extends EndpointShape & { reply: z.ZodType }>(
  db: Db,
  { project, user, request, body: asked, reply }: Asked,
  endpoint: E,
  work: (change: ProjectChange) => Promise<HandlerReply<E>>,
): Promise<HandlerReply<E> | FastifyReply> {
  const given = idempotencyKey(request);
  const where = { projectId: project.id, userId: user.id };
  if (given === null) return changeProject(db, where, work);
  const key = hashOf(`${user.id} ${endpoint.method} ${endpoint.path} ${given}`);
  const words = hashOf(JSON.stringify(wordsIn(asked)));
  const { status, body } = await changeProject(db, where, async (change) => {
    const known = await recorded(change, key);
    if (known && (known.words ?? words) !== words) throw usedElsewhere();
    if (known) return known;
    const body = z.encode(endpoint.reply, (await work(change)) as never);
    const answer = { status: endpoint.status ?? 200, body, words };
    await record(change, key, answer);
    return answer;
  });
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The text of every element in the body of a change, in order. */
function wordsIn(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => (name === 'content' ? [value] : wordsIn(value)));
}

async function recorded({ tx, projectId }: ProjectChange, key: string): Promise<Recorded | undefined> {
  const [found] = await tx
    .select({ reply: scriptRequests.reply })
    .from(scriptRequests)
    .where(and(eq(scriptRequests.projectId, projectId), eq(scriptRequests.key, key), not(isOld())));
  return found?.reply as Recorded | undefined;
}

async function record({ tx, projectId }: ProjectChange, key: string, reply: Recorded): Promise<void> {
  await tx
    .insert(scriptRequests)
    .values({ projectId, key, reply })
    .onConflictDoUpdate({
      target: [scriptRequests.projectId, scriptRequests.key],
      set: { reply, at: sql`now()` },
    });
}

const isOld = () => lt(scriptRequests.at, sql`now() - make_interval(days => ${keptDays}::int)`);

/** Forgets answers that nobody will ask for again. */
export async function pruneRequests(db: Db): Promise<void> {
  await db.delete(scriptRequests).where(isOld());
}
