import { expect, test, vi } from 'vitest';
import { getCurrentUser } from '#shared/contract/auth.ts';
import { createProject, getProject, listProjects } from '#shared/contract/projects.ts';
import { call } from './api.ts';
import { allPrefetchesSucceeded, prefetch } from './prefetch.ts';
import { freshBrowser, json, rejection, serve } from './testing.ts';

freshBrowser();

const project = { params: { id: 'PrQTbI' } };
const address = '/api/projects/PrQTbI';

test('does not repeat a prefetched request, once', async () => {
  const seen = serve({ [`GET ${address}`]: () => json({ id: 1 }) });
  prefetch([address]);
  expect(await allPrefetchesSucceeded()).toBe(true);
  expect(await call(getProject, project)).toEqual({ id: 1 });
  expect(seen).toHaveLength(1);
  await call(getProject, project);
  expect(seen).toHaveLength(2);
});

test('passes errors and network failures to the caller', async () => {
  serve({
    [`GET ${address}`]: () => rejection(404, 'Project not found'),
    'GET /api/auth/user': () => Promise.reject(new TypeError('Failed to fetch')),
  });
  prefetch([address, '/api/auth/user']);
  expect(await allPrefetchesSucceeded()).toBe(false);
  await expect(call(getProject, project)).rejects.toMatchObject({ status: 404 });
  await expect(call(getCurrentUser)).rejects.toBeInstanceOf(TypeError);
});

test('a change discards earlier prefetches', async () => {
  const seen = serve({
    'GET /api/projects': () => json([]),
    'POST /api/projects': () => json({ id: 1 }, 201),
  });
  prefetch(['/api/projects']);
  await call(createProject, { body: { name: 'Night Ferry' } });
  await call(listProjects);
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

test('repeats a request that was not used for a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const seen = serve({ 'GET /api/projects': () => json([]) });
  prefetch(['/api/projects']);
  await allPrefetchesSucceeded();
  vi.advanceTimersByTime(60_000);
  await call(listProjects);
  expect(seen).toHaveLength(2);
});

test('aborting the wait aborts the call', async () => {
  const seen = serve({ 'GET /api/projects': () => json([]) });
  prefetch(['/api/projects']);
  const stop = new AbortController();
  const answer = call(listProjects, undefined, { signal: stop.signal });
  stop.abort();
  expect(seen[0]?.init.signal?.aborted).toBe(true);
  await answer;
});
