import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { GenerationTask } from './generationTask.ts';

/** Start the task once; `resolve` and `reject` settle its call. */
function draw(drawing: GenerationTask, body = 'a ferry') {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lost = vi.fn();
  const failed = vi.fn();
  const keys: string[] = [];
  const done = drawing.draw(body, {
    ask: ({ idempotencyKey, signal }) => {
      keys.push(idempotencyKey);
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      return promise;
    },
    lost,
    failed,
  });
  return { done, resolve, reject, lost, failed, keys };
}

test('notifies listeners of each state', async () => {
  const drawing = new GenerationTask();
  const states: string[] = [];
  const leave = drawing.watch(() => states.push(drawing.state()));
  const { done, resolve } = draw(drawing);
  resolve();
  await done;
  leave();
  expect(states).toEqual(['drawing', 'drawn']);
});

test('sends no second call while one is running', async () => {
  const drawing = new GenerationTask();
  const first = draw(drawing);
  const second = draw(drawing);
  first.resolve();
  await Promise.all([first.done, second.done]);
  expect([first.keys.length, second.keys.length]).toEqual([1, 0]);
});

test('reports no failure on cancel, but refetches, since the picture may have been made', async () => {
  const drawing = new GenerationTask();
  const { done, lost, failed } = draw(drawing);
  drawing.cancel();
  await done;
  expect(drawing.state()).toBe('none');
  expect([lost.mock.calls.length, failed.mock.calls.length]).toEqual([1, 0]);
});

test('repeats the same request with the same key only if the first got no answer', async () => {
  const drawing = new GenerationTask();
  const broken = draw(drawing);
  broken.reject(new TypeError('Failed to fetch'));
  await broken.done;
  expect([broken.lost.mock.calls.length, broken.failed.mock.calls.length]).toEqual([1, 1]);
  const again = draw(drawing);
  again.reject(new ApiError(502, 'Bad Gateway', ''));
  await again.done;
  expect(again.keys).toEqual(broken.keys);
  expect([again.lost.mock.calls.length, again.failed.mock.calls.length]).toEqual([0, 1]);
  const third = draw(drawing);
  third.reject(new TypeError('Failed to fetch'));
  await third.done;
  expect(third.keys).not.toEqual(again.keys);
  const other = draw(drawing, 'a harbour');
  other.resolve();
  await other.done;
  expect(other.keys).not.toEqual(third.keys);
});
