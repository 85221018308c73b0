import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { betaSignups, userInvitations, users } from '#server/db/schema/people.ts';
import { projectInvitations } from '#server/db/schema/projects.ts';

export type UserRow = typeof users.$inferSelect;

/**
 * Whether an address may sign in: it has an account, is an administrator's, or is invited, to the product or
 * to a project (decision OQ-02).
 */
export async function mayHaveAccount(
  db: Db,
  email: string,
  adminEmails: readonly string[],
): Promise<boolean> {
  if (adminEmails.includes(email)) return true;
  const known = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (known.length > 0) return true;
  const invited = await db
    .select({ id: userInvitations.id })
    .from(userInvitations)
    .where(
      and(
        eq(userInvitations.email, email),
        eq(userInvitations.status, 'pending'),
        gt(userInvitations.expiresAt, sql`now()`),
      ),
    );
  if (invited.length > 0) return true;
  const toProject = await db
    .select({ id: projectInvitations.id })
    .from(projectInvitations)
    .where(
      and(
        eq(projectInvitations.email, email),
        eq(projectInvitations.status, 'pending'),
        gt(projectInvitations.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return toProject.length > 0;
}

/**
 * The account of an address that has proved to be the caller's, made now if it may have one; names come from
 * its beta application. Null when it may not. Runs in the transaction of the sign-in.
 */
export async function accountOf(
  tx: Db,
  email: string,
  adminEmails: readonly string[],
): Promise<UserRow | null> {
  if (!(await mayHaveAccount(tx, email, adminEmails))) return null;
  const [application] = await tx.select().from(betaSignups).where(eq(betaSignups.email, email));
  await tx
    .insert(users)
    .values({ email, firstName: application?.firstName ?? null, lastName: application?.lastName ?? null })
    .onConflictDoNothing();
  await tx
    .update(userInvitations)
    .set({ status: 'accepted', acceptedAt: new Date() })
    .where(and(eq(userInvitations.email, email), eq(userInvitations.status, 'pending')));
  const [user] = await tx.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

/** The address an invitation is bound to, and whether it is one to a project; null for an unknown token. */
export async function invitationOf(db: Db, token: string) {
  const [project] = await db
    .select({ email: projectInvitations.email })
    .from(projectInvitations)
    .where(eq(projectInvitations.inviteToken, token));
  if (project) return { email: project.email, isToProject: true };
  const [product] = await db
    .select({ email: userInvitations.email })
    .from(userInvitations)
    .where(eq(userInvitations.inviteToken, token));
  return product ? { email: product.email, isToProject: false } : null;
}

/** Where a signed-in person goes: to the invitation's page, to where they were going, or home. */
export async function destination(
  db: Db,
  { invite, returnTo }: { invite?: string | null | undefined; returnTo?: string | null | undefined },
): Promise<string> {
  const invitation = invite ? await invitationOf(db, invite) : null;
  if (invite && invitation?.isToProject) return `/invite/${encodeURIComponent(invite)}`;
  // A header holds nothing but ASCII.
  return returnTo && isOwnPath(returnTo) ? returnTo.replace(/[^!-~]+/g, encodeURIComponent) : '/';
}

/** A path of ours, as opposed to "//elsewhere.example" and what browsers read as that. */
export function isOwnPath(path: string): boolean {
  const startsWithOneSlash = /^\/(?!\/)/.test(path);
  return startsWithOneSlash && !/[\p{Cc}\p{Cs}\\]/u.test(path) && URL.canParse(path, 'http://localhost');
}
