import { expect, test } from 'vitest';
import { isGatewayError, routeRequest } from './program.ts';

const origin = 'https://write.example';
const files = new Set(['/assets/boot-1.js', '/theme.js?abc']);
const answerer = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  routeRequest({ method, mode, url: new URL(path, origin).href }, origin, files);

test('screens come from the server, otherwise from the cache', () => {
  for (const path of ['/', '/projects/PrQTbI/script?panel=chat', '/dashboard', '/account', '/no/such/screen'])
    expect([path, answerer(path, 'navigate')]).toEqual([path, 'page']);
});

test("leaves the server's own answers to the server", () => {
  for (const path of [
    ...['/api/logout', '/api/login/verify?token=x', '/uploads/a.png', '/projects/PrQTbI/reading'],
    ...['/assets/boot-1.js', '/preview.png', '/api'],
  ])
    expect([path, answerer(path, 'navigate')]).toEqual([path, 'server']);
});

test('files of this build come from the cache, all others from the server', () => {
  expect(answerer('/assets/boot-1.js')).toBe('file');
  expect(answerer('/theme.js?abc')).toBe('file');
  for (const path of ['/assets/boot-2.js', '/theme.js?def', '/theme.js', '/uploads/a.png'])
    expect([path, answerer(path)]).toEqual([path, 'server']);
});

test('leaves files of pages that the server renders to the browser', () => {
  const answererFor = (page: string) => {
    const url = `${origin}/assets/boot-1.js`;
    return routeRequest({ method: 'GET', mode: 'cors', url, referrer: origin + page }, origin, files);
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
