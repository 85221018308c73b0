import { Readable } from 'node:stream';
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { archiveOf, rowLines } from '#server/archive/archiving.service.ts';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import {
  aiDisclosures,
  aiUsageLogs,
  conversationMessages,
  conversations,
  customVoices,
} from '#server/db/schema/ai.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { betaSignups, users } from '#server/db/schema/people.ts';
import { files, projectShares, projects } from '#server/db/schema/projects.ts';
import { comments, dictionaryWords, scriptPlaces } from '#server/db/schema/script.ts';
import { spendingLimits, spendingMonths } from '#server/db/schema/spending.ts';
import { unauthorized } from '#server/lib/errors.ts';
import { ZipWriter } from '#server/lib/zipWriter.ts';
import type { Storage } from '#server/storage/storage.ts';
import { accountFormat } from '#shared/contract/account.ts';
import { User } from '#shared/contract/auth.ts';
import { archiveFileName } from '#shared/contract/projects.ts';
import { browsersOf } from './browsers.queries.ts';

interface Owner {
  id: string;
  email: string;
  isAdmin: boolean;
  session: { sid: string };
}

interface OwnRows {
  table: PgTable;
  key: AnyPgColumn;
  of: (owner: Owner) => SQL | undefined;
  /** Columns that only administrators or the payment provider read. */
  hidden?: readonly string[];
}

/**
 * Tables with personal data of the user, by the file name in the archive. The account and the
 * projects are added separately.
 */
export const personalTables: Record<string, OwnRows> = {
  credit_transactions: {
    ...{ table: creditTransactions, key: creditTransactions.id },
    of: ({ id }) => eq(creditTransactions.userId, id),
    hidden: ['userId', 'adminUserId', 'reason', 'stripePaymentIntentId', 'metadata'],
  },
  payment_transactions: {
    ...{ table: paymentTransactions, key: paymentTransactions.id },
    of: ({ id }) => eq(paymentTransactions.userId, id),
    hidden: [
      ...['userId', 'stripePaymentIntentId', 'stripeInvoiceId', 'stripeCustomerId'],
      ...['stripeSubscriptionId', 'metadata'],
    ],
  },
  ai_usage_logs: {
    ...{ table: aiUsageLogs, key: aiUsageLogs.id },
    of: ({ id }) => eq(aiUsageLogs.userId, id),
  },
  spending_limits: {
    ...{ table: spendingLimits, key: spendingLimits.id },
    of: ({ id }) => eq(spendingLimits.userId, id),
    hidden: ['userId', 'projectId'],
  },
  spending_months: {
    ...{ table: spendingMonths, key: spendingMonths.id },
    of: ({ id }) => eq(spendingMonths.userId, id),
    hidden: ['userId', 'projectId'],
  },
  ai_disclosures: {
    ...{ table: aiDisclosures, key: aiDisclosures.id },
    of: ({ id }) => eq(aiDisclosures.userId, id),
  },
  user_activity_logs: {
    ...{ table: userActivityLogs, key: userActivityLogs.id },
    of: ({ id }) => eq(userActivityLogs.userId, id),
  },
  comments: { table: comments, key: comments.id, of: ({ id }) => eq(comments.userId, id) },
  conversations: {
    table: conversations,
    key: conversations.id,
    of: ({ id }) => eq(conversations.userId, id),
  },
  conversation_messages: {
    ...{ table: conversationMessages, key: conversationMessages.id },
    of: ({ id }) =>
      inArray(
        conversationMessages.conversationId,
        sql`(select ${conversations.id} from ${conversations} where ${conversations.userId} = ${id})`,
      ),
  },
  custom_voices: { table: customVoices, key: customVoices.id, of: ({ id }) => eq(customVoices.userId, id) },
  project_shares: {
    ...{ table: projectShares, key: projectShares.id },
    of: ({ id, email }) =>
      or(eq(projectShares.sharedWithUserId, id), eq(projectShares.sharedWithEmail, email)),
    hidden: ['inviteToken', 'invitedBy'],
  },
  script_places: {
    ...{ table: scriptPlaces, key: scriptPlaces.id },
    of: ({ id }) => eq(scriptPlaces.userId, id),
  },
  dictionary_words: {
    ...{ table: dictionaryWords, key: dictionaryWords.id },
    of: ({ id }) => eq(dictionaryWords.userId, id),
  },
  beta_signups: {
    ...{ table: betaSignups, key: betaSignups.id },
    of: ({ email }) => eq(betaSignups.email, email),
    hidden: ['inviteToken'],
  },
};

/** Tables that refer to a user and are not downloaded, with the reason. */
export const tablesNotDownloaded: Readonly<Record<string, string>> = {
  projects: 'each is a separate archive',
  files: 'the files themselves are in the download or in the archives of projects',
  test_payments: 'simulated payments of the test mode',
  ai_requests: 'stored answers of AI calls, deleted after a day',
  film_jobs: 'running video jobs, deleted when they end',
  user_ai_usage: 'sums of ai_usage_logs',
  script_history: 'in the archives of the projects',
  script_versions: 'in the archives of the projects',
  script_issues: 'in the archives of the projects',
};

/** Create a zip file with all data of a user. It is streamed while it is built. */
export async function accountArchive(parts: { db: Db; storage: Storage }, owner: Owner): Promise<Readable> {
  const { db, storage } = parts;
  const [row] = await db.select().from(users).where(eq(users.id, owner.id));
  if (!row) throw unauthorized();
  const zip = new ZipWriter();
  const account = User.encode({ ...row, isAdmin: owner.isAdmin });
  const browsers = await browsersOf(db, owner.id, owner.session.sid);
  zip.addText('account.json', `${JSON.stringify({ ...accountFormat, ...account, browsers }, null, 2)}\n`);
  for (const [name, { of, hidden = [], ...where }] of Object.entries(personalTables)) {
    const shown = (each: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(each).filter(([field]) => !hidden.includes(field)));
    const lines = () => Readable.from(rowLines(db, where, of(owner), shown));
    zip.addStream(`${name}.jsonl`, async () => lines());
  }
  const own = await db.select({ name: files.name }).from(files).where(eq(files.userId, owner.id));
  for (const { name } of own) {
    const open = async () => (await storage.read(name)) ?? Readable.from([]);
    zip.addStream(`files/${name}`, open, { compress: false });
  }
  const owned = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(sql`${projects.userId} = ${owner.id} and not ${projects.isImporting}`)
    .orderBy(projects.id);
  for (const { id: projectId, name } of owned) {
    // Two projects may have the same name.
    const entry = `projects/${projectId}_${archiveFileName(name)}`;
    const viewer = { userId: owner.id, email: owner.email, projectId, role: 'owner' } as const;
    zip.addStream(entry, async () => (await archiveOf(parts, viewer)).file, { compress: false });
  }
  return zip.end();
}
