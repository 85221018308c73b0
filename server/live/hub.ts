import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { onSessionsEnded } from '#server/lib/endedSessions.ts';
import { onProjectChange } from '#server/lib/projectChange.ts';
import { type LiveClientMessage, liveCloseCodes } from '#shared/contract/live.ts';
import { may, type Role } from '#shared/roles.ts';
import type { Bus, BusMessage } from './bus.ts';
import { clientMessageIn, exceedsMessageRate } from './clientMessage.ts';
import { lookOut } from './lookout.ts';
import { type LiveSocket, type Member, messageText, sendToMember } from './members.ts';
import { Presences } from './presences.ts';
import { broadcastChanges, type LiveRoom, refreshMemberRoles } from './room.ts';

interface HubDeps {
  db: Db;
  log: Logger;
  bus: Bus;
}

/** Request to join, as the access check found it. */
export interface JoinRequest {
  projectId: number;
  person: { id: string; name: string; profileImageUrl: string | null };
  role: Role;
  /** Hash of the session under which it is stored. */
  sid: string;
  /** Last revision that the browser knows. */
  since: number | null;
  findRole: Member['findRole'];
}

/** Handlers of a socket's events. */
export interface SocketHandlers {
  hear(text: string): void;
  pong(): void;
  leave(): void;
}

export interface Hub {
  join(joining: JoinRequest, socket: LiveSocket): SocketHandlers | null;
  close(): Promise<void>;
}

const heartbeatMs = 15_000;
const retryMs = 1000;
/** Maximum number of tabs of one user on one project. */
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
  /** Functions that end the subscriptions and timers. */
  readonly #stops: (() => void)[];

  constructor({ db, log, bus }: HubDeps) {
    this.#db = db;
    this.#log = log;
    this.#bus = bus;
    this.#presences = new Presences(this.#rooms, bus);
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
      hear: (text) => this.#receiveFromClient(room, member, text),
      pong: () => {
        member.isAlive = true;
      },
      leave: () => this.#leave(room, member),
    };
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
    else {
      const room = this.#rooms.get(message.projectId);
      if (room && message.type === 'changed') this.#sendChanges(room);
      else if (room && message.type === 'word') broadcast(room, message.message);
    }
  }

  #receiveFromClient(room: LiveRoom, member: Member, text: string): void {
    if (member.isClosed) return;
    member.isAlive = true;
    if (exceedsMessageRate(member)) {
      member.letGo(liveCloseCodes.tooMuch, 'too many messages');
      return;
    }
    const message = clientMessageIn(text);
    if (message?.type === 'here') {
      Object.assign(member.presence, { view: message.view, elementId: message.elementId });
      this.#presences.sendEverywhere(room.projectId);
    } else if (message?.type === 'draft') this.#passDraftOn(room, member, message);
  }

  #passDraftOn(room: LiveRoom, member: Member, draft: LiveClientMessage & { type: 'draft' }): void {
    // A user who lost permission may still clear a draft.
    if (draft.text !== null && !may(member.role, 'write')) return;
    const message = messageText({ ...draft, from: member.presence.id });
    member.draft = message;
    broadcast(room, message, member);
    this.#bus.tell({ type: 'word', projectId: room.projectId, message });
  }

  #leave(room: LiveRoom, member: Member): void {
    member.isClosed = true;
    if (!room.members.delete(member)) return;
    if (room.members.size === 0) this.#rooms.delete(room.projectId);
    this.#presences.sendEverywhere(room.projectId);
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
    for (const room of this.#rooms.values()) {
      const { projectId, members } = room;
      this.#sendChanges(room);
      this.#presences.announceToNodes(projectId);
      // Send the latest drafts, in case the other nodes got older ones late.
      for (const { draft } of members) if (draft) this.#bus.tell({ type: 'word', projectId, message: draft });
    }
  }

  /** Ping all clients, disconnect those that did not answer, and read the roles of their users. */
  #beat(): void {
    for (const room of this.#rooms.values()) {
      for (const member of room.members) {
        if (!member.isAlive) member.socket.terminate();
        member.isAlive = false;
        member.socket.ping();
      }
      refreshMemberRoles(room.members).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'roles could not be read'),
      );
      this.#presences.announceToNodes(room.projectId);
    }
    this.#presences.dropSilentNodes();
  }
}

function createRoom(projectId: number): LiveRoom {
  return { projectId, members: new Set(), isReading: false, isDue: false };
}

function createMember(
  { person, role, sid, since, findRole }: JoinRequest,
  socket: LiveSocket,
  onLetGo: (member: Member) => void,
): Member {
  const { id: userId, name, profileImageUrl } = person;
  const member: Member = {
    ...{ socket, role, sid, findRole, rev: since, isAlive: true, isClosed: false, draft: null },
    presence: { id: randomUUID(), userId, name, profileImageUrl, view: null, elementId: null },
    heard: { since: Date.now(), count: 0 },
    letGo: (code, reason) => {
      onLetGo(member);
      socket.close(code, reason);
    },
  };
  return member;
}

function broadcast(room: LiveRoom, text: string, except?: Member): void {
  for (const member of room.members) if (member !== except) sendToMember(member, text);
}
