import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Bytes that a server sent before it closed the connection. */
export interface RawAnswer {
  /** Null: the bytes are no HTTP response. */
  status: number | null;
  text: string;
}

/** Return the port of an app. Starts to listen if necessary. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/**
 * Send exactly these bytes. Unlike `inject`, this allows a malformed URL, malformed headers or a
 * missing end.
 */
export async function sendBytes(port: number, ...bytes: (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server may close the connection before all bytes were sent.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const each of bytes) socket.write(each);
  socket.end();
  await closed;
  const text = Buffer.concat(chunks).toString('latin1');
  const status = text.match(/^HTTP\/1\.1 (\d{3})/)?.[1];
  return { status: status === undefined ? null : Number(status), text };
}
