import { type LiveServerMessage, liveCloseCodes, type Presence } from '#shared/contract/live.ts';
import type { Role } from '#shared/roles.ts';

/** What the hub needs of a WebSocket. */
export interface LiveSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** At once, without a word. */
  terminate(): void;
  ping(): void;
  /** Bytes that were sent and have not left. */
  readonly bufferedAmount: number;
}

/** Somebody's window on a project. */
export interface Member {
  socket: LiveSocket;
  presence: Presence;
  role: Role;
  /** The session that the window was opened in, by the hash that it is stored under. */
  sid: string;
  /** The last revision they were told of; null until it is known which there is. */
  rev: number | null;
  /** The last message about what they write, for nodes that may have missed it. */
  draft: string | null;
  /** Whether anything was heard of them since the last heartbeat. */
  isAlive: boolean;
  /** What they may be now; null when they may not see the project any more. */
  findRole: () => Promise<Role | null>;
  /** Words heard in the current second. */
  heard: { since: number; count: number };
  /** The connection is closed or being closed: the window gets nothing any more and is not heard. */
  isGone: boolean;
  letGo(code: number, reason: string): void;
}

/** A reader who is further behind than that reads everything anew when it comes back, and is not waited for. */
const maxBufferedBytes = 1024 * 1024;

/** Sends a text; whoever does not take what they are sent is let go, so that nothing piles up here. */
export function sendToMember(member: Member, text: string): void {
  if (member.isGone) return;
  if (member.socket.bufferedAmount > maxBufferedBytes) member.letGo(liveCloseCodes.slow, 'too slow');
  else member.socket.send(text);
}

export function messageText(message: LiveServerMessage): string {
  return JSON.stringify(message);
}
