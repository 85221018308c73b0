import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  fetchWithTimeout,
  isOffline,
  isOfflinePage,
  readTimeoutMs,
  reportServerReached,
} from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  reportServerReached();
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.kept;
});

/** A server that answers on request, or never. */
function stubServer() {
  let answer = (_response: Response | Error): void => {};
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        answer = (given) => (given instanceof Error ? reject(given) : resolve(given));
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  return (given: Response | Error) => answer(given);
}

test('a call without an answer sets isOffline, and any answer clears it', async () => {
  const answer = stubServer();
  const seen: boolean[] = [];
  const stop = isOffline.watch(() => seen.push(isOffline.get()));
  const lost = fetchWithTimeout('/x', {}, undefined);
  answer(new TypeError('Failed to fetch'));
  await expect(lost).rejects.toBeInstanceOf(TypeError);
  const rejected = fetchWithTimeout('/x', {}, undefined);
  answer(new Response(null, { status: 503 }));
  await rejected;
  stop();
  expect(seen).toEqual([true, false]);
});

test("isOffline follows the browser's network state", () => {
  window.dispatchEvent(new Event('offline'));
  expect(isOffline.get()).toBe(true);
});

test('treats a server that hangs until the deadline like an unreachable one', async () => {
  stubServer();
  const call = fetchWithTimeout('/x', {}, 3000);
  const rejected = expect(call).rejects.toBeInstanceOf(TypeError);
  await vi.advanceTimersByTimeAsync(2999);
  expect(isOffline.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await rejected;
  expect(isOffline.get()).toBe(true);
});

test('does not time out once an answer has started', async () => {
  const answer = stubServer();
  const call = fetchWithTimeout('/x', {}, 3000);
  answer(new Response('long'));
  const response = await call;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await response.text()).toBe('long');
});

test('ignores a call that the page aborted', async () => {
  stubServer();
  const stop = new AbortController();
  const call = fetchWithTimeout('/x', { signal: stop.signal }, 3000);
  stop.abort(new DOMException('Left', 'AbortError'));
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(isOffline.get()).toBe(false);
});

test('uses the short timeout while offline and on an offline page', async () => {
  expect(readTimeoutMs()).toBe(30_000);
  document.documentElement.dataset.kept = '';
  expect([isOfflinePage(), readTimeoutMs()]).toEqual([true, 3000]);
  delete document.documentElement.dataset.kept;
  window.dispatchEvent(new Event('offline'));
  expect(readTimeoutMs()).toBe(3000);
});
