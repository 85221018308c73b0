import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { maxContentLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { Element } from './elements.ts';
import { digits, storableText, wholeNumber } from './fields.ts';
import { Scene } from './scenes.ts';

/*
 * The live channel of a project (decision OQ-26): the server announces commits and present users,
 * and a browser reports its user's place and live draft. It is a WebSocket; where a proxy drops or
 * swallows one, it is a stream of server-sent events, or polling (docs/decisions/0071).
 */

/** Ways to connect, best first. */
export const liveTransports = ['webSocket', 'eventStream', 'polling'] as const;
export type LiveTransport = (typeof liveTransports)[number];

/** Interval of the events without content that show a browser that its event stream arrives. */
export const liveHeartbeatMs = 2500;

/** Kinds of rows that browsers refetch or patch when they hear of a change. */
export const changedEntities = [
  'project',
  'element',
  'scene',
  'character',
  'comment',
  'outline',
  'act',
  'sequence',
  'beat',
  'tension',
  'access',
  'dictionary',
] as const;
export type ChangedEntity = (typeof changedEntities)[number];

/** A window of a user who has the project open; two windows of one user are two. */
export const Presence = z.object({
  /** Id of the window, or of its connection where the window has not named itself. */
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  profileImageUrl: z.string().nullable(),
  /** The view they are in; null before they have said so. */
  view: z.string().nullable(),
  /** The element with their caret. */
  elementId: z.number().nullable(),
});
export type Presence = z.input<typeof Presence>;

export const LiveServerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    /** The project's revision with this change; they come in order. */
    rev: z.number(),
    entity: z.enum(changedEntities),
    ids: z.array(z.number()),
    actorUserId: z.string().nullable(),
    /** The window it was made in, where it was made in one. */
    actorWindow: z.string().nullable(),
    /** Current rows of elements and scenes; an id without a row was deleted. */
    elements: z.array(Element).optional(),
    scenes: z.array(Scene).optional(),
  }),
  /** All present windows, and which of them is the recipient. */
  z.object({ type: z.literal('presence'), you: z.string(), people: z.array(Presence) }),
  /**
   * New and changed windows since the last message about presence, and the ids of those that left.
   * Only for windows that take such messages.
   */
  z.object({ type: z.literal('presenceChanges'), people: z.array(Presence), leftIds: z.array(z.string()) }),
  /** A live draft; null when it has ended. */
  z.object({
    type: z.literal('draft'),
    from: z.string(),
    /** Null for a new line, which is after the element `afterId`, or first. */
    elementId: z.number().nullable(),
    afterId: z.number().nullable(),
    elementType: z.enum(elementTypes),
    text: z.string().nullable(),
    /** An offset into the text as it is printed. */
    caret: z.number().nullable(),
    /** The text equals the stored one: only the caret is shown. */
    isUnchanged: z.boolean().optional(),
  }),
  /**
   * The missed changes are no longer known, or the browser names a revision that the project does
   * not have, as after a restored backup: everything has to be fetched again, and `rev`, which may
   * be lower, counts from then on.
   */
  z.object({ type: z.literal('resync'), rev: z.number() }),
  /** Reply to a ping. */
  z.object({ type: z.literal('pong') }),
]);
export type LiveServerMessage = z.input<typeof LiveServerMessage>;

/** A message of a browser. */
export const LiveClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('here'),
    view: storableText(40).nullable(),
    elementId: wholeNumber(1).nullable(),
    /** Whether it takes `presenceChanges`. Windows of earlier releases get the whole list. */
    takesPresenceChanges: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('draft'),
    elementId: wholeNumber(1).nullable(),
    afterId: wholeNumber(1).nullable(),
    elementType: z.enum(elementTypes),
    text: storableText(maxContentLength).nullable(),
    caret: wholeNumber(0).nullable(),
    isUnchanged: z.boolean().optional(),
  }),
  /** Question whether messages arrive in both directions. */
  z.object({ type: z.literal('ping') }),
]);
export type LiveClientMessage = z.input<typeof LiveClientMessage>;

/**
 * Reasons for which the server closes a connection. After the first two there is nothing to come
 * back to. `signedOut`: the session has ended. `restart`: the server stops (RFC 6455's registry,
 * 1012), and another one may be there already.
 */
export const liveCloseCodes = {
  noAccess: 4003,
  noProject: 4004,
  signedOut: 4001,
  /** The window has opened another connection of the same transport. */
  replaced: 4009,
  restart: 1012,
  slow: 4008,
  tooMuch: 4029,
} as const;

/** Name of a window (web/lib/revisions.ts): it is one presence, whatever connections it has. */
const WindowId = z.string().regex(/^[\w-]{1,64}$/, 'Must be letters, digits and dashes');

export const openLiveChannel = endpoint({
  method: 'GET',
  path: '/api/projects/:id/live',
  summary: 'A WebSocket: what changes in the project, who is here, and what they are writing',
  params: ProjectParams,
  /** The browser's last known revision; later changes are sent first. */
  query: z.object({ since: digits(0).optional(), window: WindowId.optional() }),
});

export const openLiveEvents = endpoint({
  method: 'GET',
  path: '/api/projects/:id/live/events',
  summary:
    'The live channel as server-sent events: messages as data, the revision as id, "heartbeat", and "close" with a code',
  params: ProjectParams,
  /** The header Last-Event-ID, of a connection that is opened again, precedes `since`. */
  query: z.object({ since: digits(0).optional(), window: WindowId }),
});

/** Maximum number of messages in one call. */
export const maxLiveMessages = 10;

export const sendLiveMessages = endpoint({
  method: 'POST',
  path: '/api/projects/:id/live/messages',
  summary: 'Messages of a window whose live channel is an event stream or polling',
  params: ProjectParams,
  body: z.object({ window: WindowId, messages: z.array(LiveClientMessage).max(maxLiveMessages) }),
  status: 204,
});

export const pollLiveChannel = endpoint({
  method: 'POST',
  path: '/api/projects/:id/live/poll',
  summary: 'The messages of the live channel since the last poll; waits some seconds for one',
  params: ProjectParams,
  body: z.object({
    window: WindowId,
    since: wholeNumber(0).nullable(),
    /** Cursor of the last reply that arrived; null for the first poll. */
    cursor: z.string().max(300).nullable(),
  }),
  reply: z.object({
    /** Each is the JSON of a message, as on the WebSocket. */
    messages: z.array(z.string()),
    cursor: z.string(),
    /** The server has closed the channel, for one of the reasons of `liveCloseCodes`. */
    closeCode: z.number().nullable(),
  }),
});
