import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { onSessionsEnded } from '#server/lib/endedSessions.ts';
import { onProjectChange } from '#server/lib/projectChange.ts';
import { LiveClientMessage, liveCloseCodes, type Presence } from '#shared/contract/live.ts';
import { may, type Role } from '#shared/roles.ts';
import type { Bus, BusMessage } from './bus.ts';
import { lookOut } from './lookout.ts';
import { type LiveSocket, type Member, messageText, sendToMember } from './members.ts';
import { createRemotePresences } from './otherNodes.ts';
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
/**
 * Presence is sent in batches: moving through a script would otherwise cause two hundred messages a
 * second.
 */
const gatherMs = 50;
/** Maximum number of tabs of one user on one project. */
const maxWindows = 20;
const maxWordsPerSecond = 60;

/**
 * Create the hub: the members of all projects that are open on this node, and the messages to them
 * (decision OQ-26).
 */
export function createHub({ db, log, bus }: HubDeps): Hub {
  const node = randomUUID();
  const rooms = new Map<number, LiveRoom>();
  const others = createRemotePresences();
  const gathering = new Map<number, NodeJS.Timeout>();

  const readChanges = (room: LiveRoom) =>
    broadcastChanges(db, room).catch((error: unknown) => {
      log.error({ err: error }, 'a change could not be sent to browsers; it is retried');
      // One retry at a time, however often a change is announced.
      room.retry ??= setTimeout(() => {
        room.retry = undefined;
        void readChanges(room);
      }, 1000).unref();
    });

  const presentIn = (projectId: number): Presence[] => {
    const here = [...(rooms.get(projectId)?.members ?? [])].map(({ presence }) => presence);
    return [...here, ...others.in(projectId)];
  };

  /** Send the presence soon, once for all changes until then. */
  function sendPresence(projectId: number): void {
    if (gathering.has(projectId)) return;
    const timer = setTimeout(() => {
      gathering.delete(projectId);
      const people = presentIn(projectId);
      for (const member of rooms.get(projectId)?.members ?? [])
        sendToMember(member, messageText({ type: 'presence', you: member.presence.id, people }));
    }, gatherMs);
    gathering.set(projectId, timer.unref());
  }

  function announceToNodes(projectId: number): void {
    const here = [...(rooms.get(projectId)?.members ?? [])];
    bus.tell({ type: 'people', projectId, node, people: here.map(({ presence }) => presence) });
  }

  function broadcast(projectId: number, text: string, except?: Member): void {
    for (const member of rooms.get(projectId)?.members ?? [])
      if (member !== except) sendToMember(member, text);
  }

  function heard(message: BusMessage): void {
    if (message.type === 'sessionsEnded') {
      endSessions(message.sids);
      return;
    }
    const { projectId } = message;
    const room = rooms.get(projectId);
    if (message.type === 'people') {
      if (message.node !== node && others.note(message) && room) sendPresence(projectId);
    } else if (room && message.type === 'changed') void readChanges(room);
    else if (room && message.type === 'word') broadcast(projectId, message.message);
  }

  /** Close the tabs of sessions that have ended. */
  function endSessions(sids: readonly string[]): void {
    const ended = new Set(sids);
    for (const room of rooms.values())
      for (const member of [...room.members])
        if (ended.has(member.sid)) member.letGo(liveCloseCodes.signedOut, 'the session has ended');
  }

  const stops = [
    onProjectChange(db, (projectId) => {
      const room = rooms.get(projectId);
      if (room) void readChanges(room);
      bus.tell({ type: 'changed', projectId });
    }),
    onSessionsEnded(db, (sids) => {
      endSessions(sids);
      bus.tell({ type: 'sessionsEnded', sids: [...sids] });
    }),
    lookOut({ db, log, rooms, onBehind: (room) => void readChanges(room) }),
  ];
  bus.listen(heard);
  bus.onBack(() => {
    for (const room of rooms.values()) {
      const { projectId, members } = room;
      void readChanges(room);
      announceToNodes(projectId);
      // Send the latest drafts, in case the other nodes got older ones late.
      for (const { draft } of members) if (draft) bus.tell({ type: 'word', projectId, message: draft });
    }
  });
  const heartbeat = setInterval(() => {
    for (const room of rooms.values()) {
      for (const member of room.members) {
        if (!member.isAlive) member.socket.terminate();
        member.isAlive = false;
        member.socket.ping();
      }
      refreshMemberRoles(room.members).catch((error: unknown) =>
        log.warn({ err: error }, 'roles could not be read'),
      );
      announceToNodes(room.projectId);
    }
    for (const projectId of others.dropSilent()) sendPresence(projectId);
  }, heartbeatMs).unref();

  function join(joining: JoinRequest, socket: LiveSocket): SocketHandlers | null {
    const { projectId, person, role, sid, since, findRole } = joining;
    const room = rooms.get(projectId) ?? { projectId, members: new Set(), isReading: false, isDue: false };
    const windows = [...room.members].filter(({ presence }) => presence.userId === person.id);
    if (windows.length >= maxWindows) {
      socket.close(liveCloseCodes.tooMuch, 'too many windows');
      return null;
    }
    rooms.set(projectId, room);
    const { id: userId, name, profileImageUrl } = person;
    const member: Member = {
      ...{ socket, role, sid, findRole, rev: since, isAlive: true, isClosed: false, draft: null },
      presence: { id: randomUUID(), userId, name, profileImageUrl, view: null, elementId: null },
      heard: { since: Date.now(), count: 0 },
      letGo: (code, reason) => {
        leave(room, member);
        socket.close(code, reason);
      },
    };
    room.members.add(member);
    void readChanges(room);
    sendPresence(projectId);
    announceToNodes(projectId);
    return {
      hear: (text) => hear(room, member, text),
      pong: () => {
        member.isAlive = true;
      },
      leave: () => leave(room, member),
    };
  }

  function hear({ projectId }: LiveRoom, member: Member, text: string): void {
    if (member.isClosed) return;
    member.isAlive = true;
    if (isTooMuch(member)) {
      member.letGo(liveCloseCodes.tooMuch, 'too many messages');
      return;
    }
    const word = wordIn(text);
    if (word?.type === 'here') {
      Object.assign(member.presence, { view: word.view, elementId: word.elementId });
      sendPresence(projectId);
      announceToNodes(projectId);
    } else if (word?.type === 'draft' && (word.text === null || may(member.role, 'write'))) {
      // A user who lost permission may still clear a draft.
      const message = messageText({ ...word, from: member.presence.id });
      member.draft = message;
      broadcast(projectId, message, member);
      bus.tell({ type: 'word', projectId, message });
    }
  }

  function leave(room: LiveRoom, member: Member): void {
    member.isClosed = true;
    if (!room.members.delete(member)) return;
    if (room.members.size === 0) rooms.delete(room.projectId);
    sendPresence(room.projectId);
    announceToNodes(room.projectId);
  }

  return {
    join,
    close: async () => {
      for (const stop of stops) stop();
      clearInterval(heartbeat);
      for (const timer of gathering.values()) clearTimeout(timer);
      for (const { retry } of rooms.values()) clearTimeout(retry);
      await bus.close();
    },
  };
}

function isTooMuch({ heard }: Member): boolean {
  const now = Date.now();
  if (now - heard.since > 1000) Object.assign(heard, { since: now, count: 0 });
  heard.count += 1;
  return heard.count > maxWordsPerSecond;
}

/** Parse a message; undefined for one that our web would not send. */
function wordIn(text: string): LiveClientMessage | undefined {
  try {
    return LiveClientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
