import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admission } from '#server/lib/access.ts';
import type { Deps } from '#server/lib/deps.ts';
import { forbidden, invalid, notFound, unauthorized } from '#server/lib/errors.ts';
import { ownOrigins } from '#server/lib/origin.ts';
import { parseOrReject } from '#server/lib/parseOrReject.ts';
import { createSessionLookup, sessionIn } from '#server/lib/session.ts';
import { liveCloseCodes, openLiveChannel } from '#shared/contract/live.ts';
import type { Bus } from './bus.ts';
import { createHub, type JoinRequest } from './hub.ts';
import { photoOf } from './live.queries.ts';

/** Longer than any message: an element's text in UTF-8, and its envelope. */
const maxWordBytes = 256 * 1024;

/** Timeout for a client that does not answer the closing handshake. */
const closeTimeoutMs = 2000;
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
      for (const client of websocketServer.clients) client.close(liveCloseCodes.restart, 'the server stops');
      // Accept no new ones.
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

/** The live channel: one WebSocket for each tab with an open project. */
export function liveRoutes(app: FastifyInstance, { db, env, log }: Deps, bus: Bus): void {
  const hub = createHub({ db, log, bus });
  const door = createSessionLookup(db);
  const isOwn = ownOrigins(env);
  const joinings = new WeakMap<FastifyRequest, JoinRequest>();
  app.addHook('onClose', () => hub.close());

  async function joiningOf(request: FastifyRequest): Promise<JoinRequest> {
    const { user, project } = admission(request);
    if (!user || !project) throw unauthorized();
    const { since = null } = parseOrReject(openLiveChannel.query, request.query);
    const secret = sessionIn(request.cookies)?.secret ?? '';
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
    return {
      projectId: project.id,
      person: { id: user.id, name, profileImageUrl: await photoOf(db, user.id) },
      role: project.role,
      sid: user.session.sid,
      since,
      // A session that has ended has no access, as in the access check.
      findRole: async () => (await door(secret, { child: null, id: project.id }))?.project?.role ?? null,
    };
  }

  app.route({
    method: 'GET',
    url: openLiveChannel.path,
    config: { endpoint: openLiveChannel, access: { can: 'read' } },
    preHandler: async (request) => {
      const { origin, host } = request.headers;
      // A page of another site could open it with the session of its visitor.
      if (origin !== undefined && !isOwn(origin, host)) throw forbidden();
      joinings.set(request, await joiningOf(request));
    },
    handler: async () => {
      throw invalid('This address is for WebSocket connections.');
    },
    wsHandler: (socket, request) => {
      const joining = joinings.get(request);
      const seat = joining && hub.join(joining, socket);
      if (!seat) return;
      socket.on('message', (data) => seat.hear(String(data)));
      socket.on('pong', seat.pong);
      socket.on('close', seat.leave);
    },
  });
}
