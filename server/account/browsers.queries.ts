import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema/people.ts';
import { type SessionContent, sessionDays } from '#server/lib/session.ts';

const isOf = (userId: string) => eq(sql`${sessions.sess} ->> 'userId'`, userId);

/** List the browsers in which the user is signed in, the one with session `sid` first. */
export async function browsersOf(db: Db, userId: string, sid: string) {
  const found = await db
    .select()
    .from(sessions)
    .where(and(isOf(userId), gt(sessions.expire, sql`now()`)))
    .orderBy(desc(eq(sessions.sid, sid)), desc(sql`${sessions.sess} ->> 'seenAt'`), desc(sessions.expire));
  return found.map(({ sid: each, sess, expire }) => {
    const { startedAt, seenAt, userAgent = null, addressPrefix = null } = sess as SessionContent;
    return {
      userAgent,
      addressPrefix,
      startedAt: new Date(startedAt),
      // Older sessions have no `seenAt`. Their last renewal is `sessionDays` before they expire.
      lastSeenAt: new Date(seenAt ?? expire.getTime() - sessionDays * 86_400_000),
      isCurrent: each === sid,
    };
  });
}

/**
 * End all sessions of a user except that one, or with null all, and return their ids. The caller
 * announces them (`announceSessionsEnded`) after the commit.
 */
export async function endSessions(db: Db, userId: string, exceptSid: string | null): Promise<string[]> {
  const ended = await db
    .delete(sessions)
    .where(and(isOf(userId), exceptSid === null ? undefined : ne(sessions.sid, exceptSid)))
    .returning({ sid: sessions.sid });
  return ended.map(({ sid }) => sid);
}

/** Return the address of a user; null: there is none. */
export async function emailOf(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
}
