import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { conversations } from '#server/db/schema/ai.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import { getAiState, previewContext } from '#shared/contract/ai.ts';
import {
  applyImprovement,
  ChatReply,
  chat,
  createConversation,
  deleteConversation,
  getConversation,
  improve,
  listConversations,
  pageConversations,
} from '#shared/contract/assistant.ts';
import { applySuggestion } from './applying.ts';
import { aiStateOf, askAssistant, previewOf, suggestImprovements } from './assistant.service.ts';
import { conversationsOf, insertConversation } from './conversations.queries.ts';
import { findConversation, removeConversation } from './conversations.ts';
import { eventStream } from './eventStream.ts';

const ofConversation = { child: conversations, thing: 'Conversation' } as const;

interface Caller {
  project: { id: number };
  user: { id: string };
}

interface AssistantDeps {
  db: Db;
  ai: Ai;
}

function whereOf({ project, user }: Caller) {
  return { projectId: project.id, userId: user.id };
}

export function assistantRoutes(app: FastifyInstance, deps: AssistantDeps): void {
  contextRoutes(app, deps);
  conversationRoutes(app, deps.db);
  chatRoute(app, deps);
  improvementRoutes(app, deps);
}

function contextRoutes(app: FastifyInstance, { db, ai }: AssistantDeps): void {
  mount(app, getAiState, { can: 'read' }, async (call) => aiStateOf({ db, ai }, whereOf(call)));

  mount(app, previewContext, { can: 'read' }, async (call) =>
    previewOf({ db, ai }, whereOf(call), call.body),
  );
}

function conversationRoutes(app: FastifyInstance, db: Db): void {
  mount(app, listConversations, { can: 'read' }, async (call) => conversationsOf(db, whereOf(call)));

  mount(app, pageConversations, { can: 'read' }, async (call) => {
    const { limit, offset } = call.query;
    const page = await conversationsOf(db, whereOf(call), { limit: limit + 1, offset });
    return { conversations: page.slice(0, limit), hasMore: page.length > limit };
  });

  mount(app, createConversation, { can: 'comment' }, async (call) =>
    insertConversation(db, { ...whereOf(call), title: call.body.title }),
  );

  mount(app, getConversation, { can: 'read', ...ofConversation }, async (call) =>
    findConversation(db, whereOf(call), call.params.id),
  );

  mount(app, deleteConversation, { can: 'read', ...ofConversation }, async (call) => {
    await removeConversation(db, whereOf(call), call.params.id);
    return undefined;
  });
}

function chatRoute(app: FastifyInstance, { db, ai }: AssistantDeps): void {
  mount(app, chat, { can: 'comment' }, async (call) => {
    const { request, reply, body } = call;
    const where = whereOf(call);
    const ask = (onText?: (text: string) => void) =>
      askAssistant({ db, ai }, where, body, {
        ...{ ...requestNameOf(where.projectId, request), signal: abortOnDisconnect(reply), onText },
        onKept: (tx, details) => recordActivity(tx, request, { ...where, action: 'ai.chat', details }),
      });
    return wantsEvents(request) ? streamAnswer(reply, ask) : ChatReply.parse(await ask());
  });
}

/** Send the answer as events while it is written. */
async function streamAnswer(
  reply: FastifyReply,
  ask: (onText: (text: string) => void) => ReturnType<typeof askAssistant>,
): Promise<FastifyReply> {
  const events = eventStream(reply);
  try {
    const answer = await ask((text) => events.send('delta', { text }));
    // A stored answer, or one without prose, has not been streamed.
    if (!events.hasSpoken()) events.send('delta', { text: answer.message.content });
    for (const suggestion of answer.suggestions) events.send('suggestion', { suggestion });
    events.send('done', answer);
  } catch (error) {
    if (!events.isOpen()) throw error;
    events.fail(error);
  } finally {
    events.end();
  }
  return reply;
}

function improvementRoutes(app: FastifyInstance, { db, ai }: AssistantDeps): void {
  mount(app, improve, { can: 'comment' }, async (call) => {
    const where = whereOf(call);
    const details = { task: 'improvements' };
    return suggestImprovements({ db, ai }, where, call.body, {
      ...requestNameOf(call.project.id, call.request),
      signal: abortOnDisconnect(call.reply),
      onKept: (tx) => recordActivity(tx, call.request, { ...where, action: 'ai.chat', details }),
    });
  });

  mount(app, applyImprovement, { can: 'write' }, async (call) =>
    applySuggestion(db, whereOf(call), call.body),
  );
}

function wantsEvents({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*text\/event-stream\b/i.test(headers.accept ?? '');
}
