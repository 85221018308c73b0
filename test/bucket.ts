import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * How a bucket behaves:
 * - `well` answers every call.
 * - `silent` accepts calls and never answers. `silent once` does so for the next call only.
 * - `stalls` begins an answer and sends no byte of the file.
 * - `dawdles` sends one byte now and then.
 * - `breaks off` sends the first half of a file.
 * - `late` delays uploads until the mood is `well` again. It answers all other calls.
 */
export type BucketBehaviour =
  | 'well'
  | 'silent'
  | 'silent once'
  | 'stalls'
  | 'dawdles'
  | 'breaks off'
  | 'late';

export interface Bucket {
  endpoint: string;
  behaviour: BucketBehaviour;
  /** By path. */
  files: Map<string, Buffer>;
  close(): Promise<void>;
}

/** Start the part of S3 that storage needs, on this machine. It can hang on request. */
export async function aBucket(): Promise<Bucket> {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { behaviour } = bucket;
    if (behaviour === 'silent once') bucket.behaviour = 'well';
    if (!behaviour.startsWith('silent')) answer(bucket, request, Buffer.concat(chunks), response);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bucket: Bucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: 'well',
    files: new Map(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return bucket;
}

function answer(
  { behaviour, files }: Bucket,
  { method, url: address = '' }: http.IncomingMessage,
  upload: Buffer,
  response: http.ServerResponse,
): void {
  const [url = ''] = address.split('?');
  const stored = files.get(url);
  if (behaviour === 'late' && method === 'PUT') return;
  if (method === 'GET' && !stored) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    return;
  }
  const body = method === 'GET' && stored ? stored : Buffer.alloc(1000);
  response.writeHead(200, { 'content-length': body.length }).flushHeaders();
  if (behaviour === 'stalls') return;
  if (behaviour === 'dawdles') {
    const timer = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(timer));
    return;
  }
  if (behaviour === 'breaks off') {
    response.write(body.subarray(0, body.length / 2));
    return;
  }
  if (method === 'PUT') files.set(url, upload);
  if (method === 'DELETE') files.delete(url);
  response.end(body);
}
