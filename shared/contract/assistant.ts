import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { maxContentLength, maxNameLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { Element } from './elements.ts';
import { bodyId, date, digits, filledText, RowParams, rowId, storableText, storedShape } from './fields.ts';

const elementType = z.enum(elementTypes);
/** Maximum length of an element's text. */
export const contentLimit = maxContentLength;

/** Suggestions that change the script. */
export const changingTypes = ['replace', 'modify', 'insert_before', 'insert_after'] as const;

/** A note describes a weakness without a rewrite. */
export const suggestionTypes = [...changingTypes, 'note'] as const;

/** Change of one element that the assistant suggests. Decision OQ-71 defines how it is applied. */
export const Suggestion = z.object({
  /** Unique among the shown suggestions. */
  id: storableText(100),
  type: z.enum(suggestionTypes),
  /** Description of one line, also used in the history. */
  description: storableText(500),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** Reason for the change. */
  reasoning: storableText(2000),
  /**
   * For `replace` the whole element as read, for `modify` the words to change, otherwise for
   * display only.
   */
  originalContent: storableText(contentLimit),
  suggestedContent: filledText(contentLimit),
  /** Element that is changed, or next to which a new one is inserted. */
  elementId: bodyId,
  /** Type of that element. For an insertion: type of the new one. */
  elementType,
  /** Speaker of a cue or a speech. */
  characterName: storableText(maxNameLength).nullable(),
  /** Habit that it is an instance of. Those of one habit are shown as one, with their count. */
  habit: storableText(200).optional(),
});
export type Suggestion = z.input<typeof Suggestion>;

/**
 * Selection of the user. The server reads the script itself; `content` is the text that the user
 * saw.
 */
export const SelectedElement = z.object({
  id: bodyId,
  elementType,
  content: storableText(contentLimit),
  characterName: storableText(maxNameLength).nullish(),
});
export type SelectedElement = z.input<typeof SelectedElement>;

/**
 * Context scope (decision OQ-110): the scene of the selection, related parts, or as much as fits
 * into the model's context.
 */
export const contextReaches = ['scene', 'relevant', 'whole'] as const;
export type ContextReach = (typeof contextReaches)[number];

/** Summary of the context that a call sent to the model. */
export const GivenContext = z.object({
  /** Headings of the scenes sent completely or in part. */
  scenes: z.array(z.string()),
  /** Number of scenes sent as summaries. */
  summarizedScenes: z.number(),
  /** Number of scenes that did not fit. */
  omittedScenes: z.number(),
  /** Names of characters. */
  characters: z.array(z.string()),
  /** Number of beats. */
  beats: z.number(),
  /** Whether the brief was sent. */
  brief: z.boolean().optional(),
  /** Number of scene notes. */
  notes: z.number().optional(),
  /** Number of parts that the user excluded. */
  leftOut: z.number().optional(),
  /** Requested context scope. Missing in old messages. */
  reach: z.enum(contextReaches).optional(),
  /** Characters of text in all. */
  size: z.number(),
});
export type GivenContext = z.input<typeof GivenContext>;

/** Selection of a question, or details of a reply, for display. */
export const MessageContext = z.object({
  selectedElement: storedShape(SelectedElement).optional(),
  selectedText: z.string().optional(),
  given: GivenContext.optional(),
  suggestions: z.array(storedShape(Suggestion)).optional(),
  /** How a reply ended. Only `cut` was not charged: the connection was lost or timed out. */
  ending: z.enum(['whole', 'length', 'stopped', 'cut']).optional(),
  /** Charged credits of a reply. */
  credits: z.number().optional(),
  /** Engine of a reply. */
  engine: z.object({ model: z.string(), isBuiltIn: z.boolean() }).optional(),
});
export type MessageContext = z.input<typeof MessageContext>;

export const ConversationMessage = z.object({
  id: z.number(),
  conversationId: z.number(),
  role: z.enum(['user', 'assistant']),
  /** Plain text. */
  content: z.string(),
  timestamp: date,
  context: MessageContext.nullable(),
});
export type ConversationMessage = z.input<typeof ConversationMessage>;

/** Conversation, visible only to its user (decision OQ-68). */
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
  summary: "The caller's conversations about a project, latest first",
  params: ProjectParams,
  reply: z.array(Conversation),
});

/** Conversations of a page (docs/spec/assistant.md). */
export const conversationPageSize = 20;

export const pageConversations = endpoint({
  method: 'GET',
  path: '/api/projects/:id/conversations/paginated',
  summary: "One page of the caller's conversations about a project, latest first",
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

/** Maximum length of a question. */
export const chatMessageLimit = 8000;

/** Selection and context of a call to the model. */
export const aiSelection = {
  selectedElement: SelectedElement.nullish(),
  /** Selected words of the element. */
  selectedText: storableText(5000).nullish(),
  /** Keys of excluded parts (`ContextPart` in shared/contract/ai.ts). */
  leaveOut: z.array(storableText(150)).max(3000).optional(),
  /** Context scope. Default: `relevant`. The built-in engine reads everything. */
  reach: z.enum(contextReaches).optional(),
};

export const ChatReply = z.object({
  conversationId: z.number(),
  suggestions: z.array(storedShape(Suggestion)),
  /** The assistant's message. */
  message: ConversationMessage,
  /** The caller's new balance. */
  creditBalance: z.number(),
});
export type ChatReply = z.input<typeof ChatReply>;

/**
 * With `Accept: text/event-stream` the reply is sent as server-sent events: `delta` with { text }
 * for each piece, `suggestion` with { suggestion }, and finally `done` with the JSON reply, or
 * `error` with the body of an error. A failure before the first event is an HTTP error. Closing the
 * connection stops the reply; the received part is stored and charged. With an Idempotency-Key
 * header a repeated call gets the same reply and is charged once.
 */
export const chat = endpoint({
  method: 'POST',
  path: '/api/projects/:id/ai-chat',
  summary: 'Ask the assistant; without conversationId a new conversation begins',
  readsScript: true,
  params: ProjectParams,
  body: z.object({
    message: filledText(chatMessageLimit),
    /** A conversation of the caller in this project; by default a new one is created. */
    conversationId: rowId.nullish(),
    ...aiSelection,
  }),
  reply: ChatReply,
});

/** Accepts an Idempotency-Key header, as chat does. */
export const improve = endpoint({
  method: 'POST',
  path: '/api/projects/:id/generate-improvements',
  summary: 'Suggestions for the selected element or text, or without a selection for the whole script',
  readsScript: true,
  params: ProjectParams,
  body: z.object(aiSelection),
  reply: z.object({ suggestions: z.array(storedShape(Suggestion)), creditBalance: z.number() }),
});

export const staleSuggestion = 'This element changed since the suggestion was made.';

/** Answers 409 with `staleSuggestion` if the element has changed since the suggestion. */
export const applyImprovement = endpoint({
  method: 'POST',
  path: '/api/projects/:id/apply-improvement',
  summary: 'Apply a suggestion to the script; free of charge',
  readsScript: true,
  params: ProjectParams,
  body: Suggestion,
  reply: z.object({
    success: z.literal(true),
    /** The changed or new element. */
    element: Element,
    /** Further new elements, when the text was split (decision OQ-117). */
    added: z.array(Element),
    historyEntryId: z.number(),
  }),
});
