import { desc } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { anApp, mountedCalls, type TestApp } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

const own = ['http://127.0.0.1:5000', 'http://localhost:5000', 'http://[::1]:5000'];
const foreign = [
  'https://elsewhere.example',
  'http://127.0.0.1:5001',
  'https://127.0.0.1:5000',
  'http://127.0.0.1',
  'http://127.0.0.1:5000.elsewhere.example',
  'null',
  '',
];

describe('origin check', () => {
  test('rejects every changing call of a foreign page', async ({ server, world }) => {
    const changing = mountedCalls(server.app).filter((call) => !call.startsWith('GET '));
    expect(changing.length).toBeGreaterThan(8);
    const olive = server.as(world.olive);
    for (const call of changing) {
      const [method, url = ''] = call.split(' ') as ['POST', string];
      for (const headers of [{ origin: foreign[0] }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await olive.inject({ method, url: url.replace(':id', '1'), headers, payload: {} });
        expect([call, answer.statusCode]).toEqual([call, 403]);
        expect(answer.json()).toMatchObject({
          message: "You don't have permission to do this.",
          details: 'Requests are only accepted from http://127.0.0.1:5000 (PUBLIC_URL).',
        });
      }
    }
  });

  const create = (server: TestApp, world: World, headers: Record<string, string>) =>
    server.as(world.olive).inject({
      method: 'POST',
      url: '/api/projects',
      headers: { host: '127.0.0.1:5000', ...headers },
      payload: { name: 'Day Ferry' },
    });

  test.for(foreign)('treats %j as foreign', async (origin, { server, world }) => {
    expect((await create(server, world, { origin })).statusCode).toBe(403);
  });

  test.for(['cross-site', 'same-site', 'anything'])(
    'treats a %s fetch without an origin as foreign',
    async (site, { server, world }) => {
      expect((await create(server, world, { 'sec-fetch-site': site })).statusCode).toBe(403);
    },
  );

  test.for(own)('treats %s as own', async (origin, { server, world }) => {
    expect((await create(server, world, { origin })).statusCode).toBe(201);
  });

  test.for(['same-origin', 'none'])('a %s fetch is our own', async (site, { server, world }) => {
    expect((await create(server, world, { 'sec-fetch-site': site })).statusCode).toBe(201);
  });

  test('accepts a program without an origin', async ({ server, world }) => {
    expect((await create(server, world, {})).statusCode).toBe(201);
  });

  test('accepts links of foreign pages to reading calls', async ({ server, world }) => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await server.as(world.olive).get('/api/projects', headers)).statusCode).toBe(200);
  });
});

describe('security headers', () => {
  test.for(['/api/health', '/api/projects', '/nowhere.png'])(
    'of data at %s forbid loading and framing',
    async (url, { server }) => {
      const { headers } = await server.visitor.get(url);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      for (const name of [
        ...['x-powered-by', 'strict-transport-security', 'access-control-allow-origin', 'permissions-policy'],
      ])
        expect(headers).not.toHaveProperty(name);
    },
  );

  test.for(['/api/login'])('%s is protected', async (url, { server }) => {
    const { headers } = await server.visitor.get(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\), .*microphone=\(\)/);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('include a distinct request id', async ({ server }) => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await server.visitor.get('/api/health')).headers['x-request-id']),
    );
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('forbid caching of personal data and scripts', async ({ server, world }) => {
    for (const url of ['/api/auth/user', '/api/projects', world.projectUrl])
      expect((await server.as(world.olive).get(url)).headers['cache-control']).toBe('no-store');
  });

  test('include HSTS on https', async () => {
    const https = await anApp({ PUBLIC_URL: 'https://write.example.com', HOST: '0.0.0.0' });
    try {
      const { headers } = await https.visitor.get('/api/health');
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      const foreignHere = await https.visitor.inject({
        method: 'POST',
        url: '/api/login',
        headers: { origin: 'http://write.example.com' },
        payload: { email: 'sam@example.com' },
      });
      expect(foreignHere.statusCode).toBe(403);
    } finally {
      await https.close();
    }
  });
});

