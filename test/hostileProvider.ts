import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientId } from './identity.ts';

/** Changes of the replies of a provider that is correct otherwise. */
export interface HostileAnswers {
  /** Claims of the token; undefined leaves one out. */
  claims?: Record<string, unknown>;
  signature?: 'other key' | 'none';
  /** Body of the token call. `endless`: it never ends. */
  token?: string;
  userInfo?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** Parameters of the return to the server. */
  callback?: Record<string, string>;
}

export interface HostileProvider {
  issuer: string;
  /** Number of bytes that it could send of a reply without an end. */
  sentBytes(): number;
  /** Set the values that a correct token contains. */
  expect(checks: { nonce: string }): void;
  close(): Promise<void>;
}

/** Start an identity provider whose replies can be wrong in any way. */
export async function aHostileProvider(answers: HostileAnswers): Promise<HostileProvider> {
  const [own, other] = [aKeyPair(), aKeyPair()];
  let nonce = '';
  let sent = 0;
  const server = http.createServer((request, response) => {
    const body = bodyOf(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    if (body !== 'endless') return void response.end(body);
    const send = () => {
      let isTaken = response.writable;
      while (isTaken) {
        sent += piece.length;
        isTaken = response.write(piece);
      }
    };
    const piece = ' '.repeat(65_536);
    response.on('drain', send);
    send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function bodyOf(url: string): string {
    if (url === '/token')
      return (
        answers.token ?? JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token: idToken() })
      );
    if (url === '/keys') return JSON.stringify({ keys: [jwkOf(own.publicKey)] });
    if (url === '/user')
      return JSON.stringify({
        sub: 'olive',
        email: 'olive@example.com',
        email_verified: true,
        ...answers.userInfo,
      });
    return JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/user`,
      jwks_uri: `${issuer}/keys`,
      ...answers.metadata,
    });
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, aud: clientId, sub: 'olive', nonce, iat: now, exp: now + 300 },
      ...{ email: 'olive@example.com', email_verified: true, ...answers.claims },
    };
    const alg = answers.signature === 'none' ? 'none' : 'RS256';
    const content = [{ alg, kid: 'own' }, claims].map(encoded).join('.');
    if (alg === 'none') return `${content}.`;
    const { privateKey } = answers.signature === 'other key' ? other : own;
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
  }

  return {
    issuer,
    sentBytes: () => sent,
    expect: (checks) => {
      nonce = checks.nonce;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function aKeyPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function jwkOf(key: KeyObject): object {
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
