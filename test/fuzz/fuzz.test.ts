import { describe, expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { signIn } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { portOf, sendBytes } from '#test/rawHttp.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { oddForm } from './forms.ts';
import { formatFault, fuzz } from './fuzz.ts';

const test = serverTest.extend('settings', { scope: 'file' }, { variables: { GOOGLE_API_KEY: 'not a key' } });

test.beforeAll(async ({ server }) => {
  await seedPrices(server.db, server.env);
});

const seed = 1;

test('answers thousands of malformed calls as described', async ({ server }) => {
  const { faults, counts } = await fuzz(server, { seed, count: 3200 });
  expect(faults.map((fault) => formatFault(seed, fault))).toEqual([]);
  // An operation that never succeeds has not been tested.
  const done = [...counts.values()].filter(([done]) => done > 0);
  expect(done.length).toBeGreaterThan(counts.size * 0.8);
}, 300_000);

describe('bytes on a socket', () => {
  const body = '{"email":"olive@example.com"}';
  const post = (heads: string, text = body) =>
    `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${heads}\r\n\r\n${text}`;
  const get = (url: string, heads = 'Host: x') =>
    `GET ${url} HTTP/1.1\r\n${heads}\r\nConnection: close\r\n\r\n`;

  test.for([
    ['an invalid URL', get('//')],
    ['an incomplete IPv6 address', get('//[')],
    ['a port that is none', get('//a:b@c:99999')],
    ['an incomplete absolute URL', get('http://[/')],
    ['an absolute URL', get('http://x/api/health')],
    ['no URL', 'GET  HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a URL of 100,000 characters', get(`/${'x'.repeat(100_000)}`)],
    ['a URL with a NUL', get('/a\0b')],
    ['a URL with non-ASCII characters', get('/projects/\u00ff')],
    ['incomplete escapes', get('/%/%f/%ff/%00')],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['an unknown method', 'FERRY / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['no host', get('/', 'Accept: text/html')],
    ['two hosts', get('/', 'Host: x\r\nHost: y')],
    ['an invalid host', get('/api/login', 'Host: [')],
    ['headers of 100,000 characters', get('/', `Host: x\r\nCookie: ${'x'.repeat(100_000)}`)],
    ['3,000 headers', get('/', `Host: x\r\n${'A: b\r\n'.repeat(3000)}C: d`)],
    ['a header with a NUL', get('/', 'Host: x\r\nA: b\0c')],
    ['a body of another length', post('Content-Length: 10')],
    ['a body that ends early', post('Content-Length: 1000')],
    ['two lengths', post('Content-Length: 5\r\nContent-Length: 6')],
    ['a negative length', post('Content-Length: -1')],
    ['a length beyond integers', post('Content-Length: 99999999999999999999')],
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked')],
    ['invalid chunks', post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n')],
    ['chunks that end early', post('Transfer-Encoding: chunked', 'ff\r\n{}')],
    ['an unknown encoding', post('Transfer-Encoding: ferry')],
    ['an expectation', post('Expect: a ferry\r\nContent-Length: 29')],
    ['an upgrade', get('/', 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9.9', 'GET / HTTP/9.9\r\n\r\n'],
    ['no HTTP', '\x16\x03\x01\x02\0\x01\0\x01'],
    ['nothing', ''],
  ] as const)('causes no server error: %s', async ([_what, bytes], { server }) => {
    const { status, text } = await sendBytes(await portOf(server.app), Buffer.from(bytes, 'latin1'));
    expect([status !== null && status >= 500, text.slice(0, 300)]).toEqual([false, expect.any(String)]);
    expect((await server.visitor.get('/api/health')).statusCode).toBe(200);
  });

  test('answers or drops forms that end before their declared length', async ({ server }) => {
    const random = seeded(seed);
    const port = await portOf(server.app);
    const cookie = `sid=${await signIn(server.db, (await aUser(server.db)).id)}`;
    for (let number = 0; number < 100; number++) {
      const { contentType, body } = oddForm(random);
      const length = body.length + random.pick([0, 0, 1, 1000, -1]);
      const head = `POST /api/projects/import-file HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Math.max(0, length)}\r\nConnection: close\r\n\r\n`;
      const { status, text } = await sendBytes(port, head, body);
      expect([number, status !== null && status >= 500, text.slice(0, 300)]).toEqual([
        number,
        false,
        expect.any(String),
      ]);
    }
  });
});
