import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/**
 * A hand-made WebSocket that answers no ping and no close frame, like a browser on a sleeping
 * machine.
 */
export interface SilentSocket {
  /** First line of the answer to the handshake. */
  answer: string;
  /** Sends a short text frame. */
  sendText(text: string): void;
  /** Return the codes of the received close frames. */
  closeCodes(): number[];
  /** Resolves when the server has ended the connection. */
  cut: Promise<unknown>;
  destroy(): void;
}

/** Return the bytes that request a WebSocket at a path. */
export function handshake(path: string, cookie = ''): string {
  return [
    `GET ${path} HTTP/1.1`,
    ...['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    '\r\n',
  ].join('\r\n');
}

export async function aSilentSocket(port: number, path: string, cookie = ''): Promise<SilentSocket> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  const cut = once(socket, 'close');
  socket.write(handshake(path, cookie));
  while (!received.includes('\r\n\r\n')) await Promise.race([once(socket, 'data'), cut]);
  return {
    answer: received.toString('latin1').split('\r\n')[0] ?? '',
    sendText(text) {
      const payload = Buffer.from(text);
      const length = Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 255]);
      // A mask of zeros leaves the text unchanged.
      socket.write(Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload]));
    },
    closeCodes: () => closeCodesIn(received.subarray(received.indexOf('\r\n\r\n') + 4)),
    cut,
    destroy: () => socket.destroy(),
  };
}

/** Read the frames of a server, which are not masked. */
function closeCodesIn(frames: Buffer): number[] {
  const codes: number[] = [];
  for (let at = 0; at + 2 <= frames.length; ) {
    const opcode = (frames[at] ?? 0) & 15;
    const short = (frames[at + 1] ?? 0) & 127;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (at + head > frames.length) break;
    const length = short === 126 ? frames.readUInt16BE(at + 2) : short === 127 ? Infinity : short;
    if (opcode === 8 && at + head + 2 <= frames.length) codes.push(frames.readUInt16BE(at + head));
    at += head + length;
  }
  return codes;
}
