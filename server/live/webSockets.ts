import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { notFound } from '#server/lib/errors.ts';
import { openLiveChannel } from '#shared/contract/live.ts';
import { closeTimeoutMs, type LiveSocket } from './members.ts';

/** Longer than any message: an element's text in UTF-8, and its envelope. */
const maxWordBytes = 256 * 1024;

/** The types of the package do not know closeTimeout yet. */
const options = { maxPayload: maxWordBytes, closeTimeout: closeTimeoutMs };

/**
 * Accept WebSockets for the live channel and for nothing else. Register it before the access check,
 * because it closes the connections that the check rejects.
 */
export async function acceptSockets(app: FastifyInstance): Promise<void> {
  const sockets = new Set<Duplex>();
  app.server.on('upgrade', (_request, socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await app.register(websocket, {
    options,
    preClose(done) {
      const { websocketServer } = this as FastifyInstance;
      // Accept no new ones. The hub closes those that are there.
      websocketServer.close();
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeTimeoutMs).unref();
      done();
    },
  });
  app.addHook('onRequest', async (request) => {
    const isLive = request.routeOptions.config.endpoint === openLiveChannel;
    if (request.ws && !isLive) throw notFound('A WebSocket at this address');
  });
}

/** Adapt a WebSocket to the hub. */
export function liveSocketOf(socket: WebSocket): LiveSocket {
  return {
    transport: 'webSocket',
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    ping: () => socket.ping(),
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
  };
}
