import { eq, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { loginTokens, sessions } from '#server/db/schema/people.ts';
import { record } from '#server/lib/activity.ts';
import {
  cookieOptions,
  hashOf,
  newSecret,
  type SessionContent,
  sessionCookie,
  sessionEnd,
} from '#server/lib/session.ts';

/**
 * Signs a person in: a new session, whatever the browser had before, so that an id planted earlier is worth
 * nothing (decision OQ-03).
 */
export async function startSession(
  db: Db,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): Promise<void> {
  const secret = newSecret();
  const sess: SessionContent = { userId, startedAt: new Date().toISOString() };
  const previous = request.cookies[sessionCookie];
  if (previous) await db.delete(sessions).where(eq(sessions.sid, hashOf(previous)));
  await db.insert(sessions).values({ sid: hashOf(secret), sess, expire: sessionEnd() });
  await record(db, request, { userId, action: 'auth.login' });
  reply.setCookie(sessionCookie, secret, cookieOptions(publicUrl));
}

export async function endSession(
  db: Db,
  person: { id: string; session: { sid: string; startedAt: Date } },
  request: FastifyRequest,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, person.session.sid));
  const seconds = Math.round((Date.now() - person.session.startedAt.getTime()) / 1000);
  await record(db, request, {
    userId: person.id,
    action: 'auth.logout',
    sessionDurationSeconds: seconds,
  });
}

/** Removes sessions and sign-in codes whose time is over. */
export async function purgeExpired(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`));
  await db.delete(loginTokens).where(lt(loginTokens.expiresAt, sql`now()`));
}
