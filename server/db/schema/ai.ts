import { boolean, index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, oneOf, usd } from './columns.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';

export const messageRoles = ['user', 'assistant'] as const;

/** One row per attempt, whether it worked or not; survives its payer and its project (decision OQ-33). */
export const aiUsageLogs = snakeCase.table(
  'ai_usage_logs',
  {
    id: id(),
    /** Who pays (decision OQ-40). */
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
  ],
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
    /** What the writer had selected; for a reply also its suggestions (decision OQ-72). */
    context: jsonb().$type<Record<string, unknown>>(),
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
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('custom_voices_user_id_idx').on(t.userId, t.createdAt)],
);
