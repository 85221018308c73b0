import { index, integer, jsonb, snakeCase, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { users } from './people.ts';
import { projects } from './projects.ts';

/** Log of user actions. Rows outlive the user and the project (decision OQ-33). */
export const userActivityLogs = snakeCase.table(
  'user_activity_logs',
  {
    id: id(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    projectId: integer().references(() => projects.id, { onDelete: 'set null' }),
    /** Action such as 'auth.login' or 'project.export' (decision OQ-28). */
    action: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>(),
    ipAddress: text(),
    userAgent: text(),
    /** Seconds. Set on logout only. */
    sessionDuration: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    index('user_activity_logs_created_at_idx').on(t.createdAt, t.id),
    index('user_activity_logs_user_id_idx').on(t.userId, t.createdAt),
    index('user_activity_logs_project_id_idx').on(t.projectId),
  ],
);
