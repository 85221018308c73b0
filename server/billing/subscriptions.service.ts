import { and, eq, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { HttpError, invalid, upstream } from '#server/lib/errors.ts';
import { queueMail } from '#server/mail/outbox.ts';
import type { Payments, ProviderSubscription } from '#server/payments/payments.ts';
import { billingTexts } from '#shared/contract/billing.ts';
import { cancelledMail } from './mails.ts';

interface SubscriptionDeps {
  db: Db;
  payments: Payments;
  publicUrl: string;
}

type UserRow = typeof users.$inferSelect;

/** States of a subscription that is in use (decision OQ-47). */
const live = ['active', 'past_due', 'unpaid', 'canceling', 'trialing'];

export function isLive(status: string | null): boolean {
  return status !== null && live.includes(status);
}

/**
 * Return the status to store. The provider reports "active" for a subscription that will end, which
 * is stored as "canceling".
 */
function statusOf({ status, cancelAtPeriodEnd }: ProviderSubscription): string {
  return isLive(status) && cancelAtPeriodEnd ? 'canceling' : status;
}

/**
 * Store the current state of a subscription. Replies of two calls may overtake each other: the
 * reply to the later call wins. A subscription other than the stored one is accepted only if it is
 * live and the stored one is not.
 */
export async function recordSubscription({ db, payments }: SubscriptionDeps, id: string): Promise<void> {
  const askedAt = await timeOf(db);
  const found = await payments.readSubscription(id);
  if (found) await writeSubscription(db, found, askedAt);
}

async function writeSubscription(db: Db, found: ProviderSubscription, askedAt: Date): Promise<void> {
  const { id, customerId, periodEnd, status } = found;
  const isTheirs = eq(users.stripeSubscriptionId, id);
  const hasNone = or(isNull(users.subscriptionStatus), notInArray(users.subscriptionStatus, live));
  await db
    .update(users)
    .set({
      ...{ stripeSubscriptionId: id, subscriptionStatus: statusOf(found), subscriptionReadAt: askedAt },
      ...(periodEnd && { subscriptionCurrentPeriodEnd: periodEnd }),
    })
    .where(
      and(
        eq(users.stripeCustomerId, customerId),
        isLive(status) ? or(isTheirs, hasNone) : isTheirs,
        or(isNull(users.subscriptionReadAt), lte(users.subscriptionReadAt, askedAt)),
      ),
    );
}

/** Return the time of the database, which all nodes share. */
async function timeOf(db: Db): Promise<Date> {
  const [now] = await rows<{ at: string }>(db, sql`select clock_timestamp()::text as at`);
  return new Date(now?.at ?? Date.now());
}

/**
 * Return the subscription that the caller pays for next: one that was begun before, or a new one.
 * Throws invalid if one is in use already (decision OQ-45).
 */
export async function beginSubscription(
  deps: SubscriptionDeps,
  userId: string,
): Promise<{ clientSecret: string; subscriptionId: string }> {
  const { db, payments } = deps;
  const user = await customer(deps, userId);
  const { stripeSubscriptionId: known } = user;
  const current = known === null ? null : await payments.readSubscription(known);
  if (current && isLive(current.status)) {
    await recordSubscription(deps, current.id);
    throw invalid(billingTexts.hasSubscription);
  }
  if (current?.clientSecret) return { clientSecret: current.clientSecret, subscriptionId: current.id };

  // Two tabs use the same key. After a failure the user can retry a minute later.
  const key = `sub:${userId}:${known ?? 'first'}:${Math.floor(Date.now() / 60_000)}`;
  const begun = await payments.startSubscription(user, key);
  if (begun.clientSecret === null) throw upstream('payments', null, billingTexts.away);
  const [stored] = await db
    .update(users)
    .set({ stripeSubscriptionId: begun.id, subscriptionStatus: begun.status })
    .where(
      and(
        eq(users.id, userId),
        or(
          sql`${users.stripeSubscriptionId} is not distinct from ${known}`,
          eq(users.stripeSubscriptionId, begun.id),
        ),
      ),
    )
    .returning({ id: users.id });
  // Another tab has stored its own subscription first. That one gets paid, and this one expires
  // unpaid.
  if (!stored) return beginSubscription(deps, userId);
  return { clientSecret: begun.clientSecret, subscriptionId: begun.id };
}

/** Return the customer id, and create it at the provider. */
export async function customer({ db, payments }: SubscriptionDeps, userId: string) {
  const user = await userOf(db, userId);
  const { email, firstName, lastName, stripeCustomerId, stripeSubscriptionId } = user;
  const name = [firstName, lastName].filter(Boolean).join(' ') || null;
  const who = { userId, email, name, stripeSubscriptionId };
  if (stripeCustomerId !== null) return { ...who, customerId: stripeCustomerId };
  const made = await payments.createCustomer(who);
  await db
    .update(users)
    .set({ stripeCustomerId: made })
    .where(and(eq(users.id, userId), isNull(users.stripeCustomerId)));
  const { stripeCustomerId: stored } = await userOf(db, userId);
  return { ...who, customerId: stored ?? made };
}

/**
 * End the subscription with its period; repeating it changes nothing. `record` runs in the
 * transaction.
 */
export async function endSubscription(
  deps: SubscriptionDeps,
  userId: string,
  record: (tx: Db) => Promise<void>,
): Promise<UserRow> {
  const { db, payments, publicUrl } = deps;
  const user = await userOf(db, userId);
  const { stripeSubscriptionId: id, subscriptionStatus } = user;
  if (id === null || !isLive(subscriptionStatus)) throw invalid(billingTexts.noSubscription);
  if (subscriptionStatus === 'canceling') return user;
  const askedAt = await timeOf(db);
  const ending = await payments.cancel(id).catch(async (error) => {
    // It may have ended already, with the event still to come.
    if (error instanceof HttpError) await recordSubscription(deps, id);
    if (!isLive((await userOf(db, userId)).subscriptionStatus)) throw invalid(billingTexts.noSubscription);
    throw error;
  });
  await db.transaction(async (tx) => {
    // One of two parallel calls records the cancellation.
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    await writeSubscription(tx, ending, askedAt);
    if (before?.subscriptionStatus === 'canceling') return;
    await queueMail(tx, { to: user.email, ...cancelledMail({ publicUrl, endsAt: ending.periodEnd }) });
    await record(tx);
  });
  return userOf(db, userId);
}

async function userOf(db: Db, userId: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error(`No user ${userId}`);
  return user;
}

/** Return the subscription as the web shows it (decision OQ-47). */
export function shownSubscription({ subscriptionStatus, subscriptionCurrentPeriodEnd }: UserRow) {
  if (!isLive(subscriptionStatus)) return null;
  return {
    status: subscriptionStatus ?? '',
    currentPeriodEnd: subscriptionCurrentPeriodEnd,
    cancelAtPeriodEnd: subscriptionStatus === 'canceling',
  };
}

export async function subscriptionStatus(db: Db, userId: string) {
  const user = await userOf(db, userId);
  const stripeSubscription = shownSubscription(user);
  const { creditBalance, creditsOwed } = user;
  return { creditBalance, creditsOwed, hasSubscription: stripeSubscription !== null, stripeSubscription };
}
