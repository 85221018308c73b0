import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { onSessionsEnded } from '#server/lib/endedSessions.ts';
import { onProjectChange } from '#server/lib/projectChange.ts';
import {
  type LiveClientMessage,
  type LiveTransport,
  liveCloseCodes,
  liveTransports,
} from '#shared/contract/live.ts';
import { may } from '#shared/roles.ts';
import type { Bus, BusMessage, LiveSender } from './bus.ts';
import { clientMessageIn, exceedsMessageRate } from './clientMessage.ts';
import { createMember, type JoinRequest, presenceIdOf } from './joining.ts';
import { lookOut } from './lookout.ts';
import { createAccessCheck } from './memberAccess.ts';
import { type LiveDraftMessage, type LiveSocket, type Member, messageText, sendToMember } from './members.ts';
import { Presences } from './presences.ts';
import { broadcastChanges, type LiveRoom } from './room.ts';

interface HubDeps {
  db: Db;
  log: Logger;
  bus: Bus;
}

/** Handlers of a connection's events. */
export interface SocketHandlers {
  hear(text: string): void;
  pong(): void;
  leave(): void;
}

export interface Hub {
  join(joining: JoinRequest, socket: LiveSocket): SocketHandlers | null;
  /** Handle messages that a tab sends by calls, on whatever node its connection is. */
  receive(sender: LiveSender, messages: LiveClientMessage[]): void;
  /** Count the connections of this node. */
  connections(): Record<LiveTransport, number>;
  /** Count the projects with a connection to this node. */
  rooms(): number;
  /** Close all connections, because the server stops. */
  disconnect(): void;
  close(): Promise<void>;
}

const heartbeatMs = 15_000;
const retryMs = 1000;
/** Maximum number of connections of one user to one project. */
const maxTabs = 20;

/**
 * Create the hub: the members of all projects that are open on this node, and the messages to them
 * (decision OQ-26).
 */
export function createHub(deps: HubDeps): Hub {
  return new LiveHub(deps);
}

class LiveHub implements Hub {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #bus: Bus;
  readonly #rooms = new Map<number, LiveRoom>();
  readonly #presences: Presences;
  readonly #checkAccess: () => Promise<void>;
  /** Functions that end the subscriptions and timers. */
  readonly #stops: (() => void)[];

