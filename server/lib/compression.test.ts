import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import zlib from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressAnswers, encodingOf } from './compression.ts';

const text = JSON.stringify({ lines: Array.from({ length: 300 }, (_, i) => `Rain on black water, ${i}.`) });
const kept = Buffer.from(text);
const json = 'application/json; charset=utf-8';
let app: FastifyInstance;
let events: PassThrough;

beforeAll(async () => {
  app = Fastify({ exposeHeadRoutes: false });
  compressAnswers(app);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/list',
    handler: (request, reply) => {
      reply.header('etag', '"one"').header('vary', 'cookie').type(json);
      const known = request.headers['if-none-match']?.replace(/^W\//, '');
      return known === '"one"' ? reply.code(304).send() : reply.send(kept);
    },
  });
  app.get('/text', (_request, reply) => reply.type('text/html; charset=utf-8').send(text));
  app.get('/short', (_request, reply) => reply.type(json).send('{"a":1}'));
  app.get('/made', (_request, reply) => reply.type(json).header('content-encoding', 'zstd').send(kept));
  app.get('/part', (_request, reply) => reply.code(206).type('text/plain').send(text));
  app.get('/picture', (_request, reply) => reply.type('image/png').send(kept));
  app.get('/api/login', (_request, reply) => reply.type('text/html; charset=utf-8').send(text));
  app.get('/events', (_request, reply) => {
    events = new PassThrough();
    return reply.type('text/event-stream; charset=utf-8').send(events);
  });
});

afterAll(() => app.close());

const get = (url: string, accepted = 'gzip, deflate, br', more: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-encoding': accepted, ...more } });

describe('compressed reply', () => {
  test.each(['/list', '/text'])('is compressed as the browser takes it: %s', async (url) => {
    const br = await get(url);
    const gzip = await get(url, 'gzip');
    const plain = await get(url, 'identity');
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zlib.brotliDecompressSync(br.rawPayload).toString()).toBe(text);
    expect(zlib.gunzipSync(gzip.rawPayload).toString()).toBe(text);
    expect(plain.body).toBe(text);
    for (const { headers, rawPayload } of [br, gzip, plain]) {
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
      expect(headers.vary).toMatch(/(^|, )accept-encoding$/);
    }
    expect(br.rawPayload.length).toBeLessThan(text.length / 4);
  });

  test('has the same headers for HEAD', async () => {
    const headers = { 'accept-encoding': 'br' };
    const whole = await app.inject({ url: '/list', headers });
    const head = await app.inject({ method: 'HEAD', url: '/list', headers });
    const { date: _, ...same } = whole.headers;
    expect(head.headers).toMatchObject(same);
    expect(head.body).toBe('');
  });

  test('has a separate weak tag, and 304 is returned for the weak and the strong tag', async () => {
    expect((await get('/list', 'identity')).headers.etag).toBe('"one"');
    expect((await get('/list')).headers.etag).toBe('W/"one"');
    for (const tag of ['"one"', 'W/"one"']) {
      const { statusCode, headers, body } = await get('/list', 'br', { 'if-none-match': tag });
      expect([statusCode, headers.etag, headers['content-encoding'], body]).toEqual([
        304,
        tag,
        undefined,
        '',
      ]);
    }
  });
});

test.each([
  ['short', '/short', undefined],
  ['compressed already', '/made', 'zstd'],
  ['a part', '/part', undefined],
  ['no text', '/picture', undefined],
  ['part of a sign-in, with a secret beside what was sent', '/api/login', undefined],
])('is not sent for %s', async (_what, url, encoding) => {
  const answer = await get(url);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect([text, '{"a":1}']).toContain(answer.body);
});

test('is not sent for an event stream, whose events arrive one by one', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ port, path: '/events', headers: { 'accept-encoding': 'br, gzip' } });
  const answered = once(request, 'response');
  await once(app.server, 'request');
  events.write('data: 1\n\n');
  const [response]: http.IncomingMessage[] = await answered;
  expect(response?.headers['content-encoding']).toBeUndefined();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    if (event.includes('2')) events.write(event);
    const [piece] = response ? await once(response, 'data') : [];
    expect(String(piece)).toBe(event);
  }
  events.end();
});

test('respects the encodings that the browser excludes', () => {
  expect(encodingOf('gzip, deflate, br, zstd')).toBe('br');
  expect(encodingOf('br;q=0, GZIP;q=0.8')).toBe('gzip');
  expect(encodingOf('br;q=0.000, gzip; q=0')).toBe(null);
  expect(encodingOf('*')).toBe('gzip');
  expect(encodingOf('*;q=0')).toBe(null);
  expect(encodingOf('identity')).toBe(null);
  expect(encodingOf(undefined)).toBe(null);
});
