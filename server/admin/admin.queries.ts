import { and, asc, type Column, desc, eq, getColumns, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { betaSignups, userInvitations, users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { userAiUsage } from '#server/db/schema/usage.ts';
import { anyContains } from '#server/db/textSearch.ts';
import { failedSignIn } from '#server/lib/activity.ts';
import type {
  listBetaSignups,
  listUserActivity,
  listUserInvitations,
  listUsers,
} from '#shared/contract/admin.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import type { InvitationStatus } from '#shared/invitationStatus.ts';

type Query<E> = HandlerInput<E> extends { query: infer Q } ? Q : never;
type Order = 'asc' | 'desc' | undefined;

/**
 * Return the ORDER BY terms. Default: times newest first, text from A. The last column makes the
 * order unique.
 */
function sorted(columns: readonly (Column | SQL)[], isTime: boolean, order: Order): SQL[] {
  const direction = (order ?? (isTime ? 'desc' : 'asc')) === 'desc' ? desc : asc;
  return columns.map((column) => direction(column));
}

interface NameColumns {
  firstName: Column;
  lastName: Column;
}

/** Sort people by last name, then first name. */
function nameColumns({ firstName, lastName }: NameColumns): SQL[] {
  return [sql`lower(${lastName})`, sql`lower(${firstName})`];
}

export function findApplications(
  db: Db,
  { limit, offset, search, status, sort, order }: Query<typeof listBetaSignups>,
) {
  const columns = sort === 'name' ? nameColumns(betaSignups) : [betaSignups[sort]];
  const searched = [betaSignups.email, fullName(betaSignups)];
  return db
    .select()
    .from(betaSignups)
    .where(and(status && eq(betaSignups.status, status), search ? anyContains(searched, search) : undefined))
    .orderBy(...sorted([...columns, betaSignups.id], sort === 'createdAt', order))
    .limit(limit)
    .offset(offset);
}

export async function findInvitations(
  db: Db,
  { limit, offset, search, status, sort, order }: Query<typeof listUserInvitations>,
  publicUrl: string,
) {
  const invitations = await db
    .select()
    .from(userInvitations)
    .where(
      and(status && hasStatus(status), search ? anyContains([userInvitations.email], search) : undefined),
    )
    .orderBy(...sorted([userInvitations[sort], userInvitations.id], sort !== 'email', order))
    .limit(limit)
    .offset(offset);
  return invitations.map((row) => invitationView(row, publicUrl));
}

/** A pending invitation whose time is over counts as expired. */
function hasStatus(status: InvitationStatus): SQL | undefined {
  const { status: written, expiresAt } = userInvitations;
  if (status === 'pending') return and(eq(written, 'pending'), gt(expiresAt, sql`now()`));
  if (status === 'accepted') return eq(written, 'accepted');
  return or(eq(written, 'expired'), and(eq(written, 'pending'), lte(expiresAt, sql`now()`)));
}

/**
 * Return an invitation as administrators see it. The link is included only while the invitation is
 * pending.
 */
export function invitationView(row: typeof userInvitations.$inferSelect, publicUrl: string) {
  const isOver = row.status === 'pending' && row.expiresAt <= new Date();
  const status: InvitationStatus = isOver ? 'expired' : row.status;
  return { ...row, status, inviteUrl: status === 'pending' ? inviteUrlOf(row, publicUrl) : null };
}

export function inviteUrlOf({ inviteToken }: { inviteToken: string }, publicUrl: string): string {
  return `${publicUrl}/api/login?invite=${inviteToken}`;
}

const shownColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  creditBalance: users.creditBalance,
  subscriptionStatus: users.subscriptionStatus,
  createdAt: users.createdAt,
};

/**
 * Select one page of users. The inner statement limits the page, so that usage is looked up for its
 * users only.
 */
export function findUsers(db: Db, { limit, offset, search, sort, order }: Query<typeof listUsers>) {
  const searched = [users.email, fullName(users)];
  const orderOf = (of: Record<keyof typeof shownColumns, Column>) => {
    const columns = sort === 'name' ? nameColumns(of) : [of[sort]];
    return sorted([...columns, of.id], sort === 'createdAt' || sort === 'creditBalance', order);
  };
  const page = db
    .select(shownColumns)
    .from(users)
    .where(search ? anyContains(searched, search) : undefined)
    .orderBy(...orderOf(shownColumns))
    .limit(limit)
    .offset(offset)
    .as('page');
  const { id } = page;
  const signIns = sql`(select max(created_at) from ${userActivityLogs} where user_id = ${id} and action <> ${failedSignIn})`;
  // A subquery per user of the page: a join would read the usage of all users.
  const used = (column: 'requests' | 'cost' | 'last_at') =>
    sql`(select ${sql.raw(column)} from ${userAiUsage} where user_id = ${id})`;
  return db
    .select({
      ...{ id, email: page.email, firstName: page.firstName, lastName: page.lastName },
      creditBalance: page.creditBalance,
      subscriptionStatus: page.subscriptionStatus,
      createdAt: page.createdAt,
      projects: sql<number>`(select count(*)::int from ${projects} where user_id = ${id})`,
      aiRequests: sql<number>`coalesce(${used('requests')}, 0)`,
      aiCost: sql<number>`coalesce(${used('cost')}, 0)::float8`,
      lastActiveAt: sql<Date | null>`greatest(${signIns}, ${used('last_at')})`.mapWith(users.createdAt),
    })
    .from(page)
    .orderBy(...orderOf(page));
}

/** Select the activity log with the email of the user, as long as the account exists. */
export function findActivity(db: Db, { limit, offset, search, order }: Query<typeof listUserActivity>) {
  const { createdAt, id } = userActivityLogs;
  return db
    .select({ ...getColumns(userActivityLogs), email: users.email })
    .from(userActivityLogs)
    .leftJoin(users, eq(users.id, userActivityLogs.userId))
    .where(search ? anyContains([users.email, userActivityLogs.action], search) : undefined)
    .orderBy(...sorted([createdAt, id], true, order))
    .limit(limit)
    .offset(offset);
}

export function fullName({ firstName, lastName }: NameColumns): SQL {
  return sql`concat_ws(' ', ${firstName}, ${lastName})`;
}
