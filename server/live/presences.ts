import { randomUUID } from 'node:crypto';
import type { Presence } from '#shared/contract/live.ts';
import { presenceChangesOf } from '#shared/presenceChanges.ts';
import type { Bus, BusMessage } from './bus.ts';
import { messageText, sendToMember } from './members.ts';
import { createRemotePresences } from './otherNodes.ts';
import type { LiveRoom } from './room.ts';

/**
 * Presence is sent in batches: moving through a script would otherwise cause two hundred messages a
 * second.
 */
const batchMs = 50;

/** Presence in all open projects: sent to the members on this node and announced to other nodes. */
export class Presences {
  readonly #node = randomUUID();
  readonly #rooms: ReadonlyMap<number, LiveRoom>;
  readonly #bus: Bus;
  readonly #remote = createRemotePresences();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  /** The lists that were sent last, as they were then. */
  readonly #sent = new Map<number, readonly Presence[]>();

  constructor(rooms: ReadonlyMap<number, LiveRoom>, bus: Bus) {
    this.#rooms = rooms;
    this.#bus = bus;
  }

  /** Send the presence that has changed on this node. */
  sendEverywhere(projectId: number): void {
    this.#sendToMembers(projectId);
    this.announceToNodes(projectId);
  }

  /** Return whether a tab is connected, here or to another node. */
  has(projectId: number, presenceId: string): boolean {
    return [...this.#local(projectId), ...this.#remote.in(projectId)].some(({ id }) => id === presenceId);
  }

  announceToNodes(projectId: number): void {
    this.#bus.tell({ type: 'people', projectId, node: this.#node, people: this.#local(projectId) });
  }

  /** Store the presence that a node announced, and send it to members if it has changed. */
  receive(message: BusMessage & { type: 'people' }): void {
    // Redis delivers the messages of this node, too.
    if (message.node === this.#node) return;
    if (this.#remote.note(message) && this.#rooms.has(message.projectId))
      this.#sendToMembers(message.projectId);
  }

  dropSilentNodes(): void {
    for (const projectId of this.#remote.dropSilent()) this.#sendToMembers(projectId);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #local(projectId: number): Presence[] {
    return [...(this.#rooms.get(projectId)?.members ?? [])].map(({ presence }) => presence);
  }

  /** Send the presence soon, once for all changes until then. */
  #sendToMembers(projectId: number): void {
    if (this.#timers.has(projectId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(projectId);
      this.#sendNow(projectId);
    }, batchMs);
    this.#timers.set(projectId, timer.unref());
  }

  /** Send the differences to members who have the list and take them, the list to the others. */
  #sendNow(projectId: number): void {
    const members = this.#rooms.get(projectId)?.members ?? [];
    const people = onePerTab([...this.#local(projectId), ...this.#remote.in(projectId)]);
    const changes = presenceChangesOf(this.#sent.get(projectId) ?? [], people);
    const changesText = changes && messageText({ type: 'presenceChanges', ...changes });
    let peopleText: string | undefined;
    for (const member of members) {
      if (member.takesPresenceChanges && member.hasPresence) {
        if (changesText) sendToMember(member, changesText);
        continue;
      }
      // The list is the same for all, so that it is converted once.
      peopleText ??= JSON.stringify(people);
      const you = JSON.stringify(member.presence.id);
      sendToMember(member, `{"type":"presence","you":${you},"people":${peopleText}}`);
      member.hasPresence = true;
    }
    if (this.#rooms.has(projectId))
      this.#sent.set(
        projectId,
        people.map((presence) => ({ ...presence })),
      );
    else this.#sent.delete(projectId);
  }
}

/**
 * Merge the presences of a tab with several connections, as while it changes the transport. One of
 * them may not know the place yet.
 */
function onePerTab(people: readonly Presence[]): Presence[] {
  const tabs = new Map<string, Presence>();
  for (const presence of people)
    if (presence.view !== null || !tabs.has(presence.id)) tabs.set(presence.id, presence);
  return [...tabs.values()];
}
