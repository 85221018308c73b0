import { randomUUID } from 'node:crypto';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { betaSignups, loginTokens, outbox, userInvitations, users } from '#server/db/schema/people.ts';
import {
  files,
  projectChanges,
  projectInvitations,
  projectShares,
  projects,
} from '#server/db/schema/projects.ts';
import type { Env } from '#server/env.ts';
import { announceSessionsEnded } from '#server/lib/endedSessions.ts';
import { conflict, invalid, unauthorized } from '#server/lib/errors.ts';
import { removeMailFiles } from '#server/mail/mailFiles.ts';
import { emptyProject } from '#server/projects/projects.service.ts';
import { transferOnAccountDeletion } from '#server/sharing/ownership.service.ts';
import { type Storage, urlOf, urlsOfProject } from '#server/storage/storage.ts';
import { accountTexts, type deleteAccount } from '#shared/contract/account.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { endSessions } from './browsers.queries.ts';

type Choices = HandlerInput<typeof deleteAccount>['body']['projects'];

/** Subscription statuses in which the provider will charge the user again. */
const chargedStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'canceling'];

/** List the projects of a user, each with the editors who could become its owner. */
export async function ownedProjects(db: Db, userId: string) {
  const owned = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.isImporting, false)))
    .orderBy(asc(projects.name), asc(projects.id));
  const editors = await db
    .select({
      projectId: projectShares.projectId,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(projectShares)
    .innerJoin(projects, eq(projects.id, projectShares.projectId))
    .innerJoin(users, eq(users.id, projectShares.sharedWithUserId))
    .where(
      and(
        eq(projects.userId, userId),
        eq(projectShares.role, 'editor'),
        eq(projectShares.status, 'accepted'),
      ),
    )
    .orderBy(asc(users.email));
  return owned.map((project) => ({
    ...project,
    editors: editors.filter(({ projectId }) => projectId === project.id),
  }));
}

/**
 * Delete an account. Each project is transferred to the chosen editor or deleted. Data that others
 * need stays without a name: comments and history in projects of others, and the ledger, whose
 * entries move to a nameless account. All or nothing. Throws invalid or conflict.
 */
export async function removeAccount(
  { db, storage, env }: { db: Db; storage: Storage; env: Pick<Env, 'publicUrl' | 'dataDir'> },
  person: { id: string; email: string },
  { confirm, projects: choices }: HandlerInput<typeof deleteAccount>['body'],
): Promise<void> {
  if (confirm.trim().toLowerCase() !== person.email)
    throw invalid(accountTexts.confirm, { confirm: accountTexts.confirm });
  const { urls, sids } = await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, person.id)).for('update');
    if (!user) throw unauthorized();
    if (chargedStatuses.includes(user.subscriptionStatus ?? '')) throw conflict(accountTexts.subscribed);
    await transferChosenProjects(tx, person.id, choices, env.publicUrl);
    const removed = await removeProjects(tx, person.id);
    const own = await tx.select({ name: files.name }).from(files).where(eq(files.userId, person.id));
    await deleteTraces(tx, person);
    await anonymiseLedger(tx, user);
    const sids = await endSessions(tx, person.id, null);
    // The foreign keys of the schema delete everything else.
    await tx.delete(users).where(eq(users.id, person.id));
    // Record the deletion without the user and without the address of the browser.
    await tx.insert(userActivityLogs).values({ action: 'account.delete' });
    await removeMailFiles(env.dataDir, person.email);
    return { urls: [...removed, ...own.map(({ name }) => urlOf(name))], sids };
  });
  announceSessionsEnded(db, sids);
  await storage.discard(urls);
}

/**
 * Transfer the projects for which a new owner was chosen. Throws conflict unless `choices` contains
 * every project, so that no project is deleted that the user has not seen in the list.
 */
async function transferChosenProjects(
  tx: Db,
  userId: string,
  choices: Choices,
  publicUrl: string,
): Promise<void> {
  const owned = await ownedProjects(tx, userId);
  const chosen = new Map(choices.map(({ id, newOwnerId }) => [id, newOwnerId]));
  if (chosen.size !== owned.length || owned.some(({ id }) => !chosen.has(id)))
    throw conflict(accountTexts.newProjects);
  for (const project of owned) {
    const newOwnerId = chosen.get(project.id) ?? null;
    if (newOwnerId === null) continue;
    const editor = project.editors.find(({ id }) => id === newOwnerId);
    const isTheirs =
      editor !== undefined && (await transferOnAccountDeletion(tx, editor, project, publicUrl));
    if (!isTheirs) throw invalid(accountTexts.notAnEditor);
  }
}

/** Delete all projects of a user. Returns the addresses of their files. */
async function removeProjects(tx: Db, userId: string): Promise<string[]> {
  const remaining = await tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId));
  const urls: string[] = [];
  for (const { id } of remaining) {
    urls.push(...(await urlsOfProject(tx, id)));
    await emptyProject(tx, id);
    await tx.delete(projects).where(eq(projects.id, id));
  }
  return urls;
}

/** Delete rows that contain the user's email address, network address or browser. */
async function deleteTraces(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  for (const table of [userInvitations, betaSignups, projectInvitations, loginTokens])
    await tx.delete(table).where(eq(table.email, email));
  await tx.delete(projectShares).where(eq(projectShares.sharedWithEmail, email));
  await tx.delete(outbox).where(eq(outbox.to, email));
  await tx.update(projectChanges).set({ actor: null }).where(eq(projectChanges.actor, id));
  await tx
    .update(userActivityLogs)
    .set({ details: null, ipAddress: null, userAgent: null })
    .where(or(eq(userActivityLogs.userId, id), eq(sql`${userActivityLogs.details} ->> 'email'`, email)));
}

/** Move ledger entries and payments to a nameless account, so that their sums still match. */
async function anonymiseLedger(
  tx: Db,
  { id, creditBalance, creditsOwed }: typeof users.$inferSelect,
): Promise<void> {
  const hasLines =
    (await tx.$count(creditTransactions, eq(creditTransactions.userId, id))) +
    (await tx.$count(paymentTransactions, eq(paymentTransactions.userId, id)));
  if (hasLines === 0) return;
  const [account] = await tx
    .insert(users)
    .values({ email: `former-${randomUUID()}@deleted.invalid`, creditBalance, creditsOwed })
    .returning({ id: users.id });
  if (!account) throw new Error('INSERT INTO users returned no row for the nameless account');
  const anonymous = { userId: account.id, description: null, metadata: null };
  await tx
    .update(creditTransactions)
    .set({ ...anonymous, reason: null })
    .where(eq(creditTransactions.userId, id));
  await tx.update(paymentTransactions).set(anonymous).where(eq(paymentTransactions.userId, id));
}
