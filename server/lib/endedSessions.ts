import { and, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/people.ts';

/** Return those of the sessions that have not ended. */
export async function livingSessions(db: Db, sids: Iterable<string>): Promise<Set<string>> {
  const uniqueSids = [...new Set(sids)];
  if (uniqueSids.length === 0) return new Set();
  const found = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(inArray(sessions.sid, uniqueSids), gt(sessions.expire, sql`now()`)));
  return new Set(found.map(({ sid }) => sid));
}

type Listener = (sids: readonly string[]) => void;
const listenersOf = new WeakMap<Db, Set<Listener>>();

/** Call the listener with sessions that have been ended; returns a function that stops it. */
export function onSessionsEnded(db: Db, listener: Listener): () => void {
  const listeners = listenersOf.get(db) ?? new Set();
  listenersOf.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
}

/** Announce that sessions have been ended, once their rows are gone. */
export function announceSessionsEnded(db: Db, sids: readonly string[]): void {
  if (sids.length === 0) return;
  for (const listener of listenersOf.get(db) ?? []) listener(sids);
}
