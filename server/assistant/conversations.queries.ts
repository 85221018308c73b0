import { and, asc, desc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { conversationMessages, conversations } from '#server/db/schema/ai.ts';
import type { Scope } from '#server/lib/scope.ts';

/** Select the user's conversations, latest first. Without a page all of them. */
export async function conversationsOf(
  db: Db,
  { projectId, userId }: Scope,
  page?: { limit: number; offset: number },
) {
  const query = db
    .select()
    .from(conversations)
    .where(and(eq(conversations.projectId, projectId), eq(conversations.userId, userId)))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id));
  return page ? query.limit(page.limit).offset(page.offset) : query;
}

function isOwn({ projectId, userId }: Scope, conversationId: number) {
  return and(
    eq(conversations.id, conversationId),
    eq(conversations.projectId, projectId),
    eq(conversations.userId, userId),
  );
}

/** Select one of the user's conversations in the project. */
export async function conversationById(db: Db, scope: Scope, conversationId: number) {
  const [conversation] = await db.select().from(conversations).where(isOwn(scope, conversationId));
  return conversation;
}

/** Select the messages, oldest first. */
export function messagesOf(db: Db, conversationId: number) {
  return db
    .select()
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, conversationId))
    .orderBy(asc(conversationMessages.timestamp), asc(conversationMessages.id));
}

export async function insertConversation(db: Db, row: typeof conversations.$inferInsert) {
  const [conversation] = await db.insert(conversations).values(row).returning();
  if (!conversation) throw new Error('INSERT INTO conversations returned no row');
  return conversation;
}

/** Update and lock a conversation. Undefined: it does not exist or belongs to another user. */
export async function updateConversation(
  tx: Db,
  scope: Scope,
  conversationId: number,
  fields: Partial<typeof conversations.$inferInsert>,
) {
  const [conversation] = await tx
    .update(conversations)
    .set(fields)
    .where(isOwn(scope, conversationId))
    .returning();
  return conversation;
}

/** Delete the conversation with its messages. */
export async function deleteConversationRow(db: Db, conversationId: number): Promise<void> {
  await db.delete(conversations).where(eq(conversations.id, conversationId));
}

/** Insert messages and return the rows in the given order. */
export async function insertMessages(db: Db, rows: (typeof conversationMessages.$inferInsert)[]) {
  const inserted = await db.insert(conversationMessages).values(rows).returning();
  return inserted.sort((a, b) => a.id - b.id);
}
