import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalBus } from './bus.ts';
import type { Member } from './members.ts';
import { Presences } from './presences.ts';
import type { LiveRoom } from './room.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Create a member of a room, with the messages that it has received. */
function memberOf(room: LiveRoom, id: string): Member & { received: unknown[] } {
  const received: unknown[] = [];
  const member = {
    received,
    socket: {
      transport: 'webSocket' as const,
      send: (text: string) => received.push(JSON.parse(text)),
      ...{ close: () => undefined, terminate: () => undefined, ping: () => undefined, bufferedAmount: 0 },
    },
    presence: { id, userId: id, name: id, profileImageUrl: null, view: null, elementId: null },
    ...{ takesPresenceChanges: false, hasPresence: false },
    ...{ role: 'owner' as const, sid: 'sid', rev: null, draft: null, isAlive: true, isClosed: false },
    ...{ findRole: async () => 'owner' as const, heard: { since: 0, count: 0 }, letGo: () => undefined },
  };
  room.members.add(member);
  return member;
}

const createRoom = (): LiveRoom => ({ projectId: 1, members: new Set(), isReading: false, isDue: false });

test('lists each tab once when the bus returns the messages of this node', () => {
  const room = createRoom();
  const member = memberOf(room, 'tab');
  const presences: Presences = new Presences(new Map([[1, room]]), {
    ...createLocalBus(),
    tell: (message) => {
      if (message.type === 'people') presences.receive(message);
    },
  });
  presences.sendEverywhere(1);
  vi.runAllTimers();
  expect(member.received).toEqual([{ type: 'presence', you: 'tab', people: [member.presence] }]);
});

test('sends the list once, and then differences to tabs that take them', () => {
  const room = createRoom();
  const [olive, eddie] = [memberOf(room, 'olive'), memberOf(room, 'eddie')];
  eddie.takesPresenceChanges = true;
  const presences = new Presences(new Map([[1, room]]), createLocalBus());
  const send = () => {
    presences.sendEverywhere(1);
    vi.runAllTimers();
  };
  send();
  olive.presence.elementId = 5;
  const cora = memberOf(room, 'cora');
  cora.takesPresenceChanges = true;
  send();
  room.members.delete(olive);
  send();
  send();
  const [moved, others] = [{ ...olive.presence }, [eddie.presence, cora.presence]];
  expect(eddie.received).toEqual([
    { type: 'presence', you: 'eddie', people: [{ ...moved, elementId: null }, eddie.presence] },
    { type: 'presenceChanges', people: [moved, cora.presence], leftIds: [] },
    { type: 'presenceChanges', people: [], leftIds: ['olive'] },
  ]);
  expect(cora.received).toEqual([
    { type: 'presence', you: 'cora', people: [moved, ...others] },
    { type: 'presenceChanges', people: [], leftIds: ['olive'] },
  ]);
  expect(olive.received).toEqual([
    { type: 'presence', you: 'olive', people: [{ ...moved, elementId: null }, eddie.presence] },
    { type: 'presence', you: 'olive', people: [moved, ...others] },
  ]);
});
