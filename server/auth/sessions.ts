import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { databaseTime } from '#server/db/databaseTime.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { loginTokens, sessions, users } from '#server/db/schema/people.ts';
import { failedSignIn, recordActivity } from '#server/lib/activity.ts';
import { announceSessionsEnded } from '#server/lib/endedSessions.ts';
import {
  clearSessionCookies,
  cookieNameFor,
  cookieOptions,
  lastSeenFields,
  newSecret,
  type SessionContent,
  sessionEnd,
  sessionIn,
  sha256Of,
} from '#server/lib/session.ts';

/** Days after which records of failed sign-ins are deleted. Anybody can cause them. */
const failureDays = 90;

/**
 * Start a new session. An earlier session of the browser is ended, so that a session id planted by
 * an attacker is worthless (decision OQ-03).
 */
export async function startSession(
  db: Db,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): Promise<void> {
  const secret = newSecret();
  const cookie = cookieNameFor('sid', publicUrl);
  const now = await databaseTime(db);
  const startedAt = now.toISOString();
  const sess: SessionContent = { userId, startedAt, cookie, ...lastSeenFields(request, now) };
  const previous = sessionIn(request.cookies, publicUrl);
  if (previous) await removeSession(db, sha256Of(previous.secret));
  await db.insert(sessions).values({ sid: sha256Of(secret), sess, expire: sessionEnd(now.getTime()) });
  await recordActivity(db, request, { userId, action: 'auth.login' });
  if (previous && previous.name !== cookie) clearSessionCookies(reply, publicUrl);
  reply.setCookie(cookie, secret, cookieOptions(publicUrl));
}

export async function endSession(
  db: Db,
  person: { id: string; session: { sid: string; startedAt: Date } },
  request: FastifyRequest,
): Promise<void> {
  await removeSession(db, person.session.sid);
  const seconds = Math.round((Date.now() - person.session.startedAt.getTime()) / 1000);
  await recordActivity(db, request, {
    userId: person.id,
    action: 'auth.logout',
    sessionDurationSeconds: seconds,
  });
}

async function removeSession(db: Db, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
  announceSessionsEnded(db, [sid]);
}

/** Record a failed sign-in, with the account of the address, if any. */
export async function recordFailure(
  db: Db,
  request: FastifyRequest,
  details: { email: string; by: 'code' | 'link' | 'provider' },
): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, details.email));
  await recordActivity(db, request, { userId: user?.id ?? null, action: failedSignIn, details });
}

/** Delete expired sessions, codes and records of failures. */
export async function purgeExpired(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`));
  await db.delete(loginTokens).where(lt(loginTokens.expiresAt, sql`now()`));
  await db
    .delete(userActivityLogs)
    .where(
      and(
        eq(userActivityLogs.action, failedSignIn),
        lt(userActivityLogs.createdAt, sql`now() - make_interval(days => ${failureDays}::int)`),
      ),
    );
}