  constructor({ db, log, bus }: HubDeps) {
    this.#db = db;
    this.#log = log;
    this.#bus = bus;
    this.#presences = new Presences(this.#rooms, bus);
    this.#checkAccess = createAccessCheck({ db, log, rooms: this.#rooms });
    this.#stops = [
      onProjectChange(db, (projectId) => this.#publishChange(projectId)),
      onSessionsEnded(db, (sids) => this.#publishEndedSessions(sids)),
      lookOut({ db, log, rooms: this.#rooms, onBehind: (room) => this.#sendChanges(room) }),
    ];
    bus.listen((message) => this.#receiveFromBus(message));
    bus.onBack(() => this.#catchUp());
    const heartbeat = setInterval(() => this.#beat(), heartbeatMs).unref();
    this.#stops.push(() => clearInterval(heartbeat));
  }

  join(request: JoinRequest, socket: LiveSocket): SocketHandlers | null {
    const { projectId, person } = request;
    this.#replaceOlder(request, socket.transport);
    const room = this.#rooms.get(projectId) ?? createRoom(projectId);
    const tabs = [...room.members].filter(({ presence }) => presence.userId === person.id);
    if (tabs.length >= maxTabs) {
      socket.close(liveCloseCodes.tooMuch, 'too many windows');
      return null;
    }
    this.#rooms.set(projectId, room);
    const member = createMember(request, socket, (left) => this.#leave(room, left));
    room.members.add(member);
    this.#sendChanges(room);
    this.#presences.sendEverywhere(projectId);
    return {
      hear: (text) => this.#receiveFromClient(room, member, clientMessageIn(text)),
      pong: () => {
        member.isAlive = true;
      },
      leave: () => this.#leave(room, member),
    };
  }

  receive(sender: LiveSender, messages: LiveClientMessage[]): void {
    const member = this.#receiveFromCall(sender, messages);
    // A tab that polls may have a connection to several nodes, and each lists its place.
    const elsewhere = member ? messages.filter(({ type }) => type === 'here') : messages;
    const isAlone = member?.socket.transport === 'eventStream' || elsewhere.length === 0;
    if (!isAlone) this.#bus.tell({ type: 'said', ...sender, messages: elsewhere });
  }

  connections(): Record<LiveTransport, number> {
    const members = [...this.#rooms.values()].flatMap((room) => [...room.members]);
    const countOf = (transport: LiveTransport) =>
      members.filter(({ socket }) => socket.transport === transport).length;
    return Object.fromEntries(liveTransports.map((each) => [each, countOf(each)])) as Record<
      LiveTransport,
      number
    >;
  }

  rooms(): number {
    return this.#rooms.size;
  }

  disconnect(): void {
    for (const { members } of this.#rooms.values())
      for (const member of [...members]) member.letGo(liveCloseCodes.restart, 'the server stops');
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#presences.close();
    for (const { retry } of this.#rooms.values()) clearTimeout(retry);
    await this.#bus.close();
  }

  #publishChange(projectId: number): void {
    const room = this.#rooms.get(projectId);
    if (room) this.#sendChanges(room);
    this.#bus.tell({ type: 'changed', projectId });
  }

  #publishEndedSessions(sids: readonly string[]): void {
    this.#closeTabsOf(sids);
    this.#bus.tell({ type: 'sessionsEnded', sids: [...sids] });
  }

  /** Send the committed changes to a room, and retry after a failure. */
  #sendChanges(room: LiveRoom): void {
    broadcastChanges(this.#db, room).catch((error: unknown) => {
      this.#log.error({ err: error }, 'a change could not be sent to browsers; it is retried');
      // One retry at a time, however often a change is announced.
      room.retry ??= setTimeout(() => {
        room.retry = undefined;
        this.#sendChanges(room);
      }, retryMs).unref();
    });
  }

  #receiveFromBus(message: BusMessage): void {
    if (message.type === 'sessionsEnded') this.#closeTabsOf(message.sids);
    else if (message.type === 'people') this.#presences.receive(message);
    else if (message.type === 'returned') this.#repeat();
    else if (message.type === 'said') this.#receiveFromCall(message, message.messages);
    else {
      const room = this.#rooms.get(message.projectId);
      if (room && message.type === 'changed') this.#sendChanges(room);
      else if (room && message.type === 'word') broadcast(room, message.message, message.from);
    }
  }

  /** Handle messages of a tab that is connected to this node; null if it is not. */
  #receiveFromCall({ projectId, presenceId, sid }: LiveSender, messages: LiveClientMessage[]): Member | null {
    const room = this.#rooms.get(projectId);
    const own = [...(room?.members ?? [])].filter(
      (each) => each.presence.id === presenceId && each.sid === sid && each.socket.transport !== 'webSocket',
    );
    const member = own.find(({ socket }) => socket.transport === 'eventStream') ?? own[0];
    if (!room || !member) return null;
    for (const message of messages) this.#receiveFromClient(room, member, message);
    return member;
  }

  /** A tab has one connection of each transport: the older one may be half open. */
  #replaceOlder({ projectId, sid, window }: JoinRequest, transport: LiveTransport): void {
    if (window === null) return;
    const id = presenceIdOf(sid, window);
    for (const member of [...(this.#rooms.get(projectId)?.members ?? [])])
      if (member.presence.id === id && member.socket.transport === transport)
        member.letGo(liveCloseCodes.replaced, 'the window has another connection');
  }

  #receiveFromClient(room: LiveRoom, member: Member, message: LiveClientMessage | undefined): void {
    if (member.isClosed) return;
    member.isAlive = true;
    if (exceedsMessageRate(member)) {
      member.letGo(liveCloseCodes.tooMuch, 'too many messages');
      return;
    }
    if (message?.type === 'ping') sendToMember(member, messageText({ type: 'pong' }));
    else if (message?.type === 'here') {
      Object.assign(member.presence, { view: message.view, elementId: message.elementId });
      member.takesPresenceChanges = message.takesPresenceChanges ?? false;
      this.#presences.sendEverywhere(room.projectId);
    } else if (message?.type === 'draft') this.#passDraftOn(room, member, message);
  }

  #passDraftOn(room: LiveRoom, member: Member, draft: LiveClientMessage & { type: 'draft' }): void {
    // A user who lost permission may still clear a draft.
    if (draft.text !== null && !may(member.role, 'write')) return;
    member.draft = { ...draft, from: member.presence.id };
    broadcast(room, messageText(member.draft), member.presence.id);
    this.#publishDraft(room.projectId, member.draft);
  }

  #publishDraft(projectId: number, draft: LiveDraftMessage): void {
    this.#bus.tell({ type: 'word', projectId, message: messageText(draft), from: draft.from });
  }

  #leave(room: LiveRoom, member: Member): void {
    member.isClosed = true;
    if (!room.members.delete(member)) return;
    this.#endDraft(room, member);
    if (room.members.size === 0) this.#rooms.delete(room.projectId);
    this.#presences.sendEverywhere(room.projectId);
  }

  /** End the draft of a closed connection whose tab stays present by another one. */
  #endDraft(room: LiveRoom, { draft, presence }: Member): void {
    const isActive = (each: LiveDraftMessage | null) => each !== null && each.text !== null;
    if (!draft || !isActive(draft) || !this.#presences.has(room.projectId, presence.id)) return;
    if ([...room.members].some((each) => each.presence.id === presence.id && isActive(each.draft))) return;
    const ended = { ...draft, text: null, caret: null };
    broadcast(room, messageText(ended), presence.id);
    this.#publishDraft(room.projectId, ended);
  }

  /** Close the tabs of sessions that have ended. */
  #closeTabsOf(sids: readonly string[]): void {
    const ended = new Set(sids);
    for (const room of this.#rooms.values())
      for (const member of [...room.members])
        if (ended.has(member.sid)) member.letGo(liveCloseCodes.signedOut, 'the session has ended');
  }

  /** Exchange with the other nodes everything that the bus may have lost. */
  #catchUp(): void {
    for (const room of this.#rooms.values()) this.#sendChanges(room);
    this.#repeat();
    // This node may have returned after another one had repeated.
    this.#bus.tell({ type: 'returned' });
  }

  /** Send presences and the latest drafts to the other nodes. */
  #repeat(): void {
    for (const { projectId, members } of this.#rooms.values()) {
      this.#presences.announceToNodes(projectId);
      for (const { draft } of members) if (draft) this.#publishDraft(projectId, draft);
    }
  }

  /** Ping all clients, disconnect those that did not answer, and check the access of the others. */
  #beat(): void {
    for (const room of this.#rooms.values()) {
      for (const member of room.members) {
        if (!member.isAlive) member.socket.terminate();
        member.isAlive = false;
        member.socket.ping();
      }
      this.#presences.announceToNodes(room.projectId);
    }
    this.#presences.dropSilentNodes();
    void this.#checkAccess();
  }
}

function createRoom(projectId: number): LiveRoom {
  return { projectId, members: new Set(), isReading: false, isDue: false };
}

/** Send a text to the members of a room, except to the tab that it is from. */
function broadcast(room: LiveRoom, text: string, from?: string): void {
  for (const member of room.members) if (member.presence.id !== from) sendToMember(member, text);
}
