import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What a server sent back before it hung up. */
export interface RawAnswer {
  /** Null: nothing that is HTTP. */
  status: number | null;
  text: string;
}

/** The port on which an app listens, which it begins with if need be. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends these bytes and no more, as clients that inject cannot: the address, the heads and the end may be wrong. */
export async function sendBytes(port: number, ...bytes: (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server may hang up before all was sent.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const each of bytes) socket.write(each);
  socket.end();
  await closed;
  const text = Buffer.concat(chunks).toString('latin1');
  const status = text.match(/^HTTP\/1\.1 (\d{3})/)?.[1];
  return { status: status === undefined ? null : Number(status), text };
}
