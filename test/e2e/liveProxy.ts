import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** Proxy between a browser and the application, with the faults of real ones. */
export interface LiveProxy {
  url: string;
  /**
   * `drops`: the upgrade is forwarded as a plain request. `swallows`: a WebSocket opens and carries
   * nothing.
   */
  webSockets: 'passes' | 'drops' | 'swallows';
  /** `buffers`: a response arrives when it has ended. */
  eventStreams: 'passes' | 'buffers';
  /** Addresses outside of the base path that were requested. They get 404. */
  strayRequests: string[];
  /** Set the port of the application. */
  forwardTo(port: number): void;
  /** Close it with its connections, until `reopen`. */
  close(): Promise<void>;
  /** Listen again at the same URL. */
  reopen(): Promise<void>;
}

/** Start a proxy that forwards all requests below a path. */
export async function aLiveProxy(basePath = ''): Promise<LiveProxy> {
  let port = 0;
  const sockets = new Set<net.Socket>();
  const isStray = (url = '') => {
    if (url.startsWith(`${basePath}/`)) return false;
    proxy.strayRequests.push(url);
    return true;
  };
  const server = http.createServer((request, response) => forward(request, response));
  const forward = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { method, url, headers } = request;
    if (isStray(url)) return void response.writeHead(404).end();
    const { upgrade: _, connection: __, ...passed } = headers;
    const outgoing = http.request(
      { host: '127.0.0.1', port, method, path: url, headers: passed },
      (answer) => {
        const isEvents = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!isEvents || proxy.eventStreams === 'passes') {
          response.flushHeaders();
          answer.pipe(response);
          return;
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => response.end(Buffer.concat(chunks)));
      },
    );
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket: net.Socket) => {
    if (proxy.webSockets === 'drops' || isStray(request.url)) rejectUpgrade(socket);
    else tunnel(request, socket, port, () => proxy.webSockets === 'swallows');
  });
  const listen = (at: number) => new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const proxy: LiveProxy = {
    url: `http://127.0.0.1:${own}`,
    ...{ webSockets: 'passes', eventStreams: 'passes', strayRequests: [] },
    forwardTo: (target) => {
      port = target;
    },
    close: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: () => listen(own),
  };
  return proxy;
}

/** Answer like a server that receives the request without the header Upgrade. */
function rejectUpgrade(socket: net.Socket): void {
  socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
}

/** Pass on the handshake, and all later data unless `isSwallowed` returns true. */
function tunnel(
  { url, headers }: http.IncomingMessage,
  socket: net.Socket,
  port: number,
  isSwallowed: () => boolean,
): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const target = net.connect(port, '127.0.0.1', () => {
    target.write([`GET ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  });
  let head = Buffer.alloc(0);
  let isOpen = false;
  target.on('data', (chunk: Buffer) => {
    if (isOpen) {
      if (!isSwallowed()) socket.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n') + 4;
    if (end < 4) return;
    isOpen = true;
    socket.write(isSwallowed() ? head.subarray(0, end) : head);
  });
  socket.on('data', (chunk: Buffer) => {
    if (!isSwallowed()) target.write(chunk);
  });
  for (const [one, other] of [
    [socket, target],
    [target, socket],
  ] as const) {
    one.on('error', () => undefined);
    one.once('close', () => other.destroy());
  }
}
