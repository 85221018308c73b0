import { eq, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { betaSignups, userInvitations, users } from '#server/db/schema/people.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { newSecret } from '#server/lib/session.ts';
import { type ComposedMail, composeMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { defaultExpiryDays } from '#shared/contract/admin.ts';
import { invitationView, inviteUrlOf } from './admin.queries.ts';

interface Invited {
  email: string;
  expireDays: number;
  /** Id of the administrator. */
  invitedBy: string;
  publicUrl: string;
}

/**
 * Approve an application and invite the applicant, unless they have an account already. The row is
 * locked, so that only one of two concurrent administrators succeeds.
 */
export async function approveApplication(
  tx: Db,
  { id, invitedBy, publicUrl }: { id: number; invitedBy: string; publicUrl: string },
) {
  const { email } = await pendingApplication(tx, id, 'approved');
  const hasAccount = await accountExists(tx, email);
  const invitation = hasAccount
    ? null
    : await putInvitation(tx, { email, invitedBy, publicUrl, expireDays: defaultExpiryDays });
  const [signup] = await tx
    .update(betaSignups)
    .set({ status: 'approved', invitedAt: new Date(), inviteToken: invitation?.inviteToken ?? null })
    .where(eq(betaSignups.id, id))
    .returning();
  if (!signup) throw notFound('Application');
  return { signup, invitation: invitation && invitationView(invitation, publicUrl) };
}

export async function rejectApplication(tx: Db, id: number) {
  await pendingApplication(tx, id, 'rejected');
  const [signup] = await tx
    .update(betaSignups)
    .set({ status: 'rejected' })
    .where(eq(betaSignups.id, id))
    .returning();
  if (!signup) throw notFound('Application');
  return signup;
}

/** An accepted or expired invitation can be replaced by a new one. */
const isReplaceable = or(ne(userInvitations.status, 'pending'), lte(userInvitations.expiresAt, sql`now()`));

/** Invite an address, unless it has an account or a pending invitation. */
export async function invite(tx: Db, invited: Invited) {
  if (await accountExists(tx, invited.email)) throw conflict('This email already has an account.');
  const invitation = await putInvitation(tx, invited, isReplaceable);
  if (!invitation) throw conflict('A pending invitation already exists for this email.');
  return invitationView(invitation, invited.publicUrl);
}

async function pendingApplication(tx: Db, id: number, newStatus: 'approved' | 'rejected') {
  const [signup] = await tx.select().from(betaSignups).where(eq(betaSignups.id, id)).for('update');
  if (!signup) throw notFound('Application');
  if (signup.status !== 'pending') throw conflict(`Only pending applications can be ${newStatus}.`);
  return signup;
}

async function accountExists(tx: Db, email: string): Promise<boolean> {
  const accounts = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return accounts.length > 0;
}

/**
 * Create or replace the invitation of an address and queue its email. Earlier links become invalid.
 * Returns null when an invitation exists that `replaceable` does not allow to replace.
 */
async function putInvitation(
  tx: Db,
  { email, expireDays, invitedBy, publicUrl }: Invited,
  replaceable?: SQL,
): Promise<typeof userInvitations.$inferSelect | null> {
  const fields = {
    inviteToken: newSecret(),
    invitedBy,
    status: 'pending' as const,
    createdAt: sql`now()`,
    expiresAt: databaseTimeIn(expireDays * 86_400_000),
    acceptedAt: null,
  };
  const [invitation] = await tx
    .insert(userInvitations)
    .values({ email, ...fields })
    .onConflictDoUpdate({
      target: userInvitations.email,
      set: fields,
      ...(replaceable && { setWhere: replaceable }),
    })
    .returning();
  if (!invitation) return null;
  await queueMail(tx, { to: email, ...invitationMail(inviteUrlOf(invitation, publicUrl), expireDays) });
  return invitation;
}

function invitationMail(href: string, expireDays: number): ComposedMail {
  return composeMail({
    subject: 'You are invited to Cold Open',
    heading: 'There is a desk for you',
    paragraphs: ['You are invited to write on Cold Open. Sign in with this address, and begin.'],
    action: { label: 'Accept the invitation', href },
    notes: [`The invitation is open for ${expireDays === 1 ? 'one day' : `${expireDays} days`}.`],
  });
}
