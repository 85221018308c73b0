import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portOf, sendBytes } from '#test/rawHttp.ts';
import { answerErrors } from './errors.ts';
import { serveWeb } from './web.ts';

const large = `"${'large '.repeat(100)}"`;
/** As the build lists them, in small. */
const builtFiles = {
  '_shared.js': {
    file: 'assets/shared-1.js',
    name: 'shared',
    css: ['assets/shared-1.css'],
    imports: ['_base.js'],
  },
  '_base.js': { file: 'assets/base-1.js', name: 'base', imports: ['_shared.js'] },
  '_landing.js': { file: 'assets/landing-1.js', name: 'landing', imports: ['_base.js'] },
  'main.tsx': { file: 'assets/main-1.js', name: 'main', imports: ['_base.js', '_shared.js'] },
  'script/script.view.tsx': { file: 'assets/script.view-1.js', imports: ['_shared.js'] },
  '../.cache/fonts/courier-prime-400-normal-core.woff2': { file: 'assets/courier-1.woff2' },
};
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-web-'));
  fs.mkdirSync(path.join(folder, 'assets'));
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    '<html><head><link rel="modulepreload" href="/assets/app-1.js"></head><body><p>Cold Open</p></body></html>',
  );
  fs.writeFileSync(
    path.join(folder, 'landing.html'),
    '<html><head><link rel="canonical" href="%ORIGIN%/" /></head><body><h1>Come in</h1></body></html>',
  );
  fs.writeFileSync(path.join(folder, 'files.json'), JSON.stringify(builtFiles));
  fs.writeFileSync(path.join(folder, 'theme.js'), '"theme"');
  fs.writeFileSync(path.join(folder, 'assets/main-a1b2.js'), '"main"');
  fs.writeFileSync(path.join(folder, 'assets/encodeRead.worker-a1b2.js'), '"worker"');
  fs.writeFileSync(
    path.join(folder, 'assets/encodeRead.worker-a1b2.js.br'),
    zlib.brotliCompressSync('"worker"'),
  );
  for (const [name, text] of [
    ['assets/large-c3d4.js', large],
    ['assets/large-e5f6.css', '/* no gzip of this */'],
  ] as const) {
    fs.writeFileSync(path.join(folder, name), text);
    fs.writeFileSync(path.join(folder, `${name}.br`), zlib.brotliCompressSync(text));
  }
  fs.writeFileSync(path.join(folder, 'assets/large-c3d4.js.gz'), zlib.gzipSync(large));
  app = Fastify({ exposeHeadRoutes: false });
  answerErrors(app);
  await app.register(cookie);
  await serveWeb(app, async () => '', 'https://write.example', folder);
});

afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true });
});

const inBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const anything = { accept: '*/*' };

function decoded(bytes: Buffer, encoding: 'br' | 'gzip' | undefined): string {
  if (encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? zlib.brotliDecompressSync(bytes) : zlib.gunzipSync(bytes)).toString();
}

describe('page', () => {
  const screens = ['/', '/projects/PrQTbI', '/projects/PrQTbI/script', '/invite/a-token', '/no/such/screen'];

  test.each(screens)('is sent for %s to a browser', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url, headers: inBrowser });
      expect([method, statusCode, headers['content-type']]).toEqual([
        method,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie' });
    }
  });

  test('is sent to every client at the root, elsewhere to navigations only', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await app.inject({ method, url: '/', headers: anything })).statusCode).toBe(200);
      expect((await app.inject({ method, url: '/projects/P1', headers: anything })).statusCode).toBe(404);
    }
  });

  test('is marked for a browser without a session', async () => {
    const visitor = await app.inject({ url: '/', headers: inBrowser });
    const person = await app.inject({ url: '/', headers: inBrowser, cookies: { sid: 'any' } });
    expect(visitor.body).toContain('<html data-visitor>');
    expect(person.body).toContain('<html>');
  });

  /** The addresses that the head of a page links to, in its order. */
  async function linked(url: string, cookies: Record<string, string> = {}) {
    const { body } = await app.inject({ url, headers: inBrowser, cookies });
    expect(body.indexOf('<link')).toBeLessThan(body.indexOf('</head>'));
    return [...body.matchAll(/<link rel="(?:module)?preload"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
  }

  test('preloads the code, styles, fonts and calls of its path, each once', async () => {
    expect(await linked('/projects/PrQTbI/script?at=3', { sid: 'any' })).toEqual([
      '/assets/app-1.js',
      '/api/auth/user',
      '/api/projects/PrQTbI',
      '/api/projects/PrQTbI/script-elements?with=changes',
      '/api/projects/PrQTbI/scenes',
      '/api/projects/PrQTbI/characters',
      '/api/projects/PrQTbI/comments',
      '/assets/main-1.js',
      '/assets/base-1.js',
      '/assets/shared-1.js',
      '/assets/script.view-1.js',
      '/assets/shared-1.css',
      '/assets/courier-1.woff2',
    ]);
  });

  test("is the landing page for a visitor at the root only, with the server's address", async () => {
    const at = async (url: string, headers = {}) =>
      (await app.inject({ url, headers: { ...inBrowser, ...headers } })).body;
    expect(await at('/')).toContain('<h1>Come in</h1>');
    expect(await at('/?from=elsewhere')).toContain('<link rel="canonical" href="https://write.example/" />');
    expect(await at('/')).toContain('<html data-visitor>');
    expect(await at('/', { cookie: 'sid=made-up' })).not.toContain('Come in');
    expect(await at('/projects/PrQTbI')).not.toContain('Come in');
    expect((await app.inject({ url: '/landing.html' })).statusCode).toBe(404);
  });

  test('preloads no calls for a visitor, and the code of the landing page at the root', async () => {
    expect(await linked('/')).toEqual([
      '/assets/landing-1.js',
      '/assets/base-1.js',
      '/assets/shared-1.js',
      '/assets/shared-1.css',
      '/assets/courier-1.woff2',
    ]);
    expect((await linked('/projects/PrQTbI')).filter((href) => href?.startsWith('/api'))).toEqual([]);
  });

  test('never repeats its path', async () => {
    const { body } = await app.inject({
      url: `/projects/"><script>alert(1)</script>`,
      headers: inBrowser,
      cookies: { sid: 'any' },
    });
    expect(body).not.toContain('alert');
  });
});

