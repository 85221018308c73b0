import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { afterDialogueTypes, elementKeySets } from '#screenplay/flow.ts';
import { betaExperiences, betaRoles, betaStatuses } from '#shared/contract/beta.ts';
import { invitationStatuses } from '#shared/invitationStatus.ts';
import { createdAt, credits, emailAddress, id, isLowerCase, moment, oneOf } from './columns.ts';

export const loginTokenKinds = ['mail', 'first-start'] as const;

export const users = snakeCase.table(
  'users',
  {
    /** A UUID. Stored as text, because documents and sessions contain it as text. */
    id: text().primaryKey().default(sql`gen_random_uuid()::text`),
    email: emailAddress().notNull().unique(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** Keys for writing. Null: the user has not been asked (docs/decisions/0078). */
    elementKeys: text({ enum: elementKeySets }),
    /** Null: the default. */
    afterDialogue: text({ enum: afterDialogueTypes }),
    /** Sum of the user's credit_transactions (decision OQ-42). */
    creditBalance: credits().notNull().default(0),
    /** Part of the balance reserved by running AI calls: the sum of their ai_requests.reserved. */
    reservedCredits: credits().notNull().default(0),
    /**
     * Credits owed after refunds and disputes of spent credits. Incoming credits are used for them
     * first (docs/decisions/0032).
     */
    creditsOwed: credits().notNull().default(0),
    stripeCustomerId: text().unique(),
    stripeSubscriptionId: text(),
    /** Status as named by the provider, or 'canceling' (decision OQ-47). */
    subscriptionStatus: text(),
    subscriptionCurrentPeriodEnd: moment(),
    /** When the subscription columns were fetched. Answers to earlier requests are ignored. */
    subscriptionReadAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt().$onUpdate(() => new Date()),
  },
  (t) => [
    check('users_credit_balance_check', sql`${t.creditBalance} >= 0`),
    check('users_reserved_credits_check', sql`${t.reservedCredits} between 0 and ${t.creditBalance}`),
    check('users_credits_owed_check', sql`${t.creditsOwed} >= 0`),
    oneOf('users_element_keys_check', t.elementKeys, elementKeySets),
    oneOf('users_after_dialogue_check', t.afterDialogue, afterDialogueTypes),
    isLowerCase('users_email_check', t.email),
    index('users_created_at_idx').on(t.createdAt, t.id),
  ],
);

export const sessions = snakeCase.table(
  'sessions',
  {
    /** SHA-256 of the cookie's value, so that a stolen database contains no usable session. */
    sid: text().primaryKey(),
    sess: jsonb().$type<Record<string, unknown>>().notNull(),
    expire: moment().notNull(),
  },
  (t) => [
    index('sessions_expire_idx').on(t.expire),
    index('sessions_user_id_idx').on(sql`(${t.sess} ->> 'userId')`),
  ],
);

/** Keys shared by all nodes, created on first use. */
export const serverKeys = snakeCase.table('server_keys', {
  name: text().primaryKey(),
  key: text().notNull(),
});

/**
 * One row per requested code and link, whether or not the address may have an account, and one for
 * the link that a first start prints (decision OQ-01).
 */
export const loginTokens = snakeCase.table(
  'login_tokens',
  {
    id: id(),
    kind: text({ enum: loginTokenKinds }).notNull().default('mail'),
    /** SHA-256 of the link's token. */
    hash: text().notNull().unique(),
    email: emailAddress().notNull(),
    /** The six-digit code, signed with the server's key. Null: there is only a link. */
    codeHash: text(),
    /** The invitation with which this sign-in began. */
    invite: text(),
    returnTo: text(),
    /** SHA-256 of the cookie of the browser that requested the code. */
    askerHash: text(),
    /** Number of wrong codes from that browser; after 5 all are rejected. */
    tries: integer().notNull().default(0),
    /** Number of wrong codes from all other browsers, counted separately. */
    otherTries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    oneOf('login_tokens_kind_check', t.kind, loginTokenKinds),
    isLowerCase('login_tokens_email_check', t.email),
    index('login_tokens_email_idx').on(t.email, t.createdAt),
    index('login_tokens_expires_at_idx').on(t.expiresAt),
  ],
);

export const betaSignups = snakeCase.table(
  'beta_signups',
  {
    id: id(),
    email: emailAddress().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    role: text({ enum: betaRoles }).notNull(),
    experience: text({ enum: betaExperiences }).notNull(),
    previousWork: text(),
    currentProjects: text(),
    interests: jsonb().$type<string[]>().notNull().default([]),
    reason: text().notNull(),
    status: text({ enum: betaStatuses }).notNull().default('pending'),
    inviteToken: text(),
    invitedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('beta_signups_role_check', t.role, betaRoles),
    oneOf('beta_signups_experience_check', t.experience, betaExperiences),
    oneOf('beta_signups_status_check', t.status, betaStatuses),
    isLowerCase('beta_signups_email_check', t.email),
    index('beta_signups_created_at_idx').on(t.createdAt),
    index('beta_signups_invite_token_idx').on(t.inviteToken),
  ],
);

export const userInvitations = snakeCase.table(
  'user_invitations',
  {
    id: id(),
    email: emailAddress().notNull().unique(),
    inviteToken: text().notNull().unique(),
    invitedBy: text().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: invitationStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
  },
  (t) => [
    oneOf('user_invitations_status_check', t.status, invitationStatuses),
    isLowerCase('user_invitations_email_check', t.email),
    index('user_invitations_created_at_idx').on(t.createdAt),
  ],
);

export const systemMetrics = snakeCase.table(
  'system_metrics',
  {
    id: id(),
    /** active_users, ai_requests or ai_cost. One row per hour each (decision OQ-28). */
    metricType: text().notNull(),
    value: doublePrecision().notNull(),
    unit: text(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [index('system_metrics_type_idx').on(t.metricType, t.createdAt)],
);

/**
 * Mails to send, inserted in the transaction that causes them (decision OQ-31). The content is
 * blanked after sending.
 */
export const outbox = snakeCase.table(
  'outbox',
  {
    id: id(),
    to: emailAddress().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    headers: jsonb().$type<Record<string, string>>(),
    /** False: processed like any other mail, but not delivered. */
    isDelivered: boolean().notNull().default(true),
    createdAt: createdAt(),
    sentAt: moment(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: createdAt(),
    lastError: text(),
  },
  (t) => [
    index('outbox_waiting_idx').on(t.nextAttemptAt).where(sql`${t.sentAt} is null`),
    index('outbox_to_idx').on(t.to, t.createdAt),
  ],
);
