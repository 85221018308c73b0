import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { maxContentLength, maxNameLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { Element } from './elements.ts';
import { bodyId, date, digits, filledText, RowParams, rowId, storableText, storedShape } from './fields.ts';

const elementType = z.enum(elementTypes);
/** Longest text of an element. */
export const contentLimit = maxContentLength;

/** Suggestions that change the script. */
export const changingTypes = ['replace', 'modify', 'insert_before', 'insert_after'] as const;

/** A note is only to be read: something is found, and how to put it is the writer's. */
export const suggestionTypes = [...changingTypes, 'note'] as const;

/** A change of one element that the assistant proposes; how it is made, decision OQ-71 tells. */
export const Suggestion = z.object({
  /** Unique among those a writer has on the screen. */
  id: storableText(100),
  type: z.enum(suggestionTypes),
  /** What it does, in one line; the history tells it. */
  description: storableText(500),
  /** 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** Why it would be better. */
  reasoning: storableText(2000),
  /** For replace all of the element as it was read, for modify the words to change, else for reading only. */
  originalContent: storableText(contentLimit),
  suggestedContent: filledText(contentLimit),
  /** The element that is changed, or beside which a new one goes. */
  elementId: bodyId,
  /** Of that element; for insertions of the new one. */
  elementType,
  /** Of a cue or a speech. */
  characterName: storableText(maxNameLength).nullable(),
  /** What it is an instance of; those of one habit are shown as one, with their count. */
  habit: storableText(200).optional(),
});
export type Suggestion = z.input<typeof Suggestion>;

/** What the writer has selected. The server reads the script itself; `content` is only what the writer saw. */
export const SelectedElement = z.object({
  id: bodyId,
  elementType,
  content: storableText(contentLimit),
  characterName: storableText(maxNameLength).nullish(),
});
export type SelectedElement = z.input<typeof SelectedElement>;

/**
 * How much of the script a model is given (decision OQ-110): the scene of what is selected, the parts that are near to
 * it, or all that the model has room for.
 */
export const contextReaches = ['scene', 'relevant', 'whole'] as const;
export type ContextReach = (typeof contextReaches)[number];

/** Which parts of the project a call gave to the model. */
export const GivenContext = z.object({
  /** Headings of the scenes that went in full, or as far as there was room. */
  scenes: z.array(z.string()),
  /** Scenes of which one line went. */
  summarizedScenes: z.number(),
  /** Scenes for which there was no room. */
  omittedScenes: z.number(),
  /** Names of the cast. */
  characters: z.array(z.string()),
  /** Beats of the plan. */
  beats: z.number(),
  /** Whether the project brief went, too. */
  brief: z.boolean().optional(),
  /** Notes of scenes. */
  notes: z.number().optional(),
  /** Parts that the writer took out. */
  leftOut: z.number().optional(),
  /** How much was asked for; missing in what is older. */
  reach: z.enum(contextReaches).optional(),
  /** Characters of text, all in all. */
  size: z.number(),
});
export type GivenContext = z.input<typeof GivenContext>;

/** For reading: what a message was about, and of a reply what came with it. */
export const MessageContext = z.object({
  selectedElement: storedShape(SelectedElement).optional(),
  selectedText: z.string().optional(),
  given: GivenContext.optional(),
  suggestions: z.array(storedShape(Suggestion)).optional(),
  /** Of a reply: how it ended. Only `cut` was not paid for, since the connection or the time ran out. */
  ending: z.enum(['whole', 'length', 'stopped', 'cut']).optional(),
  /** Of a reply: what was paid. */
  credits: z.number().optional(),
  /** Of a reply: who gave it. */
  engine: z.object({ model: z.string(), isBuiltIn: z.boolean() }).optional(),
});
export type MessageContext = z.input<typeof MessageContext>;

export const ConversationMessage = z.object({
  id: z.number(),
  conversationId: z.number(),
  role: z.enum(['user', 'assistant']),
  /** Text, never markup. */
  content: z.string(),
  timestamp: date,
  context: MessageContext.nullable(),
});
export type ConversationMessage = z.input<typeof ConversationMessage>;

/** Private to its user (decision OQ-68). */
export const Conversation = z.object({
  id: z.number(),
  projectId: z.number(),
  title: z.string(),
  updatedAt: date,
});
export type Conversation = z.input<typeof Conversation>;

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/projects/:id/conversations',
  summary: "The caller's conversations about a project, the latest first",
  params: ProjectParams,
  reply: z.array(Conversation),
});

