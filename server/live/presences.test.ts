import { expect, test } from 'vitest';
import type { LiveServerMessage } from '#shared/contract/live.ts';
import { createLocalBus } from './bus.ts';
import type { Member } from './members.ts';
import { Presences } from './presences.ts';
import type { LiveRoom } from './room.ts';

test('lists each tab once when the bus returns the messages of this node', async () => {
  const received = Promise.withResolvers<LiveServerMessage>();
  const member: Member = {
    socket: {
      transport: 'webSocket',
      send: (text) => received.resolve(JSON.parse(text)),
      ...{ close: () => undefined, terminate: () => undefined, ping: () => undefined, bufferedAmount: 0 },
    },
    presence: {
      ...{ id: 'tab', userId: 'olive', name: 'Olive', profileImageUrl: null },
      ...{ view: null, elementId: null },
    },
    ...{ role: 'owner', sid: 'sid', rev: null, draft: null, isAlive: true, isClosed: false },
    ...{ findRole: async () => 'owner', heard: { since: 0, count: 0 }, letGo: () => undefined },
  };
  const room: LiveRoom = { projectId: 1, members: new Set([member]), isReading: false, isDue: false };
  const presences: Presences = new Presences(new Map([[1, room]]), {
    ...createLocalBus(),
    tell: (message) => {
      if (message.type === 'people') presences.receive(message);
    },
  });
  presences.sendEverywhere(1);
  expect(await received.promise).toMatchObject({ type: 'presence', you: 'tab', people: [member.presence] });
});
