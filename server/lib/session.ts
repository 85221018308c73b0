import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema/people.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import type { Role } from '#shared/roles.ts';
import { shareOf } from './membership.ts';

/** Decision OQ-03: seven days, counted anew while the person keeps coming. */
export const sessionDays = 7;
const dayMs = 86_400_000;
/** A session is written at most once an hour, not at every request. */
const rollAfterMs = 3_600_000;

export const sessionCookie = 'sid';

/** What is kept of a secret that somebody else carries: enough to recognise it, useless to a thief. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function cookieOptions(publicUrl: string): CookieSerializeOptions {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: sessionDays * 86_400,
  };
}

/** What a session remembers; `userId` is also what the database looks it up by. */
export interface SessionContent extends Record<string, unknown> {
  userId: string;
  /** ISO time of the sign-in. */
  startedAt: string;
}

export function sessionEnd(now = Date.now()): Date {
  return new Date(now + sessionDays * dayMs);
}

/**
 * The question at the door of every call, in one statement: whose session is this, and, when a project is
 * asked for, which role has that person in it? No row: no session. `project` null: not one they may see.
 */
export function doorOf(db: Db) {
  const statement = db
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      expire: sessions.expire,
      startedAt: sql<string>`${sessions.sess} ->> 'startedAt'`,
      projectId: projects.id,
      revision: projects.revision,
      isOwner: sql<boolean | null>`${projects.userId} = ${users.id}`,
      shareRole: projectShares.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`${sessions.sess} ->> 'userId'`))
    .leftJoin(projects, and(eq(projects.id, sql.placeholder('projectId')), eq(projects.isImporting, false)))
    .leftJoin(projectShares, shareOf(users.id))
    .where(and(eq(sessions.sid, sql.placeholder('sid')), gt(sessions.expire, sql`now()`)))
    .limit(1)
    .prepare('door');

  return async (cookie: string, projectId = 0) => {
    const sid = hashOf(cookie);
    const [row] = await statement.execute({ sid, projectId });
    if (!row) return null;
    const { projectId: id, revision, isOwner, shareRole, expire, ...person } = row;
    const role: Role | null = isOwner ? 'owner' : shareRole;
    const project = id !== null && revision !== null && role !== null ? { id, revision, role } : null;
    return { person: { ...person, sid }, project, expire };
  };
}

/** Gives the session another seven days when the last time was long enough ago; tells whether it did. */
export async function rollSession(db: Db, sid: string, expire: Date): Promise<boolean> {
  if (sessionEnd().getTime() - expire.getTime() < rollAfterMs) return false;
  await db.update(sessions).set({ expire: sessionEnd() }).where(eq(sessions.sid, sid));
  return true;
}
