import { expect, test } from 'vitest';
import type { Steps } from '#screenplay/steps.ts';
import { runInSlices } from './runInSlices.ts';

test('runInSlices yields to other work before it is done', async () => {
  const order: string[] = [];
  let hasTurn = false;
  setImmediate(() => {
    hasTurn = true;
    order.push('other');
  });
  function* work(): Steps<string> {
    // As many steps as it takes: none of them is long.
    while (!hasTurn) yield;
    order.push('work');
    return 'done';
  }
  expect(await runInSlices(work())).toBe('done');
  expect(order).toEqual(['other', 'work']);
});