describe('rate limit', () => {
  const from = (server: TestApp, remoteAddress: string, email: string) =>
    server.visitor.inject({ method: 'POST', url: '/api/login', payload: { email }, remoteAddress });

  const expectRejected = (answer: Awaited<ReturnType<typeof from>>) => {
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(answer.json()).toEqual({
      code: 'too_many_requests',
      message: 'Too many requests. Please try again later.',
      error: 'Too many requests. Please try again later.',
    });
  };

  test.for(['olive@example.com', 'nobody@example.com'])(
    'allows five mails an hour to %s from one network',
    async (email, { server }) => {
      for (let i = 1; i <= 5; i++) expect((await from(server, '203.0.113.1', email)).statusCode).toBe(202);
      expectRejected(await from(server, '203.0.113.1', email));
      expectRejected(await from(server, '::ffff:203.0.113.1', ` ${email.toUpperCase()} `));
      for (let i = 2; i <= 50; i++)
        expect((await from(server, `203.0.113.${i}`, email)).statusCode).toBe(202);
      expect((await from(server, '127.0.0.1', email)).statusCode).toBe(202);
    },
  );

  test('counts a /64 of IPv6 as one address', async ({ server }) => {
    const email = 'six@example.com';
    for (let i = 1; i <= 5; i++)
      expect((await from(server, `2001:db8:0:1:${i}::${i}`, email)).statusCode).toBe(202);
    expectRejected(await from(server, '2001:db8:0:1:ffff:ffff:ffff:ffff', email));
    expect((await from(server, '2001:db8:0:2::1', email)).statusCode).toBe(202);
    for (let i = 1; i <= 25; i++)
      expect((await from(server, `2001:db8:0:1::${i}`, `six${i}@example.com`)).statusCode).toBe(
        i < 25 ? 202 : 429,
      );
    const guess = (i: number) =>
      server.visitor.inject({
        method: 'POST',
        url: '/api/login/verify',
        payload: { email, code: '123456' },
        remoteAddress: `2001:db8:0:3::${i}`,
      });
    for (let i = 1; i <= 60; i++) expect((await guess(i)).statusCode).toBe(400);
    expectRejected(await guess(61));
  });

  test('allows thirty mails an hour from one network', async ({ server }) => {
    const statuses = [];
    for (let i = 1; i <= 30; i++)
      statuses.push((await from(server, '198.51.100.1', `n${i}@example.com`)).statusCode);
    expect(new Set(statuses)).toEqual(new Set([202]));
    expectRejected(await from(server, '198.51.100.1', 'one-more@example.com'));
    expect((await from(server, '198.51.100.2', 'one-more@example.com')).statusCode).toBe(202);
  });

  test('allows sixty attempts an hour from one network', async ({ server }) => {
    const guess = (remoteAddress: string) =>
      server.visitor.inject({
        method: 'POST',
        url: '/api/login/verify',
        payload: { email: 'olive@example.com', code: '123456' },
        remoteAddress,
      });
    for (let i = 1; i <= 60; i++) expect((await guess('198.51.100.3')).statusCode).toBe(400);
    expectRejected(await guess('198.51.100.3'));
    const byLink = { url: '/api/login/verify?token=guess', remoteAddress: '198.51.100.3' };
    expectRejected(await server.visitor.inject(byLink));
  });

  test('stops a loop from one address, and counts the clients of a proxy on this machine', async ({
    server,
  }) => {
    const ask = (options: object) => server.visitor.inject({ url: '/api/nothing', ...options });
    const loop = { remoteAddress: '198.51.100.9' };
    for (let i = 0; i < 3000; i++) await ask(loop);
    const rejected = await ask(loop);
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    for (const url of ['/', '/projects/P1', '/api/health', '/api/projects'])
      expect([url, (await ask({ ...loop, url })).statusCode]).toEqual([url, 429]);
    expect((await ask({ headers: { 'x-forwarded-for': '198.51.100.9' } })).statusCode).toBe(429);
    const liar = { remoteAddress: '198.51.100.10', headers: { 'x-forwarded-for': '198.51.100.9' } };
    expect((await ask(liar)).statusCode).toBe(404);
  });

  test('counts the clients of a proxy on another machine if the operator names it', async () => {
    const behindProxies = await anApp({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16' });
    try {
      const ipOf = async (remoteAddress: string, forwarded: string) => {
        const headers = { 'x-forwarded-for': forwarded };
        const payload = { email: 'olive@example.com', code: '123456' };
        const { app, db } = behindProxies;
        await app.inject({ method: 'POST', url: '/api/login/verify', remoteAddress, headers, payload });
        const [last] = await db.select().from(userActivityLogs).orderBy(desc(userActivityLogs.id)).limit(1);
        return last?.ipAddress;
      };
      expect(await ipOf('10.0.0.5', '198.51.100.20')).toBe('198.51.100.20');
      expect(await ipOf('10.1.2.3', '198.51.100.21')).toBe('198.51.100.21');
      expect(await ipOf('10.1.2.3', '198.51.100.66, 198.51.100.22, 10.0.0.5')).toBe('198.51.100.22');
      expect(await ipOf('10.2.0.1', '198.51.100.23')).toBe('10.2.0.1');
    } finally {
      await behindProxies.close();
    }
  });
});
