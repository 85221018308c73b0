import type { Db } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { holdProject } from '#server/lib/projectChange.ts';
import { type MessageContext, newConversationTitle, type Suggestion } from '#shared/contract/assistant.ts';
import {
  conversationById,
  deleteConversationRow,
  insertConversation,
  insertMessages,
  messagesOf,
  updateConversation,
  type Where,
} from './conversations.queries.ts';

/** A conversation of the caller's with its messages; anybody else's is not there (decision OQ-68). */
export async function readConversation(db: Db, where: Where, conversationId: number) {
  const conversation = await ownConversation(db, where, conversationId);
  return { ...conversation, messages: await messagesOf(db, conversationId) };
}

export async function removeConversation(db: Db, where: Where, conversationId: number): Promise<void> {
  await ownConversation(db, where, conversationId);
  await deleteConversationRow(db, conversationId);
}

async function ownConversation(db: Db, where: Where, conversationId: number) {
  const conversation = await conversationById(db, where, conversationId);
  if (!conversation) throw notFound('Conversation');
  return conversation;
}

/** Characters of what was said before that go with a question. */
export const historyLimit = 6000;

/** The end of what was said so far, oldest first and beginning with a question. */
export async function historyOf(db: Db, where: Where, conversationId: number) {
  const { messages } = await readConversation(db, where, conversationId);
  let left = historyLimit;
  const kept = [];
  for (const { role, content, context } of messages.reverse()) {
    const said = [content, ...(context?.suggestions ?? []).map(inWords)].join('\n');
    left -= said.length;
    if (left < 0) break;
    kept.unshift({ role, content: said });
  }
  return kept.slice(kept[0]?.role === 'assistant' ? 1 : 0);
}

/** So that a writer can ask for the second one, only shorter. */
function inWords({ type, elementId, suggestedContent }: Suggestion): string {
  return `Suggested (${type}) [${elementId}]: ${suggestedContent}`;
}

export interface Said {
  content: string;
  context: MessageContext;
}

/**
 * Writes down a question with its answer, both or neither, in a new conversation where none is named. Throws notFound
 * when the conversation or the project went while the answer was made.
 */
export async function storeTalk(
  tx: Db,
  where: Where,
  conversationId: number | null,
  { question, answer }: { question: Said; answer: Said },
) {
  const now = new Date();
  const id =
    conversationId === null
      ? await newConversation(tx, where, question.content)
      : await continued(tx, where, conversationId, { question: question.content, now });
  const [, message] = await insertMessages(tx, [
    { conversationId: id, role: 'user', timestamp: now, ...question },
    { conversationId: id, role: 'assistant', timestamp: now, ...answer },
  ]);
  if (!message) throw new Error('The database gave no row for a new message');
  return { conversationId: id, message };
}

async function newConversation(tx: Db, where: Where, question: string): Promise<number> {
  if (!(await holdProject(tx, where.projectId))) throw notFound('Project');
  return (await insertConversation(tx, { ...where, title: titleOf(question) })).id;
}

/** One that was made empty is named by its first question, or a list of them would all read alike. */
async function continued(
  tx: Db,
  where: Where,
  conversationId: number,
  { question, now }: { question: string; now: Date },
): Promise<number> {
  const conversation = await updateConversation(tx, where, conversationId, { updatedAt: now });
  if (!conversation) throw notFound('Conversation');
  const isUnnamed =
    conversation.title === newConversationTitle && (await messagesOf(tx, conversationId)).length === 0;
  if (isUnnamed) await updateConversation(tx, where, conversationId, { title: titleOf(question) });
  return conversationId;
}

/** The first 50 characters (decision OQ-68), none of them halved. */
function titleOf(question: string): string {
  return [...question.trim()].slice(0, 50).join('').trimEnd();
}