describe('offline page', () => {
  test('is marked and contains no path and no user', async () => {
    const { statusCode, headers, body } = await app.inject({
      url: '/offline.html',
      cookies: { sid: 'any' },
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toBe('<html data-kept><head></head><body><p>Cold Open</p></body></html>');
  });
});

describe('file of the build', () => {
  test('is cached for a year with a hash in its name, and revalidated otherwise', async () => {
    const hashed = await app.inject('/assets/main-a1b2.js');
    expect([hashed.body, hashed.headers['cache-control']]).toEqual([
      '"main"',
      'public, max-age=31536000, immutable',
    ]);
    const plain = await app.inject('/theme.js');
    expect([plain.body, plain.headers['cache-control']]).toEqual(['"theme"', 'no-cache']);
  });

  const js = '/assets/large-c3d4.js';
  const get = (accepted?: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({
      method,
      url: js,
      headers: { ...more, ...(accepted !== undefined && { 'accept-encoding': accepted }) },
    });

  test('is sent compressed as far as the browser supports it', async () => {
    const kinds = [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['identity', undefined],
      [undefined, undefined],
    ] as const;
    const tags = new Map<string | undefined, string>();
    for (const [accepted, encoding] of kinds) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { headers, rawPayload, statusCode } = await get(accepted, {}, method);
        expect([accepted, statusCode, headers['content-encoding']]).toEqual([accepted, 200, encoding]);
        expect(headers).toMatchObject({
          'content-type': 'application/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
        });
        tags.set(encoding, String(headers.etag));
        if (method === 'HEAD') continue;
        expect(Number(headers['content-length'])).toBe(rawPayload.length);
        expect(decoded(rawPayload, encoding)).toBe(large);
      }
    }
    expect(new Set(tags.values()).size).toBe(3);
    for (const [encoding, tag] of tags) {
      const again = await get(encoding, { 'if-none-match': tag });
      expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, tag, '']);
    }
  });

  test('is sent in the other encoding when one is missing', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const { headers: answer } = await app.inject({ url: '/assets/large-e5f6.css', headers });
    expect(answer['content-encoding']).toBe('br');
    const other = await app.inject({
      url: '/assets/large-e5f6.css',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([other.headers['content-encoding'], other.body]).toEqual([undefined, '/* no gzip of this */']);
  });

  test('may compile WebAssembly in workers only, in either encoding', async () => {
    for (const encoding of ['br', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const worker = await app.inject({ url: '/assets/encodeRead.worker-a1b2.js', headers });
      expect(worker.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval'/);
      const page = await app.inject({ url: '/assets/large-c3d4.js', headers });
      expect(page.headers['content-security-policy']).toBeUndefined();
    }
  });

  test('supports ranges', async () => {
    const { statusCode, headers, body } = await get('identity', { range: 'bytes=1-5' });
    expect([statusCode, body, headers['content-range']]).toEqual([206, 'large', `bytes 1-5/${large.length}`]);
  });

  test('has no address for its compressed form', async () => {
    for (const url of [`${js}.br`, `${js}.gz`]) {
      expect((await app.inject({ url, headers: anything })).statusCode).toBe(404);
    }
  });

  test('is answered with 404 when it is missing, a folder or outside', async () => {
    const missing = ['/favicon.ico', '/assets', '/assets/', '/assets/gone.js', '/uploads/gone.png', '/api'];
    for (const url of [...missing, '/..%2f..%2fpackage.json', '/assets/..%2f..%2fpackage.json']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode } = await app.inject({ method, url, headers: anything });
        expect([method, url, statusCode]).toEqual([method, url, 404]);
      }
    }
  });

  test('is not looked up for an invalid path', async () => {
    const port = await portOf(app);
    for (const url of ['//', '//[', '//a:b@c:99999', '/\\', '/%', '/%ff', '/[', 'http://[', '*', '//api']) {
      for (const headers of [anything, inBrowser]) {
        const head = `GET ${url} HTTP/1.1\r\nHost: x\r\nAccept: ${headers.accept}\r\nConnection: close\r\n\r\n`;
        const { status } = await sendBytes(port, head);
        expect([url, status]).toEqual([url, expect.toSatisfy((code) => code >= 200 && code < 500)]);
      }
    }
  });

  test('cannot be written', async () => {
    for (const url of ['/', '/theme.js', '/projects/PrQTbI']) {
      const { statusCode } = await app.inject({ method: 'POST', url, headers: inBrowser });
      expect([url, statusCode]).toEqual([url, 404]);
    }
  });
});
