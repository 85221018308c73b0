import { eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { projectChanges, projects } from '#server/db/schema/projects.ts';
import { notFound } from './errors.ts';

/** Kinds of rows that browsers refetch or patch when they hear of a change (decision OQ-26). */
export type ChangedEntity =
  | 'project'
  | 'element'
  | 'scene'
  | 'character'
  | 'comment'
  | 'outline'
  | 'act'
  | 'sequence'
  | 'beat'
  | 'tension';

/** One transaction in which a project's content changes. */
export interface ProjectChange {
  /** The transaction. The outer `db` inside it would wait for itself for ever. */
  tx: Db;
  projectId: number;
  /** Who does it. */
  userId: string;
  /** Notes that rows changed; every note takes the project's next revision. */
  changed(entity: ChangedEntity, ids: number[]): void;
}

/**
 * Runs `work` in a transaction that holds the project's row, so that changes of one project come one after
 * the other, and counts up its revision for what it noted. Throws notFound when the project is gone; whatever
 * `work` throws undoes everything.
 */
export function changeProject<T>(
  db: Db,
  { projectId, userId }: { projectId: number; userId: string },
  work: (change: ProjectChange) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [project] = await tx
      .select({ revision: projects.revision })
      .from(projects)
      .where(eq(projects.id, projectId))
      .for('update');
    if (!project) throw notFound('Project');
    const notes: { entity: ChangedEntity; ids: number[] }[] = [];
    const result = await work({
      tx,
      projectId,
      userId,
      changed: (entity, ids) => notes.push({ entity, ids }),
    });
    if (notes.length > 0) {
      await tx
        .update(projects)
        .set({ revision: project.revision + notes.length, updatedAt: new Date() })
        .where(eq(projects.id, projectId));
      await tx
        .insert(projectChanges)
        .values(
          notes.map((note, i) => ({ projectId, rev: project.revision + i + 1, actor: userId, ...note })),
        );
    }
    return result;
  });
}

/** A browser that was away for longer than a day reads everything anew (decision OQ-26). */
export async function pruneChanges(db: Db): Promise<void> {
  await db.delete(projectChanges).where(lt(projectChanges.at, new Date(Date.now() - 86_400_000)));
}

/** Keeps the project until the transaction ends; false when it is gone already. */
export async function holdProject(tx: Db, projectId: number): Promise<boolean> {
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('key share');
  return found.length > 0;
}
