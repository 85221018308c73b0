import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { sessions } from '#server/db/schema/people.ts';
import { cookieNameFor, cookieOptions, newSecret, sha256Of } from '#server/lib/session.ts';
import type { OidcChecks } from './oidc.ts';

/** State of a sign-in while the browser is at the provider. */
export interface OidcFlow extends Record<string, unknown> {
  checks: OidcChecks;
  invite: string | null;
  returnTo: string | null;
}

const cookie = 'oidc';
const minutes = 10;

/** Store the state next to the sessions, under a separate cookie with the same lifetime. */
export async function storeOidcFlow(db: Db, journey: OidcFlow, reply: FastifyReply, publicUrl: string) {
  const secret = newSecret();
  const expire = databaseTimeIn(minutes * 60_000);
  await db.insert(sessions).values({ sid: sha256Of(secret), sess: { journey }, expire });
  reply.setCookie(cookieNameFor(cookie, publicUrl), secret, {
    ...cookieOptions(publicUrl),
    maxAge: minutes * 60,
  });
}

/** Return the state once; null if there is none or it was used. */
export async function consumeOidcFlow(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
) {
  const name = cookieNameFor(cookie, publicUrl);
  const secret = request.cookies[name];
  const { maxAge: _, ...options } = cookieOptions(publicUrl);
  reply.clearCookie(name, options);
  if (!secret) return null;
  const [row] = await db
    .delete(sessions)
    .where(and(eq(sessions.sid, sha256Of(secret)), gt(sessions.expire, sql`now()`)))
    .returning();
  return (row?.sess.journey as OidcFlow | undefined) ?? null;
}
