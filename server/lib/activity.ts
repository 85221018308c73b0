import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { projects } from '#server/db/schema/projects.ts';

/** The one action that is nobody's own: anybody can try to sign in as somebody else. */
export const failedSignIn = 'auth.failed';

export interface Activity {
  /** Null: nobody whom we know. */
  userId: string | null;
  projectId?: number | null;
  /** Such as 'auth.login' or 'project.export' (decision OQ-28). */
  action: string;
  details?: Record<string, unknown>;
  /** On logout. */
  sessionDurationSeconds?: number;
}

/** One line of the activity log, with where the request came from. */
export async function recordActivity(db: Db, request: FastifyRequest, activity: Activity): Promise<void> {
  const { userId, projectId = null, action, details = null, sessionDurationSeconds = null } = activity;
  await db.insert(userActivityLogs).values({
    userId,
    // Null when the project has gone meanwhile.
    projectId: sql`(select id from ${projects} where id = ${projectId})`,
    action,
    details,
    sessionDuration: sessionDurationSeconds,
    ipAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  });
}
