import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyRequest } from 'fastify';
import type { ClientTimeouts } from './clientTimeouts.ts';

interface SteadyUpload {
  /** Bytes received on the connection at the last check. */
  seenBytes: number;
  /** Maximum bytes on the connection when the upload is complete. */
  endBytes: number;
  looking?: NodeJS.Timeout;
}

/**
 * Exempts large uploads from the request timeout: an upload continues as long as enough of it
 * arrives in each timeout, up to its maximum size.
 */
export class SlowUploadGuard {
  readonly #timeouts: ClientTimeouts;
  readonly #uploads = new WeakMap<Socket, SteadyUpload>();

  constructor(timeouts: ClientTimeouts) {
    this.#timeouts = timeouts;
  }

  /** Watch a request until it has arrived completely. */
  watch({ raw }: FastifyRequest, maxBytes: number): void {
    const { socket } = raw;
    // Unread bytes already belong to this request.
    const beginning = socket.bytesRead - raw.readableLength;
    const upload: SteadyUpload = { seenBytes: beginning, endBytes: beginning + maxBytes };
    this.#uploads.set(socket, upload);
    raw.once('close', () => {
      clearTimeout(upload.looking);
      this.#uploads.delete(socket);
    });
  }

  /** Handle a connection error or timeout that Node reports. */
  readonly onClientError = (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#goesOn(error, socket)) return;
    hangUp(error, socket);
  };

  /**
   * Return whether an upload may continue, and schedule the next check, because Node reports a
   * timeout only once.
   */
  #goesOn(error: ConnectionError, socket: Socket): boolean {
    const upload = this.#uploads.get(socket);
    if (!upload || socket.bytesRead > upload.endBytes) return false;
    if (socket.bytesRead - upload.seenBytes < this.#timeouts.steadyBytes) return false;
    upload.seenBytes = socket.bytesRead;
    upload.looking = setTimeout(() => this.onClientError(error, socket), this.#timeouts.requestMs);
    return true;
  }
}

/** Send an error, if the client is still connected, and close the connection. */
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
