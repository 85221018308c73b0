import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyRequest } from 'fastify';
import type { ClientTimeouts } from './clientTimeouts.ts';

interface SteadyUpload {
  /** What its connection had received when it was looked at last. */
  seenBytes: number;
  /** What its connection has received at the most when all of it is there. */
  endBytes: number;
  looking?: NodeJS.Timeout;
}

/**
 * Uploads that may take longer than other requests: a large one over a slow line goes on for as long as enough of it
 * arrives in every time that a request may take, and no further than its largest size.
 */
export class SlowUploadGuard {
  readonly #patience: ClientTimeouts;
  readonly #uploads = new WeakMap<Socket, SteadyUpload>();

  constructor(patience: ClientTimeouts) {
    this.#patience = patience;
  }

  /** From now on, until all of the request is there. */
  watch({ raw }: FastifyRequest, maxBytes: number): void {
    const { socket } = raw;
    // What nobody has read yet is of this request.
    const beginning = socket.bytesRead - raw.readableLength;
    const upload: SteadyUpload = { seenBytes: beginning, endBytes: beginning + maxBytes };
    this.#uploads.set(socket, upload);
    raw.once('close', () => {
      clearTimeout(upload.looking);
      this.#uploads.delete(socket);
    });
  }

  /** Node says of a connection that it is broken, or that its time is over. */
  readonly onClientError = (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#goesOn(error, socket)) return;
    hangUp(error, socket);
  };

  /** Node speaks of each request once, so it is looked at from here afterwards. */
  #goesOn(error: ConnectionError, socket: Socket): boolean {
    const upload = this.#uploads.get(socket);
    if (!upload || socket.bytesRead > upload.endBytes) return false;
    if (socket.bytesRead - upload.seenBytes < this.#patience.steadyBytes) return false;
    upload.seenBytes = socket.bytesRead;
    upload.looking = setTimeout(() => this.onClientError(error, socket), this.#patience.requestMs);
    return true;
  }
}

/** Tells whoever still listens. */
function hangUp(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = statuses.get(error.code) ?? 400;
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  }
  socket.destroy(error);
}

const statuses = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);
