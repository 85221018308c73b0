import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Proxy that refuses every request. */
export interface RefusingProxy {
  url: string;
  /** Addresses that were asked for. */
  requested: string[];
  close(): Promise<void>;
}

/** Start a proxy for the requests of a browser to other machines. It sends nothing on. */
export async function aRefusingProxy(): Promise<RefusingProxy> {
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    requested.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
