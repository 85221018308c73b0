import type { Db } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { lockProject } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import { type MessageContext, newConversationTitle, type Suggestion } from '#shared/contract/assistant.ts';
import {
  conversationById,
  deleteConversationRow,
  insertConversation,
  insertMessages,
  messagesOf,
  updateConversation,
} from './conversations.queries.ts';

/**
 * Return a conversation of the user with its messages. Throws notFound for anybody else's (decision
 * OQ-68).
 */
export async function findConversation(db: Db, scope: Scope, conversationId: number) {
  const conversation = await ownConversation(db, scope, conversationId);
  return { ...conversation, messages: await messagesOf(db, conversationId) };
}

export async function removeConversation(db: Db, scope: Scope, conversationId: number): Promise<void> {
  await ownConversation(db, scope, conversationId);
  await deleteConversationRow(db, conversationId);
}

async function ownConversation(db: Db, scope: Scope, conversationId: number) {
  const conversation = await conversationById(db, scope, conversationId);
  if (!conversation) throw notFound('Conversation');
  return conversation;
}

/** Maximum characters of the history in a question. */
export const historyLimit = 6000;

/** Return the latest messages within the limit, oldest first and beginning with a question. */
export async function findMessages(db: Db, scope: Scope, conversationId: number) {
  const { messages } = await findConversation(db, scope, conversationId);
  let left = historyLimit;
  const included = [];
  for (const { role, content, context } of messages.reverse()) {
    const text = [content, ...(context?.suggestions ?? []).map(suggestionText)].join('\n');
    left -= text.length;
    if (left < 0) break;
    included.unshift({ role, content: text });
  }
  return included.slice(included[0]?.role === 'assistant' ? 1 : 0);
}

/**
 * Describe a suggestion in the history, so that a writer can refer to it ("the second one, but
 * shorter").
 */
function suggestionText({ type, elementId, suggestedContent }: Suggestion): string {
  return `Suggested (${type}) [${elementId}]: ${suggestedContent}`;
}

export interface Exchange {
  content: string;
  context: MessageContext;
}

/**
 * Store a question and its answer, in a new conversation unless one is given. Throws notFound when
 * the conversation or the project was deleted in the meantime.
 */
export async function storeExchange(
  tx: Db,
  scope: Scope,
  conversationId: number | null,
  { question, answer }: { question: Exchange; answer: Exchange },
) {
  const now = new Date();
  const id =
    conversationId === null
      ? await newConversation(tx, scope, question.content)
      : await continueConversation(tx, scope, conversationId, { question: question.content, now });
  const [, message] = await insertMessages(tx, [
    { conversationId: id, role: 'user', timestamp: now, ...question },
    { conversationId: id, role: 'assistant', timestamp: now, ...answer },
  ]);
  if (!message) throw new Error('INSERT INTO conversation_messages returned no row');
  return { conversationId: id, message };
}

async function newConversation(tx: Db, scope: Scope, question: string): Promise<number> {
  if (!(await lockProject(tx, scope.projectId))) throw notFound('Project');
  return (await insertConversation(tx, { ...scope, title: titleOf(question) })).id;
}

/** Continue a conversation. An empty one gets its title from the first question. */
async function continueConversation(
  tx: Db,
  scope: Scope,
  conversationId: number,
  { question, now }: { question: string; now: Date },
): Promise<number> {
  const conversation = await updateConversation(tx, scope, conversationId, { updatedAt: now });
  if (!conversation) throw notFound('Conversation');
  const isUnnamed =
    conversation.title === newConversationTitle && (await messagesOf(tx, conversationId)).length === 0;
  if (isUnnamed) await updateConversation(tx, scope, conversationId, { title: titleOf(question) });
  return conversationId;
}

/** Return the first 50 characters (decision OQ-68) without splitting a character. */
function titleOf(question: string): string {
  return [...question.trim()].slice(0, 50).join('').trimEnd();
}
