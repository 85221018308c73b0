import { and, eq, inArray, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { noActiveBackup } from '#server/db/backupRuns.ts';
import type { Db } from '#server/db/client.ts';
import { files, projectShares, projects } from '#server/db/schema/projects.ts';
import { isSharedWith } from '#server/lib/membership.ts';

/** Owner of a file: a project or a user. */
export type FileOwner = { projectId: number } | { userId: string };

export interface FileRow {
  name: string;
  contentType: string;
  sizeBytes: number;
}

const isNobodys = and(isNull(files.projectId), isNull(files.userId));

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db.insert(files).values(file);
}

/** Assign an orphaned file to its owner. Returns false if it no longer exists. */
export async function claimFile(db: Db, name: string, owner: FileOwner): Promise<boolean> {
  const assigned = await db
    .update(files)
    .set(owner)
    .where(and(eq(files.name, name), isNobodys))
    .returning({ id: files.id });
  return assigned.length > 0;
}

/**
 * Remove the owner from files. Files of other owners are unchanged. So do files that a scene or an
 * element of the project has: copies share them (docs/decisions/0070).
 */
export async function releaseFiles(db: Db, names: readonly string[], owner: FileOwner): Promise<void> {
  await db
    .update(files)
    .set({ projectId: null, userId: null })
    .where(
      and(
        inArray(files.name, [...names]),
        isOf(owner),
        'projectId' in owner ? not(isInScript(owner.projectId)) : undefined,
      ),
    );
}

function isInScript(projectId: number): SQL {
  const url = sql`'/uploads/' || ${files.name}`;
  return sql`(exists (select 1 from scenes s where s.project_id = ${projectId}
      and ${url} in (s.image_url, s.video_url))
    or exists (select 1 from script_elements e where e.project_id = ${projectId}
      and ${url} in (e.dialogue_audio_url, e.sound_effect_url)))`;
}

/** Return the names of files that belong to this owner. */
export async function filterOwnedFiles(
  db: Db,
  names: readonly string[],
  owner: FileOwner,
): Promise<string[]> {
  const found = await db
    .select({ name: files.name })
    .from(files)
    .where(and(inArray(files.name, [...names]), isOf(owner)));
  return found.map(({ name }) => name);
}

function isOf(owner: FileOwner) {
  return 'projectId' in owner ? eq(files.projectId, owner.projectId) : eq(files.userId, owner.userId);
}

/**
 * Return the file names that have no owner and may be deleted: none while a backup is made, whose
 * snapshot of the database may still refer to them.
 */
export async function filterOrphanedFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ name: files.name })
    .from(files)
    .where(and(inArray(files.name, [...names]), isNobodys, noActiveBackup()));
  return found.map(({ name }) => name);
}

/**
 * Return files without an owner that are too old to belong to a running call; none while a backup
 * is made.
 */
export async function findOrphanedFiles(db: Db, olderThanMs: number, limit: number): Promise<string[]> {
  const found = await db
    .select({ name: files.name })
    .from(files)
    .where(
      and(
        isNobodys,
        noActiveBackup(),
        lt(files.createdAt, sql`now() - ${olderThanMs} * interval '1 millisecond'`),
      ),
    )
    .orderBy(files.createdAt)
    .limit(limit);
  return found.map(({ name }) => name);
}

export async function deleteFileRow(db: Db, name: string): Promise<void> {
  await db.delete(files).where(and(eq(files.name, name), isNobodys));
}

export async function filesOfProject(
  db: Db,
  projectId: number,
): Promise<Pick<FileRow, 'name' | 'contentType'>[]> {
  const { name, contentType } = files;
  return db.select({ name, contentType }).from(files).where(eq(files.projectId, projectId)).orderBy(files.id);
}

/**
 * Return a file if the user may see it. A project's file is visible to members, a profile picture
 * to all users, and other files of a user only to that user.
 */
export async function fileSeenBy(db: Db, userId: string, name: string): Promise<FileRow | undefined> {
  const isMember = sql`${projects.userId} = ${userId} or ${projectShares.id} is not null`;
  const isPersonal = sql`${files.userId} = ${userId}
    or (${files.userId} is not null and ${files.contentType} like 'image/%')`;
  const [file] = await db
    .select({ name: files.name, contentType: files.contentType, sizeBytes: files.sizeBytes })
    .from(files)
    .leftJoin(projects, and(eq(projects.id, files.projectId), eq(projects.isImporting, false)))
    .leftJoin(projectShares, isSharedWith(userId))
    .where(
      and(
        eq(files.name, name),
        sql`case when ${files.projectId} is null then ${isPersonal} else ${isMember} end`,
      ),
    );
  return file;
}
