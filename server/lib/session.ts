import { createHash, randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, eq, getTableName, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema/people.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import type { Role } from '#shared/roles.ts';
import { basePathOf } from './basePath.ts';
import { isSharedWith } from './membership.ts';

/** Days until a session expires. Renewed while it is used (decision OQ-03). */
export const sessionDays = 7;
const dayMs = 86_400_000;
/** Maximum days of a session, after which the user must sign in again. */
export const maxSessionDays = 30;
/** Minimum time between two writes of a session, so that not every request writes. */
const rollAfterMs = 3_600_000;

type PrefixedName<Name extends string> = Name | `__Host-${Name}` | `__Secure-${Name}`;
export type SessionCookie = PrefixedName<'sid'>;

/**
 * Return the name of a cookie. On https it has a prefix: with __Host- a browser accepts the cookie
 * only from this host, and only for the whole host. Below a path the prefix is __Secure-, so that
 * the cookie differs from that of an installation at the root of the host.
 */
export function cookieNameFor<Name extends string>(name: Name, publicUrl: string): PrefixedName<Name> {
  if (!isHttps(publicUrl)) return name;
  return basePathOf(publicUrl) === '' ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * Return the names of the session cookie. A session is valid only under the name with which it was
 * started; older sessions are named sid.
 */
function sessionCookies(publicUrl: string): SessionCookie[] {
  return isHttps(publicUrl) ? [cookieNameFor('sid', publicUrl), 'sid'] : ['sid'];
}

/** Return the session id that a browser sends. */
export function sessionIn(
  cookies: Record<string, string | undefined>,
  publicUrl: string,
): { name: SessionCookie; secret: string } | null {
  const name = sessionCookies(publicUrl).find((each) => cookies[each]);
  return name === undefined ? null : { name, secret: cookies[name] ?? '' };
}

/** Delete the session cookie under either name. */
export function clearSessionCookies(reply: FastifyReply, publicUrl: string): void {
  const { maxAge: _, ...options } = cookieOptions(publicUrl);
  for (const name of sessionCookies(publicUrl)) reply.clearCookie(name, options);
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Hash a secret, so that it can be recognised and a stolen hash is useless. */
export function sha256Of(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function cookieOptions(publicUrl: string): CookieSerializeOptions {
  return {
    path: basePathOf(publicUrl) || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(publicUrl),
    maxAge: sessionDays * 86_400,
  };
}

/** Content of a session. The database also looks it up by `userId`. */
export interface SessionContent extends Record<string, unknown> {
  userId: string;
  /** ISO time of the sign-in. */
  startedAt: string;
  /** Name of its cookie. Default: 'sid'. */
  cookie?: SessionCookie;
  /** ISO time of the last write. The session was used within an hour after that. */
  seenAt?: string;
  /** User agent and beginning of the address at that time. */
  userAgent?: string | null;
  addressPrefix?: string | null;
}

/** Return the time, user agent and network of a request, for the list of sessions. */
export function lastSeenFields(
  request: FastifyRequest,
  now: Date,
): Pick<SessionContent, 'seenAt' | 'userAgent' | 'addressPrefix'> {
  return {
    seenAt: now.toISOString(),
    userAgent: request.headers['user-agent']?.replaceAll('\0', '').slice(0, 300) ?? null,
    addressPrefix: addressPrefix(request.ip),
  };
}

/**
 * Return the first three numbers of an IPv4 address or the first three groups of an IPv6 address,
 * so that the network is known and the household is not.
 */
export function addressPrefix(address: string): string | null {
  const v4 = address.replace(/^::ffff:/i, '');
  if (isIPv4(v4)) return v4.split('.').slice(0, 3).join('.');
  if (!isIPv6(address)) return null;
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array(zeros).fill('0'), ...tail].slice(0, 3).join(':');
}

/** Return the end of a session: seven days from now, at most 30 from its start. */
export function sessionEnd(now = Date.now(), startedAt = now): Date {
  return new Date(Math.min(now + sessionDays * dayMs, startedAt + maxSessionDays * dayMs));
}

/** Table whose rows belong to a project. */
export type ChildTable = PgTable & { id: AnyPgColumn; projectId: AnyPgColumn };

/** The project of a call, by its own id or by the id of one of its rows. */
export interface ProjectReference {
  child: ChildTable | null;
  id: number;
}

/**
 * Create the lookup that every call uses, in one statement: the user of a session and, if a project
 * is given, the user's role in it. Returns no row without a session. `project` is null when the
 * user may not see it.
 */
export function createSessionLookup(db: Db) {
  const byProject = statementFor(db, null);
  const byChild = new Map<ChildTable, typeof byProject>();

  return async (cookie: string, { child, id }: ProjectReference = { child: null, id: 0 }) => {
    const statement = child === null ? byProject : (byChild.get(child) ?? statementFor(db, child));
    if (child !== null) byChild.set(child, statement);
    const sid = sha256Of(cookie);
    const [row] = await statement.execute({ sid, id });
    if (!row) return null;
    const { projectId, revision, scriptRevision, isOwner, shareRole, expire, now, ...person } = row;
    const role: Role | null = isOwner ? 'owner' : shareRole;
    const project =
      projectId !== null && revision !== null && scriptRevision !== null && role !== null
        ? { id: projectId, revision, scriptRevision, role }
        : null;
    return { person: { ...person, sid }, project, expire, now };
  };
}

function statementFor(db: Db, child: ChildTable | null) {
  const sid = sql.placeholder('id');
  const projectId: SQL =
    child === null
      ? sql`${sid}::int`
      : sql`(select ${child.projectId} from ${child} where ${child.id} = ${sid})`;
  return db
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      expire: sessions.expire,
      now: sql`clock_timestamp()`.mapWith(sessions.expire),
      startedAt: sql<string>`${sessions.sess} ->> 'startedAt'`,
      cookie: sql<string>`coalesce(${sessions.sess} ->> 'cookie', 'sid')`,
      seenAt: sql<string | null>`${sessions.sess} ->> 'seenAt'`,
      projectId: projects.id,
      revision: projects.revision,
      scriptRevision: projects.scriptRevision,
      isOwner: sql<boolean | null>`${projects.userId} = ${users.id}`,
      shareRole: projectShares.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`${sessions.sess} ->> 'userId'`))
    .leftJoin(projects, and(eq(projects.id, projectId), eq(projects.isImporting, false)))
    .leftJoin(projectShares, isSharedWith(users.id))
    .where(and(eq(sessions.sid, sql.placeholder('sid')), gt(sessions.expire, sql`clock_timestamp()`)))
    .limit(1)
    .prepare(child === null ? 'door' : `door_of_${getTableName(child)}`);
}

interface SessionTimes {
  sid: string;
  startedAt: Date;
  seenAt: string | null;
  expire: Date;
  /** Time of the database: the clock of one node may be wrong, and would end sessions. */
  now: Date;
}

/**
 * Renew a session unless it was renewed recently. Returns its remaining seconds. Null: it was not
 * renewed.
 */
export async function rollSession(
  db: Db,
  { sid, startedAt, seenAt, expire, now }: SessionTimes,
  request: FastifyRequest,
): Promise<number | null> {
  const nowMs = now.getTime();
  const next = sessionEnd(nowMs, startedAt.getTime());
  // Near its maximum lifetime a session is not extended, but its time of use is written.
  const isSeen = seenAt === null || nowMs - Date.parse(seenAt) < rollAfterMs;
  if (isSeen && Math.abs(next.getTime() - expire.getTime()) < rollAfterMs) return null;
  const sighting = JSON.stringify(lastSeenFields(request, now));
  // Skip a locked row instead of waiting: the next call renews the session.
  const free = db.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sid));
  const rolled = await db
    .update(sessions)
    .set({ expire: next, sess: sql`${sessions.sess} || ${sighting}::jsonb` })
    .where(inArray(sessions.sid, free.for('update', { skipLocked: true })))
    .returning({ sid: sessions.sid });
  if (rolled.length === 0) return null;
  return Math.max(0, Math.floor((next.getTime() - nowMs) / 1000));
}
