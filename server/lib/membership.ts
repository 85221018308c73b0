import { and, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
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

/** Return the ids of those projects that the user owns or is a member of. Every role may read. */
export async function filterReadableProjects(
  db: Db,
  userId: string,
  projectIds: readonly number[],
): Promise<number[]> {
  if (projectIds.length === 0) return [];
  const found = await db
    .selectDistinct({ id: projects.id })
    .from(projects)
    .leftJoin(projectShares, isSharedWith(userId))
    .where(
      and(
        inArray(projects.id, [...projectIds]),
        eq(projects.isImporting, false),
        or(eq(projects.userId, userId), isNotNull(projectShares.id)),
      ),
    );
  return found.map(({ id }) => id);
}
