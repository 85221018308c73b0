import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyedQueue.ts';

test('createKeyedQueue runs the work of one key in order of arrival', async () => {
  const inTurn = createKeyedQueue<string>();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} starts`);
    await Promise.resolve();
    log.push(`${name} ends`);
  };
  await Promise.all(['one', 'two', 'three'].map((name) => inTurn('ferry', work(name))));
  expect(log).toEqual(['one starts', 'one ends', 'two starts', 'two ends', 'three starts', 'three ends']);
});

test('createKeyedQueue runs different keys in parallel', async () => {
  const inTurn = createKeyedQueue<string>();
  const { promise: forEver } = Promise.withResolvers<void>();
  void inTurn('ferry', () => forEver);
  expect(await inTurn('quay', async () => 'done')).toBe('done');
});

test('createKeyedQueue continues after a failure', async () => {
  const inTurn = createKeyedQueue<string>();
  const failing = inTurn('ferry', async () => {
    throw new Error('no');
  });
  const next = inTurn('ferry', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
