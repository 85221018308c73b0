import { and, eq, lt, not, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/db/client.ts';
import { scriptRequests } from '#server/db/schema/script.ts';
import { invalid } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { EndpointShape, HandlerReply } from '#shared/endpoint.ts';

const keptDays = 30;

/** What a call was answered. */
interface Recorded {
  status: number;
  body: unknown;
}

interface Asked {
  project: { id: number };
  user: { id: string };
  request: { headers: Record<string, string | string[] | undefined> };
  reply: FastifyReply;
}

/**
 * Runs a change of a project's script. A call with an Idempotency-Key that was answered before gets that answer
 * again and changes nothing; its body is not looked at. The answer is recorded in the transaction of the change, so
 * of two that arrive together one waits for the other.
 */
export async function changeOnce<E extends EndpointShape & { reply: z.ZodType }>(
  db: Db,
  { project, user, request, reply }: Asked,
  endpoint: E,
  work: (change: ProjectChange) => Promise<HandlerReply<E>>,
): Promise<HandlerReply<E> | FastifyReply> {
  const key = keyOf(request.headers['idempotency-key']);
  const where = { projectId: project.id, userId: user.id };
  if (key === null) return changeProject(db, where, work);
  const { status, body } = await changeProject(db, where, async (change) => {
    const known = await recorded(change, key);
    if (known) return known;
    const body = z.encode(endpoint.reply, (await work(change)) as never);
    const answer = { status: endpoint.status ?? 200, body };
    await record(change, key, answer);
    return answer;
  });
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function keyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,100}$/.test(header)) return header;
  throw invalid('The Idempotency-Key cannot be used.', {
    'Idempotency-Key': 'Must be 1 to 100 visible characters',
  });
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
