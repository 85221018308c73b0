import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { projects } from '#server/db/schema/projects.ts';

/** Action without a user: a failed sign-in may use anybody's address. */
export const failedSignIn = 'auth.failed';

export interface Activity {
  /** Null: unknown, for a failed sign-in without an account. */
  userId: string | null;
  projectId?: number | null;
  /** Action such as 'auth.login' or 'project.export' (decision OQ-28). */
  action: string;
  details?: Record<string, unknown>;
  /** Set on logout. */
  sessionDurationSeconds?: number;
}

/** Insert an entry of the activity log, with the origin of the request. */
export async function recordActivity(db: Db, request: FastifyRequest, activity: Activity): Promise<void> {
  const { userId, projectId = null, action, details = null, sessionDurationSeconds = null } = activity;
  await db.insert(userActivityLogs).values({
    userId,
    // Null if the project was deleted in the meantime.
    projectId: sql`(select id from ${projects} where id = ${projectId})`,
    action,
    details,
    sessionDuration: sessionDurationSeconds,
    ipAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  });
}