/** Conversations of a page (docs/spec/assistant.md). */
export const conversationPageSize = 20;

export const pageConversations = endpoint({
  method: 'GET',
  path: '/api/projects/:id/conversations/paginated',
  summary: 'The same, a page at a time',
  params: ProjectParams,
  query: z.object({
    limit: rowId.refine((limit) => limit <= 100, 'Must be at most 100').default(conversationPageSize),
    offset: digits(0).default(0),
  }),
  reply: z.object({ conversations: z.array(Conversation), hasMore: z.boolean() }),
});

export const newConversationTitle = 'New Conversation';

export const createConversation = endpoint({
  method: 'POST',
  path: '/api/projects/:id/conversations',
  summary: 'A new, empty conversation',
  params: ProjectParams,
  body: z.object({
    title: storableText(200).trim().min(1, 'A conversation needs a title').default(newConversationTitle),
  }),
  reply: Conversation,
  status: 201,
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:id',
  summary: 'A conversation of the caller with its messages, oldest first',
  params: RowParams,
  reply: Conversation.extend({ messages: z.array(ConversationMessage) }),
});

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/conversations/:id',
  summary: 'Delete a conversation of the caller with its messages',
  params: RowParams,
  status: 204,
});

/** Longest question. */
export const chatMessageLimit = 8000;

/** What a call to the model is about, and what of the project goes with it. */
export const aiSelection = {
  selectedElement: SelectedElement.nullish(),
  /** Words of the element. */
  selectedText: storableText(5000).nullish(),
  /** Keys of parts that the model is not given (shared/contract/ai.ts, ContextPart). */
  leaveOut: z.array(storableText(150)).max(3000).optional(),
  /** `relevant` if nothing is said; the built-in engine reads everything. */
  reach: z.enum(contextReaches).optional(),
};

export const ChatReply = z.object({
  conversationId: z.number(),
  suggestions: z.array(storedShape(Suggestion)),
  /** The assistant's. */
  message: ConversationMessage,
  /** What the caller has now. */
  creditBalance: z.number(),
});
export type ChatReply = z.input<typeof ChatReply>;

/**
 * With `Accept: text/event-stream` the reply comes as server-sent events: `delta` with { text }, piece by piece;
 * `suggestion` with { suggestion }; at last `done` with the JSON reply, or `error` with the body of an error answer. What
 * fails before the first word answers with its status, as JSON, also then. Closing the connection stops the
 * reply; what had come is kept and paid for. With an Idempotency-Key header a call that is sent again is answered
 * as the first time and paid for once.
 */
export const chat = endpoint({
  method: 'POST',
  path: '/api/projects/:id/ai-chat',
  summary: 'Ask the assistant; starts a conversation where none is named',
  readsScript: true,
  params: ProjectParams,
  body: z.object({
    message: filledText(chatMessageLimit),
    /** One of the caller's about this project; without it a new one is made. */
    conversationId: rowId.nullish(),
    ...aiSelection,
  }),
  reply: ChatReply,
});

/** With an Idempotency-Key header as chat. */
export const improve = endpoint({
  method: 'POST',
  path: '/api/projects/:id/generate-improvements',
  summary: 'Suggestions for the selected element or text, or else for the whole script',
  readsScript: true,
  params: ProjectParams,
  body: z.object(aiSelection),
  reply: z.object({ suggestions: z.array(storedShape(Suggestion)), creditBalance: z.number() }),
});

export const staleSuggestion = 'This element changed since the suggestion was made.';

/** 409 with `staleSuggestion` when the element no longer says what the suggestion is about. */
export const applyImprovement = endpoint({
  method: 'POST',
  path: '/api/projects/:id/apply-improvement',
  summary: 'Make the change that a suggestion proposes; it costs nothing',
  readsScript: true,
  params: ProjectParams,
  body: Suggestion,
  reply: z.object({
    success: z.literal(true),
    /** The one that was changed, or the new one. */
    element: Element,
    /** New ones after it, where its text was split into several (decision OQ-117). */
    added: z.array(Element),
    historyEntryId: z.number(),
  }),
});
