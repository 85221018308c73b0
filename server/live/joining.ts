import { createHash, randomUUID } from 'node:crypto';
import type { Role } from '#shared/roles.ts';
import type { LiveSocket, Member } from './members.ts';

/** Request to join, as the access check found it. */
export interface JoinRequest {
  projectId: number;
  person: { id: string; name: string; profileImageUrl: string | null };
  role: Role;
  /** Hash of the session under which it is stored. */
  sid: string;
  /** Last revision that the browser knows. */
  since: number | null;
  /** Name that the tab has given itself; null for a client that is one connection. */
  window: string | null;
  findRole: Member['findRole'];
}

/**
 * Return the presence id of a tab: the same on every node and transport, and none that another
 * session can have.
 */
export function presenceIdOf(sid: string, window: string): string {
  return createHash('sha256').update(`${sid}:${window}`).digest('hex').slice(0, 32);
}

export function createMember(
  { person, role, sid, since, window, findRole }: JoinRequest,
  socket: LiveSocket,
  onLetGo: (member: Member) => void,
): Member {
  const { id: userId, name, profileImageUrl } = person;
  const id = window === null ? randomUUID() : presenceIdOf(sid, window);
  const member: Member = {
    ...{ socket, role, sid, findRole, rev: since, isAlive: true, isClosed: false, draft: null },
    ...{ takesPresenceChanges: false, hasPresence: false },
    presence: { id, userId, name, profileImageUrl, view: null, elementId: null },
    heard: { since: performance.now(), count: 0 },
    letGo: (code, reason) => {
      onLetGo(member);
      socket.close(code, reason);
    },
  };
  return member;
}
