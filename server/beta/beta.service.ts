import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { betaSignups, users } from '#server/db/schema/people.ts';
import type { Env } from '#server/env.ts';
import { conflict } from '#server/lib/errors.ts';
import { type ComposedMail, composeMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { applicationExists, type applyForBeta } from '#shared/contract/beta.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type Application = HandlerInput<typeof applyForBeta>['body'];

/**
 * Store an application and queue emails to the applicant and every administrator, in one
 * transaction.
 */
export function addApplication(
  db: Db,
  { adminEmails, publicUrl }: Pick<Env, 'adminEmails' | 'publicUrl'>,
  application: Application,
) {
  const { previousWork, currentProjects } = application;
  return db.transaction(async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, application.email));
    const [signup] = await tx
      .insert(betaSignups)
      .values({
        ...application,
        previousWork: previousWork || null,
        currentProjects: currentProjects || null,
      })
      .onConflictDoNothing({ target: betaSignups.email })
      .returning();
    // Throw so that the transaction rolls back when the applicant has an account.
    if (!signup || account) throw conflict(applicationExists);
    await queueMail(tx, { to: signup.email, ...receivedMail() });
    for (const to of adminEmails) await queueMail(tx, { to, ...noticeMail(signup, publicUrl) });
    return signup;
  });
}

/** The email contains nothing from the form, because the address may belong to somebody else. */
function receivedMail(): ComposedMail {
  return composeMail({
    subject: 'We have your application',
    heading: 'We have your application',
    paragraphs: [
      'Thank you for applying to the beta of Cold Open. We read every application.',
      'When a place opens up, we will send an invitation to this address.',
    ],
    notes: ['If you did not apply, do nothing: without an invitation nothing happens.'],
  });
}

function noticeMail(
  signup: Pick<typeof betaSignups.$inferSelect, 'firstName' | 'lastName' | 'email' | 'role' | 'reason'>,
  publicUrl: string,
): ComposedMail {
  const name = `${signup.firstName} ${signup.lastName}`;
  return composeMail({
    subject: `Beta application: ${name}`,
    heading: 'A new beta application',
    paragraphs: [`${name} (${signup.email}), ${signup.role}, writes:`, signup.reason],
    action: { label: 'Read the application', href: `${publicUrl}/admin/beta-applications` },
    addresses: [signup.email],
  });
}
