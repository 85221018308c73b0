import { expect, test } from 'vitest';
import { fairQueue } from './fairQueue.ts';

/** Work that is done when told, and the order in which it began. */
function desk() {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => open.set(name, () => resolve(name)));
  };
  return { begun, work, finish: (name: string) => open.get(name)?.() };
}

test('fairQueue delays other users by at most one piece of work of a busy user', async () => {
  const run = fairQueue(1);
  const { begun, work, finish } = desk();
  const all = [
    ...['m1', 'm2', 'm3'].map((name) => run('mara', work(name))),
    ...['t1', 't2'].map((name) => run('tobias', work(name))),
    run('olive', work('o1')),
  ];
  const order = ['m1', 'm2', 't1', 'o1', 'm3', 't2'];
  for (const [index, name] of order.entries()) {
    expect(begun).toEqual(order.slice(0, index + 1));
    finish(name);
    await all.at(['m1', 'm2', 'm3', 't1', 't2', 'o1'].indexOf(name));
    await Promise.resolve();
  }
  expect(await Promise.all(all)).toEqual(['m1', 'm2', 'm3', 't1', 't2', 'o1']);
});

test('fairQueue runs work in parallel up to its width, and continues after a failure', async () => {
  const run = fairQueue(2);
  const { begun, work, finish } = desk();
  const failed = run('mara', async () => {
    throw new Error('unreadable');
  });
  const rest = ['a', 'b', 'c'].map((name) => run(name, work(name)));
  await expect(failed).rejects.toThrow('unreadable');
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  finish('b');
  await rest[1];
  finish('a');
  await rest[0];
  finish('c');
  expect(await rest[2]).toBe('c');
});
