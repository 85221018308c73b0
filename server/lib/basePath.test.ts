import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { addBasePath, basePathOf, basePathRemover } from './basePath.ts';
import { cookieNameFor, cookieOptions } from './session.ts';

function aServer(publicUrl: string) {
  const app = Fastify(basePathRemover(publicUrl));
  addBasePath(app, publicUrl);
  app.get('/', (_request, reply) =>
    reply.type('text/html').send('<html><a href="/account">A</a><img src="//x.example/i"></html>'),
  );
  app.get('/old', (_request, reply) => reply.redirect('/new?returnTo=%2F'));
  app.get('/away', (_request, reply) => reply.redirect('https://other.example/'));
  return app;
}

describe('base path', () => {
  test('is the path of PUBLIC_URL without its last slash', () => {
    const addresses = ['https://x.example', 'https://x.example/', 'https://x.example/a/b/'];
    expect(addresses.map(basePathOf)).toEqual(['', '', '/a/b']);
  });

  test('is removed from requests and added to pages and redirects', async () => {
    const app = aServer('https://x.example/a');
    const below = '<html data-base="/a"><a href="/a/account">A</a><img src="//x.example/i"></html>';
    for (const url of ['/a', '/a/', '/a?x', '/']) expect((await app.inject(url)).body).toBe(below);
    expect((await app.inject('/a/old')).headers.location).toBe('/a/new?returnTo=%2F');
    expect((await app.inject('/a/away')).headers.location).toBe('https://other.example/');
    expect((await app.inject('/ab/old')).statusCode).toBe(404);
  });

  test('changes nothing at the root of a host', async () => {
    const app = aServer('https://x.example');
    expect((await app.inject('/')).body).toContain('<html><a href="/account">');
    expect((await app.inject('/old')).headers.location).toBe('/new?returnTo=%2F');
  });

  test('is the path of cookies, whose prefix then is no longer that of a host', () => {
    expect(cookieNameFor('sid', 'https://x.example')).toBe('__Host-sid');
    expect(cookieNameFor('sid', 'https://x.example/a')).toBe('__Secure-sid');
    expect(cookieOptions('https://x.example/a')).toMatchObject({ path: '/a', secure: true });
    expect(cookieOptions('https://x.example')).toMatchObject({ path: '/' });
  });
});
