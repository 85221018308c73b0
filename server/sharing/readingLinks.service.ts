import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { projects, readingLinks } from '#server/db/schema/projects.ts';
import { newSecret } from '#server/lib/session.ts';
import type { createReadingLink } from '#shared/contract/readingLinks.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type LinkRow = typeof readingLinks.$inferSelect;

const isOpen = gt(readingLinks.expiresAt, sql`now()`);

/** Return the open read-only link of a project. */
export async function findReadingLink(db: Db, projectId: number) {
  const [row] = await db
    .select()
    .from(readingLinks)
    .where(and(eq(readingLinks.projectId, projectId), isOpen));
  return row ? shownLink(row) : null;
}

/** Create a read-only link and revoke the previous one. */
export async function openReadingLink(
  db: Db,
  projectId: number,
  { expireDays }: HandlerInput<typeof createReadingLink>['body'],
) {
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + expireDays * 86_400_000);
  const link = { token: newSecret(), createdAt, expiresAt };
  const [row] = await db
    .insert(readingLinks)
    .values({ projectId, ...link })
    .onConflictDoUpdate({ target: readingLinks.projectId, set: link })
    .returning();
  if (!row) throw new Error('INSERT INTO reading_links returned no row');
  return shownLink(row);
}

/** Revoke the link. Returns whether there was one. */
export async function endReadingLink(db: Db, projectId: number): Promise<boolean> {
  const ended = await db
    .delete(readingLinks)
    .where(eq(readingLinks.projectId, projectId))
    .returning({ id: readingLinks.id });
  return ended.length > 0;
}

/** Return the project of an open link. Undefined: the token is unknown or the link has ended. */
export async function projectOfReadingLink(db: Db, token: string): Promise<number | undefined> {
  if (!/^[\w-]{1,128}$/.test(token)) return undefined;
  const [row] = await db
    .select({ projectId: readingLinks.projectId })
    .from(readingLinks)
    .innerJoin(projects, eq(projects.id, readingLinks.projectId))
    .where(and(eq(readingLinks.token, token), isOpen));
  return row?.projectId;
}

function shownLink({ token, createdAt, expiresAt }: LinkRow) {
  return { path: `/read/${token}`, createdAt, expiresAt };
}
