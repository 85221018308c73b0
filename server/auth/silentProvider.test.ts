import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { provider } from './oidc.ts';

test('times out an identity provider that does not answer, and tries again at the next sign-in', async () => {
  let isSilent = true;
  const server = http.createServer((_request, response) => {
    if (isSilent) return;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const settings = { issuer, clientId: 'ferry', clientSecret: 'secret', name: 'Harbour' };
    const harbour = provider(settings, 'http://127.0.0.1:5000', 0.3);
    await expect(harbour.start()).rejects.toThrow();
    isSilent = false;
    expect((await harbour.start()).address).toContain(`${issuer}/authorize?`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
