import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import type { ChangedEntity } from '#shared/contract/live.ts';

/** Change of a project. */
export interface LoggedChange {
  rev: number;
  entity: ChangedEntity;
  ids: number[];
  actor: string | null;
  window: string | null;
}

/**
 * Return the changes after a revision, oldest first, and the current revision. Null: the project
 * was deleted.
 */
export async function changesAfter(
  db: Db,
  projectId: number,
  rev: number,
  limit: number,
): Promise<{ revision: number; changes: LoggedChange[] } | null> {
  const found = await rows<{ revision: number } & (LoggedChange | { rev: null })>(
    db,
    sql`select p.revision, c.rev, c.entity, c.ids, c.actor, c.window from projects p
        left join project_changes c on c.project_id = p.id and c.rev > ${rev} and c.rev <= p.revision
        where p.id = ${projectId} order by c.rev limit ${limit}`,
  );
  const [first] = found;
  if (!first) return null;
  const changes = found.flatMap((row) =>
    row.rev === null
      ? []
      : { rev: row.rev, entity: row.entity, ids: row.ids, actor: row.actor, window: row.window },
  );
  return { revision: first.revision, changes };
}

export function scenesById(db: Db, projectId: number, ids: readonly number[]): Promise<SceneRow[]> {
  return db
    .select()
    .from(scenes)
    .where(and(eq(scenes.projectId, projectId), inArray(scenes.id, [...ids])));
}

export async function photoOf(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ url: users.profileImageUrl }).from(users).where(eq(users.id, userId));
  return user?.url ?? null;
}
