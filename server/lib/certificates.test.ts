import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { selfSigned } from '#test/certificate.ts';
import { eventually } from '#test/eventually.ts';
import { readCertificateEnd } from './certificateEnd.ts';
import { certificateAddresses, watchCertificates } from './certificates.ts';

const end = new Date('2026-11-30T12:00:00Z');
const expired = new Date('2026-02-01T00:00:00Z');
const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Start a server with a certificate. `talk` is what it says before TLS; null: nothing. */
async function serverWith(until: Date, talk: ((socket: net.Socket) => Promise<void>) | null = null) {
  const certificate = selfSigned(until);
  const secure = (socket: net.Socket) => {
    const secured = new tls.TLSSocket(socket, { isServer: true, ...certificate });
    secured.on('error', () => secured.destroy());
  };
  const server = net.createServer(async (socket) => {
    socket.on('error', () => socket.destroy());
    await talk?.(socket);
    secure(socket);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

const receivedText = async (socket: net.Socket) => String((await once(socket, 'data'))[0]);

describe('readCertificateEnd', () => {
  test('reads a certificate, also one that has expired', async () => {
    expect(await readCertificateEnd({ ...(await serverWith(end)), start: 'at once' })).toEqual(end);
    expect(await readCertificateEnd({ ...(await serverWith(expired)), start: 'at once' })).toEqual(expired);
  });

  test('asks a Postgres for TLS first', async () => {
    const server = await serverWith(end, async (socket) => {
      const [request] = (await once(socket, 'data')) as [Buffer];
      expect(request.toString('hex')).toBe('0000000804d2162f');
      socket.write('S');
    });
    expect(await readCertificateEnd({ ...server, start: 'postgres' })).toEqual(end);
  });

  test('asks a mail server for TLS first', async () => {
    const server = await serverWith(end, async (socket) => {
      socket.write('220 mail.example.com\r\n');
      expect(await receivedText(socket)).toMatch(/^EHLO /);
      socket.write('250-mail.example.com\r\n');
      socket.write('250 STARTTLS\r\n');
      expect(await receivedText(socket)).toBe('STARTTLS\r\n');
      socket.write('220 Go ahead\r\n');
    });
    expect(await readCertificateEnd({ ...server, start: 'smtp' })).toEqual(end);
  });

  test('returns null for a server without TLS', async () => {
    const server = await serverWith(end, async (socket) => {
      await receivedText(socket);
      socket.write('N');
    });
    expect(await readCertificateEnd({ ...server, start: 'postgres' })).toBe(null);
  });
});

describe('certificateAddresses', () => {
  test('returns the servers with TLS that the operator has configured', () => {
    const env = readEnv({
      PUBLIC_URL: 'https://write.example/scripts',
      DATABASE_URL: 'postgres://ferry@db.example/ferry?sslmode=verify-full',
      REDIS_URL: 'rediss://one.example, rediss://two.example:7000',
      ...{ S3_BUCKET: 'ferry', S3_REGION: 'north', S3_ENDPOINT: 'https://files.example:9000' },
      ...{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', SMTP_URL: 'smtp://mail.example' },
      ...{ OIDC_ISSUER: 'https://people.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    });
    const shown = certificateAddresses(env).map(({ part, host, port, start }) => [part, host, port, start]);
    expect(shown).toEqual([
      ['web', 'write.example', 443, 'at once'],
      ['database', 'db.example', 5432, 'postgres'],
      ['redis', 'one.example', 6379, 'at once'],
      ['redis', 'two.example', 7000, 'at once'],
      ['storage', 'files.example', 9000, 'at once'],
      ['mail', 'mail.example', 587, 'smtp'],
      ['sign-in', 'people.example', 443, 'at once'],
    ]);
  });

  test('returns nothing for a server that stands alone', () => {
    expect(certificateAddresses(readEnv({}))).toEqual([]);
  });
});

test('watchCertificates lists what it could read', async () => {
  const { port } = await serverWith(end);
  const env = { ...readEnv({}), publicUrl: `https://127.0.0.1:${port}`, smtpUrl: 'smtps://127.0.0.1:1' };
  const watch = watchCertificates(env, pino({ level: 'silent' }));
  await eventually(() =>
    expect(watch.list()).toEqual([{ part: 'web', address: `127.0.0.1:${port}`, expiresAt: end }]),
  );
  watch.close();
});

test('watchCertificates ends a running read when it is closed', async () => {
  const connected = Promise.withResolvers<net.Socket>();
  const { port } = await serverWith(end, (socket) => {
    connected.resolve(socket.resume());
    return new Promise(() => undefined); // TLS never begins
  });
  const env = { ...readEnv({}), publicUrl: `https://127.0.0.1:${port}` };
  const watch = watchCertificates(env, pino({ level: 'silent' }));
  const ended = once(await connected.promise, 'close');
  watch.close();
  await ended;
  expect(watch.list()).toEqual([]);
});
