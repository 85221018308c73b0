import { desc, eq, getColumns } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { scriptVersions } from '#server/db/schema/history.ts';
import { users } from '#server/db/schema/people.ts';

function versions(db: Db) {
  return db
    .select({ ...getColumns(scriptVersions), userEmail: users.email })
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
