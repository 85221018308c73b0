import { expect, test } from 'vitest';
import { cachePrefix } from '#web/lib/basePath.ts';
import { basePathOfWorker, filesBelow, isGatewayError, routeRequest } from './program.ts';

const origin = 'https://write.example';
const files = new Set(['/assets/boot-1.js', '/favicon.svg?abc']);
const answerer = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  routeRequest({ method, mode, url: new URL(path, origin).href }, { origin, basePath: '', files });

test('screens come from the server, otherwise from the cache', () => {
  for (const path of ['/', '/projects/PrQTbI/script?panel=chat', '/dashboard', '/account', '/no/such/screen'])
    expect([path, answerer(path, 'navigate')]).toEqual([path, 'page']);
});

test("leaves the server's own answers to the server", () => {
  for (const path of [
    ...['/api/logout', '/api/login/verify?token=x', '/uploads/a.png', '/projects/PrQTbI/reading'],
    ...['/assets/boot-1.js', '/preview.png', '/api', '/read/abc', '/copies/abc'],
  ])
    expect([path, answerer(path, 'navigate')]).toEqual([path, 'server']);
});

test('files of this build come from the cache, all others from the server', () => {
  expect(answerer('/assets/boot-1.js')).toBe('file');
  expect(answerer('/favicon.svg?abc')).toBe('file');
  for (const path of ['/assets/boot-2.js', '/favicon.svg?def', '/favicon.svg', '/uploads/a.png'])
    expect([path, answerer(path)]).toEqual([path, 'server']);
});

test('leaves files of pages that the server renders to the browser', () => {
  const answererFor = (page: string) => {
    const url = `${origin}/assets/boot-1.js`;
    return routeRequest(
      { method: 'GET', mode: 'cors', url, referrer: origin + page },
      { origin, basePath: '', files },
    );
  };
  expect(['/api/login?returnTo=%2F', '/read/x/reading'].map(answererFor)).toEqual(['server', 'server']);
  expect(['/projects/PrQTbI/script', '/assets/main-1.js'].map(answererFor)).toEqual(['file', 'file']);
});

test('handles no API calls and no other origins', () => {
  for (const method of ['GET', 'POST', 'PATCH'])
    expect(answerer('/api/projects/PrQTbI/script-elements', 'cors', method)).toBe('server');
  expect(answerer('https://js.stripe.com/assets/boot-1.js')).toBe('server');
  expect(answerer('/projects/PrQTbI', 'navigate', 'POST')).toBe('server');
});

test('isGatewayError recognises answers of a proxy for an unreachable server', () => {
  expect([200, 304, 404, 500, 502, 503, 504].filter(isGatewayError)).toEqual([502, 503, 504]);
});

test('routeRequest handles addresses below the base path only', () => {
  const basePath = basePathOfWorker('/a/service-worker.js');
  const { own } = filesBelow(basePath, { version: '1', boot: '', core: [], later: [], own: [...files] });
  const below = { origin, basePath, files: new Set(own) };
  const answererFor = (path: string, mode: RequestMode) =>
    routeRequest({ method: 'GET', mode, url: origin + path }, below);
  expect(
    ['/a/projects/PrQTbI/script', '/a/', '/a/api/logout'].map((path) => answererFor(path, 'navigate')),
  ).toEqual(['page', 'page', 'server']);
  expect(['/a/assets/boot-1.js', '/assets/boot-1.js'].map((path) => answererFor(path, 'cors'))).toEqual([
    ...['file', 'server'],
  ]);
});

test('cachePrefix differs between installations of a host', () => {
  const prefixes = ['', '/a', '/a/b'].map(cachePrefix);
  for (const one of prefixes)
    expect(prefixes.filter((other) => `${other}version`.startsWith(one))).toEqual([one]);
});
