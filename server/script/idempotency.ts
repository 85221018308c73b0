import { and, eq, lt, not, type SQL, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { namedByColumns } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptRequests } from '#server/db/schema/script.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import { idempotencyKey, usedElsewhere } from '#server/lib/requestId.ts';
import { sha256Of } from '#server/lib/session.ts';
import type { EndpointShape, HandlerReply } from '#shared/endpoint.ts';
import { revisionHeader } from '#shared/headers.ts';

const retentionDays = 30;

/** Recorded reply of a call. */
interface Recorded {
  status: number;
  body: unknown;
  /** Hash of the sent text; older records have none. */
  words?: string;
  /** Revision of the project that the reply includes; older records have none. */
  revision?: number;
}

interface Asked {
  project: { id: number; revision: number };
  user: { id: string };
  request: Pick<FastifyRequest, 'headers'>;
  body: unknown;
  reply: FastifyReply;
}

/** Idempotency of a change that consists of one read statement and one write statement. */
export interface IdempotentReply<Reply> {
  /** Key of the recorded reply. If there is one already, the transaction repeats it. */
  requestKey: string;
  /** Return the row of script_requests that records the reply. */
  recorded(reply: Reply): RequestRow;
}

/** Row of script_requests. */
export interface RequestRow {
  projectId: number;
  key: string;
  reply: Recorded;
}

/**
 * Run an idempotent change of a script. A repeated call with the same Idempotency-Key gets the
 * recorded reply and changes nothing. With other text in its body it is rejected. The rest of the
 * body is not compared, because positions may have changed (docs/decisions/0009). The reply is
 * recorded in the transaction of the change, so that of two parallel calls one waits. `attempt` is
 * as in changeProject.
 */
export async function changeIdempotently<E extends EndpointShape & { reply: z.ZodType }>(
  db: Db,
  { project, user, request, body: asked, reply }: Asked,
  endpoint: E,
  work: (change: ProjectChange) => Promise<HandlerReply<E>>,
  attempt?: (once?: IdempotentReply<HandlerReply<E>>) => Promise<HandlerReply<E> | undefined>,
): Promise<HandlerReply<E> | FastifyReply> {
  const requestKey = idempotencyKey(request);
  const where = { projectId: project.id, userId: user.id };
  if (requestKey === null) return changeProject(db, where, work, attempt);
  const key = sha256Of(`${user.id} ${endpoint.method} ${endpoint.path} ${requestKey}`);
  const words = sha256Of(JSON.stringify(wordsIn(asked)));
  const answerOf = (requestKey: HandlerReply<E>): Recorded => ({
    status: endpoint.status ?? 200,
    body: z.encode(endpoint.reply, requestKey as never),
    words,
    revision: project.revision,
  });
  const rowOf = (answer: Recorded): RequestRow => ({ projectId: project.id, key, reply: answer });
  const inFull = async (change: ProjectChange) => {
    const known = await recorded(change, key);
    if (known && (known.words ?? words) !== words) throw usedElsewhere();
    if (known) {
      // The revision that was read with the session is later than the reply.
      if (known.revision === undefined) reply.removeHeader(revisionHeader);
      else reply.header(revisionHeader, known.revision);
      return known;
    }
    const answer = answerOf(await work(change));
    const row = JSON.stringify({ requests: namedByColumns(scriptRequests, [rowOf(answer)]) });
    await rows(
      change.tx,
      sql`with input as (select ${row}::jsonb as json), counted as (select) ${recordRequests}`,
    );
    return answer;
  };
  const inShort = async () => {
    const answer = await attempt?.({
      requestKey: key,
      recorded: (answer) => rowOf(answerOf(answer)),
    });
    return answer && answerOf(answer);
  };
  const { status, body } = await changeProject(db, where, inFull, inShort);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Return the text of every element in the body of a change, in order. */
function wordsIn(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => (name === 'content' ? [value] : wordsIn(value)));
}

type InProject = Pick<ProjectChange, 'projectId'>;

async function recorded(change: ProjectChange, key: string): Promise<Recorded | undefined> {
  const [found] = await change.tx
    .select({ reply: scriptRequests.reply })
    .from(scriptRequests)
    .where(isRecorded(change, key));
  return found?.reply as Recorded | undefined;
}

const isRecorded = ({ projectId }: InProject, key: string) =>
  and(eq(scriptRequests.projectId, projectId), eq(scriptRequests.key, key), not(isOld()));

/** Build the condition whether a call was answered before. */
export function isAnsweredSql(projectId: number, requestKey: string | null): SQL {
  if (requestKey === null) return sql`false`;
  return sql`exists (select 1 from script_requests where ${isRecorded({ projectId }, requestKey)})`;
}

/** Statement that records replies. It reads `requests` from `input` if `counted` has a row. */
export const recordRequests = sql`insert into script_requests (project_id, key, reply)
  select given.project_id, given.key, given.reply
  from counted, jsonb_populate_recordset(null::script_requests, (select json -> 'requests' from input)) given
  on conflict (project_id, key) do update set reply = excluded.reply, at = now()`;

const isOld = () => lt(scriptRequests.at, sql`now() - make_interval(days => ${retentionDays}::int)`);

/** Delete old recorded replies. */
export async function pruneRequests(db: Db): Promise<void> {
  await db.delete(scriptRequests).where(isOld());
}
