import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  snakeCase,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MessageContext } from '#shared/contract/assistant.ts';
import type { pricingTypes } from '#shared/contract/dashboard.ts';
import { createdAt, credits, id, moment, oneOf, usd } from './columns.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';
import { scenes } from './script.ts';

export const messageRoles = ['user', 'assistant'] as const;
export const aiRequestStates = ['running', 'done', 'failed'] as const;

/** One row per attempt, successful or not; survives its payer and its project (decision OQ-33). */
export const aiUsageLogs = snakeCase.table(
  'ai_usage_logs',
  {
    id: id(),
    /** The payer (decision OQ-40). */
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    projectId: integer().references(() => projects.id, { onDelete: 'set null' }),
    service: text().notNull(),
    feature: text().notNull(),
    model: text().notNull(),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    totalTokens: integer().notNull().default(0),
    cost: usd().notNull().default(0),
    /** Milliseconds. */
    requestDuration: integer(),
    success: boolean().notNull().default(true),
    errorMessage: text(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ai_usage_logs_created_at_idx').on(t.createdAt, t.id),
    index('ai_usage_logs_user_id_idx').on(t.userId, t.createdAt),
    index('ai_usage_logs_project_id_idx').on(t.projectId),
    // For the administrators' log, which needs the latest rows of rare features too.
    index('ai_usage_logs_feature_idx').on(t.feature, t.createdAt, t.id),
    index('ai_usage_logs_failed_idx').on(t.createdAt, t.id).where(sql`not ${t.success}`),
  ],
);

/**
 * One row per started AI call, identified by the caller's request id. It holds the reserved credits
 * while the call runs, then its answer, so that a repeated id gets the same answer and is charged
 * once. Stored for a day, even if the project is deleted, because reserved credits must be
 * released.
 */
export const aiRequests = snakeCase.table(
  'ai_requests',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer().references(() => projects.id, { onDelete: 'set null' }),
    requestId: text().notNull(),
    /** Hash of the request. Null: the caller chose no request id. */
    fingerprint: text(),
    service: text().notNull(),
    feature: text().notNull(),
    model: text().notNull(),
    /** Type of the call, such as 'chat'. */
    task: text().notNull(),
    state: text({ enum: aiRequestStates }).notNull().default('running'),
    reserved: credits().notNull().default(0),
    /** End of the lease. A call that still runs then belongs to a dead process. */
    expiresAt: moment().notNull(),
    /** The answer, or the error. */
    outcome: jsonb().$type<unknown>(),
    usageId: integer()
      .unique()
      .references(() => aiUsageLogs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('ai_requests_state_check', t.state, aiRequestStates),
    check(
      'ai_requests_reserved_check',
      sql`${t.reserved} >= 0 and (${t.state} = 'running' or ${t.reserved} = 0)`,
    ),
    unique('ai_requests_user_id_request_id_key').on(t.userId, t.requestId),
    index('ai_requests_running_idx').on(t.expiresAt).where(sql`${t.state} = 'running'`),
    index('ai_requests_created_at_idx').on(t.createdAt),
    index('ai_requests_project_id_idx').on(t.projectId),
  ],
);

/**
 * Text sent to a model outside of this server, verbatim. The project's owner may read it. Written
 * before the text is sent.
 */
export const aiDisclosures = snakeCase.table(
  'ai_disclosures',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    service: text().notNull(),
    model: text().notNull(),
    /** Host that received the text. */
    destination: text().notNull(),
    task: text().notNull(),
    text: text().notNull(),
    sentAt: createdAt(),
  },
  (t) => [
    index('ai_disclosures_project_id_idx').on(t.projectId, t.id),
    index('ai_disclosures_user_id_idx').on(t.userId),
  ],
);

/**
 * A running job of a scene video. The row is deleted when the job succeeds, fails or is cancelled.
 * It outlives process, scene, project and account, because reserved credits must be released.
 */
export const videoJobs = snakeCase.table(
  'film_jobs',
  {
    id: id(),
    /** The reservation; null after its release, or after the account's deletion. */
    requestId: integer()
      .unique()
      .references(() => aiRequests.id, { onDelete: 'set null' }),
    projectId: integer().references(() => projects.id, { onDelete: 'set null' }),
    sceneId: integer().references(() => scenes.id, { onDelete: 'set null' }),
    /** The user who ordered the video. */
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    /** Provider and protocol. The job's name is valid only there. */
    driver: text().notNull(),
    model: text().notNull(),
    prompt: text().notNull(),
    /**
     * Picture of the scene at the time of the order. Null: the video starts without a picture. The
     * file may have been deleted since.
     */
    firstFrameUrl: text(),
    /** The price at the time of the order. */
    price: jsonb().$type<VideoPrice>().notNull(),
    /** The provider's name of the job. */
    providerJob: text('vendor_job'),
    /**
     * When the provider was asked to start the job. Without `providerJob` it is unknown whether it
     * did.
     */
    startedAt: moment(),
    /** The job was cancelled. The next step cancels it at the provider. */
    isCancelled: boolean().notNull().default(false),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    /**
     * When the job is next due. A node that leases the job moves this time to the end of its lease.
     */
    nextAt: moment().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('film_jobs_scene_id_key').on(t.sceneId).where(sql`not ${t.isCancelled}`),
    index('film_jobs_next_at_idx').on(t.nextAt),
    index('film_jobs_project_id_idx').on(t.projectId),
    index('film_jobs_scene_id_idx').on(t.sceneId),
    index('film_jobs_user_id_idx').on(t.userId),
  ],
);

export interface VideoPrice {
  pricingType: (typeof pricingTypes)[number];
  inputCostPer1k: number;
  outputCostPer1k: number;
  fixedCostPerRequest: number;
}

/** Summary of a scene by a model, valid while the scene's text is unchanged. */
export const sceneSummaries = snakeCase.table(
  'scene_summaries',
  {
    sceneId: integer()
      .primaryKey()
      .references(() => scenes.id, { onDelete: 'cascade' }),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Hash of the summarised text. */
    contentHash: text().notNull(),
    summary: text().notNull(),
    model: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('scene_summaries_project_id_idx').on(t.projectId)],
);

/** Private to its user (decision OQ-68). */
export const conversations = snakeCase.table(
  'conversations',
  {
    id: id(),
    projectId: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index('conversations_project_id_idx').on(t.projectId, t.userId, t.updatedAt, t.id)],
);

export const conversationMessages = snakeCase.table(
  'conversation_messages',
  {
    id: id(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    role: text({ enum: messageRoles }).notNull(),
    content: text().notNull(),
    timestamp: moment().notNull().defaultNow(),
    /** The writer's selection; for a reply also its suggestions (decision OQ-72). */
    context: jsonb().$type<MessageContext>(),
  },
  (t) => [
    oneOf('conversation_messages_role_check', t.role, messageRoles),
    index('conversation_messages_conversation_id_idx').on(t.conversationId, t.timestamp, t.id),
  ],
);

export const customVoices = snakeCase.table(
  'custom_voices',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Starts with 'pending_' while the voice is being made (decision OQ-96). */
    voiceId: text().notNull(),
    name: text().notNull(),
    description: text(),
    gender: text(),
    accent: text(),
    age: text(),
    audioUrl: text(),
    /** False when making it failed. */
    isActive: boolean().notNull().default(true),
    /** Id of the call that requested it: a repetition returns this voice. */
    requestId: text(),
    /** Reason of a failure, for calls with its temporary id. */
    failure: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('custom_voices_user_id_idx').on(t.userId, t.createdAt),
    unique('custom_voices_request_key').on(t.userId, t.requestId),
  ],
);
