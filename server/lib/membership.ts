import { and, eq, type SQL } from 'drizzle-orm';
import type { users } from '#server/db/schema/people.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';

/** Joins to a project the share by which somebody is its member; its owner has none. */
export function isSharedWith(userId: string | typeof users.id): SQL | undefined {
  return and(
    eq(projectShares.projectId, projects.id),
    eq(projectShares.sharedWithUserId, userId),
    // What was only offered gives no rights.
    eq(projectShares.status, 'accepted'),
  );
}
