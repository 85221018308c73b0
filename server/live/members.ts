import {
  type LiveServerMessage,
  type LiveTransport,
  liveCloseCodes,
  type Presence,
} from '#shared/contract/live.ts';
import type { Role } from '#shared/roles.ts';

/** Connection of a tab, whatever its transport. */
export interface LiveSocket {
  readonly transport: LiveTransport;
  /** Send a message. `rev` is the revision that its receiver has then. */
  send(text: string, rev?: number): void;
  close(code: number, reason: string): void;
  /** Close at once, without a handshake. */
  terminate(): void;
  ping(): void;
  /** Bytes that were sent and have not left. */
  readonly bufferedAmount: number;
}

export type LiveDraftMessage = LiveServerMessage & { type: 'draft' };

/** Connection of a user's tab to a project. */
export interface Member {
  socket: LiveSocket;
  presence: Presence;
  /** Whether its client takes differences of the presence, and whether it has the list. */
  takesPresenceChanges: boolean;
  hasPresence: boolean;
  role: Role;
  /** Hash of the session in which the tab was opened. */
  sid: string;
  /** Last revision that was sent; null until it is known. */
  rev: number | null;
  /** Last message about the live draft, for nodes that may have missed it. */
  draft: LiveDraftMessage | null;
  /** Whether the client responded since the last heartbeat. */
  isAlive: boolean;
  /** Return the present role; null if the user may not see the project any more. */
  findRole: () => Promise<Role | null>;
  /** Messages in the current second. */
  heard: { since: number; count: number };
  /** The connection is closed or closing: nothing is sent or received. */
  isClosed: boolean;
  letGo(code: number, reason: string): void;
}

/** A client that is further behind is disconnected and loads everything when it reconnects. */
const maxBufferedBytes = 1024 * 1024;

/** Send a text. A client that does not receive is disconnected, so that nothing piles up. */
export function sendToMember(member: Member, text: string, rev?: number): void {
  if (member.isClosed) return;
  if (member.socket.bufferedAmount > maxBufferedBytes) member.letGo(liveCloseCodes.slow, 'too slow');
  else member.socket.send(text, rev);
}

export function messageText(message: LiveServerMessage): string {
  return JSON.stringify(message);
}

/** Close with this timeout: a client that does not answer is cut off then. */
export const closeTimeoutMs = 2000;
