import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { betaSignups, userInvitations, users } from '#server/db/schema/people.ts';
import { projectInvitations } from '#server/db/schema/projects.ts';

export type UserRow = typeof users.$inferSelect;

/**
 * Build the condition whether an address may sign in: it has an account, is an administrator's, or
 * is invited to the product or to a project (decision OQ-02). It checks everything for every
 * address, so that none takes longer than another.
 */
export function mayHaveAccount(email: string, adminEmails: readonly string[]): SQL<boolean> {
  const pending = (of: typeof userInvitations | typeof projectInvitations) =>
    sql`(select count(*) from ${of} where ${of.email} = ${email} and ${of.status} = 'pending' and ${of.expiresAt} > now())`;
  const administrators = adminEmails.includes(email) ? 1 : 0;
  const accounts = sql`(select count(*) from ${users} where ${users.email} = ${email})`;
  return sql<boolean>`(${administrators}::int + ${accounts} + ${pending(userInvitations)} + ${pending(projectInvitations)} > 0)`;
}

/**
 * Return the account of an address that the caller has proved to own, and create it if it may have
 * one; names come from its beta application. Returns null if it may not. Runs in the transaction of
 * the sign-in.
 */
export async function accountOf(
  tx: Db,
  email: string,
  adminEmails: readonly string[],
): Promise<UserRow | null> {
  const [admitted] = await rows<{ may: boolean }>(
    tx,
    sql`select ${mayHaveAccount(email, adminEmails)} as may`,
  );
  if (!admitted?.may) return null;
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

/**
 * Return the address an invitation is bound to, and whether it is for a project; null for an
 * unknown token.
 */
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

/**
 * Return where a user goes after the sign-in: the invitation's page, the requested page, or home.
 */
export async function redirectAfterSignIn(
  db: Db,
  { invite, returnTo }: { invite?: string | null | undefined; returnTo?: string | null | undefined },
): Promise<string> {
  const invitation = invite ? await invitationOf(db, invite) : null;
  if (invite && invitation?.isToProject) return `/invite/${encodeURIComponent(invite)}`;
  // A header may contain only ASCII.
  return returnTo && isOwnPath(returnTo) ? returnTo.replace(/[^!-~]+/g, encodeURIComponent) : '/';
}

/**
 * Return whether a path is a page of this application, and not "//elsewhere.example", a variant of
 * it, or a call such as the logout.
 */
export function isOwnPath(path: string): boolean {
  const startsWithOneSlash = /^\/(?!\/)/.test(path);
  if (!startsWithOneSlash || /[\p{Cc}\p{Cs}\\]/u.test(path)) return false;
  return URL.canParse(path, 'http://localhost') && !isCall(new URL(path, 'http://localhost').pathname);
}

function isCall(pathname: string): boolean {
  try {
    return /^\/+api(\/|$)/i.test(decodeURIComponent(pathname));
  } catch {
    return false; // not decodable, so no route matches it
  }
}
