import { afterEach, expect, test } from 'vitest';
import { ThreadLimitError, WorkerThread } from './thread.ts';

/** A thread that answers "ping", never answers "sleep", and fills its memory for "fill". */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ orderId, order }) => {
      const held = [];
      if (order === 'fill') for (;;) held.push(Array.from({ length: 1e5 }, (_, at) => [at]));
      if (order === 'ping') parentPort.postMessage({ orderId, answer: 'pong' });
    });
  `)}`,
);

let thread: WorkerThread<string, string>;
afterEach(() => thread.close());

test('WorkerThread ends at its time limit with ThreadLimitError', async () => {
  thread = new WorkerThread(module, { timeoutMs: 200, maxMemoryMb: 64 });
  await expect(thread.send('sleep')).rejects.toBeInstanceOf(ThreadLimitError);
});

test('WorkerThread ends at its memory limit with ThreadLimitError, and starts again', async () => {
  thread = new WorkerThread(module, { timeoutMs: 60_000, maxMemoryMb: 32 });
  await expect(thread.send('fill')).rejects.toBeInstanceOf(ThreadLimitError);
  expect(await thread.send('ping')).toBe('pong');
});
