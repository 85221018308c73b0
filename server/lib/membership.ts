import { and, eq, type SQL } from 'drizzle-orm';
import type { users } from '#server/db/schema/people.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';

/** Condition that joins a project to the share of a member; the owner has none. */
export function isSharedWith(userId: string | typeof users.id): SQL | undefined {
  return and(
    eq(projectShares.projectId, projects.id),
    eq(projectShares.sharedWithUserId, userId),
    // A pending share gives no rights.
    eq(projectShares.status, 'accepted'),
  );
}
