import { beforeEach, expect, test } from 'vitest';
import type { LiveServerMessage } from '#shared/contract/live.ts';
import { createStore } from '#web/lib/store.ts';
import { createRemoteChangeGate } from './remoteChangeGate.ts';

type Changed = Extract<LiveServerMessage, { type: 'changed' }>;

const undecided = createStore<readonly number[]>([]);
let rev = 0;
/** Ids of the shown messages, in the order in which they were shown. */
let shown: number[][] = [];

beforeEach(() => {
  undecided.set([]);
  shown = [];
});

function openGate() {
  const gate = createRemoteChangeGate();
  gate.handleScript({
    isUnderWay: () => false,
    undecidedIds: () => new Set(undecided.get()),
    watch: (listener) => undecided.watch(listener),
  });
  const receive = (ids: number[], elements: { id: number }[] = []) =>
    gate.whenAnswered(
      { type: 'changed', rev: ++rev, entity: 'element', actorWindow: 'other', ids, elements } as Changed,
      (message) => void shown.push([...message.ids]),
    );
  return receive;
}

test('shows everything while the deletion of an element with a rejected change waits', async () => {
  undecided.set([7]);
  const receive = openGate();
  receive([7, 8]);
  receive([9], [{ id: 9 }]);
  expect(shown).toEqual([[8], [9]]);
  undecided.set([]);
  await expect.poll(() => shown).toEqual([[8], [9], [7]]);
});

test('forgets a deletion that was undone in the meantime', async () => {
  undecided.set([7]);
  const receive = openGate();
  receive([7]);
  receive([7], [{ id: 7 }]);
  undecided.set([]);
  receive([8], [{ id: 8 }]);
  expect(shown).toEqual([[], [7], [8]]);
});
