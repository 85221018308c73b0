import { and, desc, eq, getColumns, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import { isSharedWith } from '#server/lib/membership.ts';
import type { Role } from '#shared/roles.ts';

export type ProjectRow = typeof projects.$inferSelect;

/** Columns of a project in lists. The other columns can be large. */
const {
  brief: _brief,
  format: _format,
  sourceExtras: _sourceExtras,
  titlePage: _titlePage,
  ...summary
} = getColumns(projects);

/**
 * List the user's own projects and the shared ones that were accepted, last edited first, with the
 * user's role in each.
 */
export async function projectsOf(db: Db, userId: string) {
  const found = await db
    .select({ ...summary, shareRole: projectShares.role })
    .from(projects)
    .leftJoin(projectShares, isSharedWith(userId))
    .where(
      and(
        eq(projects.isImporting, false),
        or(eq(projects.userId, userId), sql`${projectShares.id} is not null`),
      ),
    )
    .orderBy(desc(projects.updatedAt), desc(projects.id));
  return found.map(({ shareRole, ...project }) => {
    const role: Role = project.userId === userId ? 'owner' : (shareRole ?? 'viewer');
    return { ...project, ownerId: project.userId, role };
  });
}

export async function projectById(db: Db, projectId: number): Promise<ProjectRow | undefined> {
  const [project] = await db.select().from(projects).where(eq(projects.id, projectId));
  return project;
}
