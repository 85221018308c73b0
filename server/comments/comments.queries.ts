import { and, desc, eq, getColumns, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { comments, scriptElements } from '#server/db/schema/script.ts';
import type { listComments } from '#shared/contract/comments.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type Page = HandlerInput<typeof listComments>['query'];

const withAuthor = {
  ...getColumns(comments),
  user: { firstName: users.firstName, lastName: users.lastName, email: users.email },
};

/**
 * Return all comments or a page of the newest, oldest first. `user` is null when the account was
 * deleted.
 */
export async function commentsOf(db: Db, projectId: number, { limit, before }: Page = {}) {
  const isOlder = sql`(${comments.createdAt}, ${comments.id}) <
    (select b.created_at, b.id from comments b where b.id = ${before} and b.project_id = ${projectId})`;
  const newestFirst = db
    .select(withAuthor)
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.projectId, projectId), before === undefined ? undefined : isOlder))
    .orderBy(desc(comments.createdAt), desc(comments.id));
  const page = await (limit === undefined ? newestFirst : newestFirst.limit(limit));
  return page.reverse();
}

export async function commentById(db: Db, projectId: number, commentId: number) {
  const [comment] = await db
    .select(withAuthor)
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, commentId), eq(comments.projectId, projectId)));
  return comment;
}

export async function insertComment(db: Db, row: typeof comments.$inferInsert): Promise<number> {
  const [comment] = await db.insert(comments).values(row).returning({ id: comments.id });
  if (!comment) throw new Error('INSERT INTO comments returned no row');
  return comment.id;
}

export async function markResolved(db: Db, commentId: number): Promise<void> {
  await db.update(comments).set({ isResolved: true }).where(eq(comments.id, commentId));
}

/** Delete a comment with its replies. Returns their ids. */
export async function deleteThread(db: Db, commentId: number): Promise<number[]> {
  const replies = await db
    .delete(comments)
    .where(eq(comments.parentCommentId, commentId))
    .returning({ id: comments.id });
  await db.delete(comments).where(eq(comments.id, commentId));
  return [commentId, ...replies.map(({ id }) => id)];
}

/** Return the content of an element of the project, with its emphasis marks. */
export async function findContent(db: Db, projectId: number, elementId: number) {
  const [element] = await db
    .select({ content: scriptElements.content })
    .from(scriptElements)
    .where(and(eq(scriptElements.id, elementId), eq(scriptElements.projectId, projectId)));
  return element?.content;
}

/** Return the open threads on elements, oldest first. */
export function openThreadsOf(db: Db, projectId: number) {
  return rows<{ elementId: number; content: string; author: string | null }>(
    db,
    sql`select c.script_element_id as "elementId", c.content,
          coalesce(c.imported_author, nullif(trim(concat_ws(' ', trim(u.first_name), trim(u.last_name))), '')) as author
        from comments c left join users u on u.id = c.user_id
        where c.project_id = ${projectId} and not c.is_resolved and c.parent_comment_id is null
          and c.script_element_id is not null
        order by c.created_at, c.id`,
  );
}

/** Return the ids of the script's elements in order. */
export async function elementIdsOf(db: Db, projectId: number): Promise<number[]> {
  const [row] = await rows<{ ids: number[] }>(
    db,
    sql`select coalesce(json_agg(id order by order_index, id), '[]') as ids
        from script_elements where project_id = ${projectId}`,
  );
  return row?.ids ?? [];
}
