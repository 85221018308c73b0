import { and, desc, eq, getColumns, isNotNull } from 'drizzle-orm';
import type { TitlePage } from '#screenplay/element.ts';
import type { Db } from '#server/db/client.ts';
import { scriptVersions } from '#server/db/schema/history.ts';
import { users } from '#server/db/schema/people.ts';

function versions(db: Db) {
  const { titlePage: _, ...columns } = getColumns(scriptVersions);
  return db
    .select({ ...columns, userEmail: users.email })
    .from(scriptVersions)
    .leftJoin(users, eq(users.id, scriptVersions.userId));
}

/** Select the versions, newest moment first. Of the same moment, the latest name is first. */
export function versionsOf(db: Db, projectId: number) {
  return versions(db)
    .where(eq(scriptVersions.projectId, projectId))
    .orderBy(desc(scriptVersions.historyId), desc(scriptVersions.moveId), desc(scriptVersions.id));
}

export async function versionById(db: Db, versionId: number) {
  const [version] = await versions(db).where(eq(scriptVersions.id, versionId));
  return version;
}

/** Select the title page of a version at this moment; null if none has one. */
export async function titlePageAt(
  db: Db,
  projectId: number,
  { historyId, moveId }: { historyId: number; moveId: number },
): Promise<TitlePage | null> {
  const [version] = await db
    .select({ titlePage: scriptVersions.titlePage })
    .from(scriptVersions)
    .where(
      and(
        eq(scriptVersions.projectId, projectId),
        eq(scriptVersions.historyId, historyId),
        eq(scriptVersions.moveId, moveId),
        isNotNull(scriptVersions.titlePage),
      ),
    )
    .orderBy(desc(scriptVersions.id))
    .limit(1);
  return version?.titlePage ?? null;
}
