import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admission } from '#server/lib/access.ts';
import type { Deps } from '#server/lib/deps.ts';
import { forbidden, invalid, unauthorized } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { isForeignRequest, ownOrigins } from '#server/lib/origin.ts';
import { parseOrReject } from '#server/lib/parseOrReject.ts';
import { createSessionLookup, sessionIn } from '#server/lib/session.ts';
import { openLiveChannel, openLiveEvents, pollLiveChannel, sendLiveMessages } from '#shared/contract/live.ts';
import { openEventStreamSocket } from './eventStreamSocket.ts';
import type { Hub, SocketHandlers } from './hub.ts';
import { type JoinRequest, presenceIdOf } from './joining.ts';
import { photoOf } from './live.queries.ts';
import { createPolling } from './polling.ts';
import { liveSocketOf } from './webSockets.ts';

/**
 * The live channel of a project, by its transports: a WebSocket, or server-sent events or polling
 * with calls for what the tab sends. They differ here only; the hub has the rules of all.
 */
export function liveRoutes(app: FastifyInstance, deps: Deps, hub: Hub): void {
  const joinRequestOf = createJoinRequests(deps);
  app.addHook('preClose', async () => hub.disconnect());
  app.addHook('onClose', () => hub.close());
  webSocketRoute(app, { ...deps, hub, joinRequestOf });
  eventStreamRoute(app, { ...deps, hub, joinRequestOf });
  const poll = createPolling(hub);

  mount(app, sendLiveMessages, { can: 'read' }, async ({ user, project, body }) => {
    const { sid } = user.session;
    const presenceId = presenceIdOf(sid, body.window);
    hub.receive({ projectId: project.id, sid, presenceId }, body.messages);
    return undefined;
  });

  mount(app, pollLiveChannel, { can: 'read' }, async ({ body, request }) => {
    const { window, since, cursor } = body;
    const joining = await joinRequestOf(request, { since, window });
    return poll({ joining: { ...joining, window }, cursor });
  });
}

type JoinRequests = ReturnType<typeof createJoinRequests>;
type TransportDeps = Deps & { hub: Hub; joinRequestOf: JoinRequests };

/** Create the requests to join from calls that the access check has let through. */
function createJoinRequests({ db, env }: Deps) {
  const findSession = createSessionLookup(db);
  return async (
    request: FastifyRequest,
    { since, window }: Pick<JoinRequest, 'since' | 'window'>,
  ): Promise<JoinRequest> => {
    const { user, project } = admission(request);
    if (!user || !project) throw unauthorized();
    const secret = sessionIn(request.cookies, env.publicUrl)?.secret ?? '';
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
    return {
      projectId: project.id,
      person: { id: user.id, name, profileImageUrl: await photoOf(db, user.id) },
      role: project.role,
      sid: user.session.sid,
      ...{ since, window },
      // A session that has ended has no access, as in the access check.
      findRole: async () =>
        (await findSession(secret, { child: null, id: project.id }))?.project?.role ?? null,
    };
  };
}

function webSocketRoute(app: FastifyInstance, { env, hub, joinRequestOf }: TransportDeps): void {
  const isOwn = ownOrigins(env);
  const joinings = new WeakMap<FastifyRequest, JoinRequest>();
  app.route({
    method: 'GET',
    url: openLiveChannel.path,
    config: { endpoint: openLiveChannel, access: { can: 'read' } },
    preHandler: async (request) => {
      // A page of another site could open it with the session of its visitor.
      if (isForeignRequest(request, isOwn)) throw forbidden();
      const { since = null, window = null } = parseOrReject(openLiveChannel.query, request.query);
      joinings.set(request, await joinRequestOf(request, { since, window }));
    },
    handler: async () => {
      throw invalid('This address is for WebSocket connections.');
    },
    wsHandler: (socket, request) => {
      const joining = joinings.get(request);
      const handlers = joining && hub.join(joining, liveSocketOf(socket));
      if (!handlers) return;
      socket.on('message', (data) => handlers.hear(String(data)));
      socket.on('pong', handlers.pong);
      socket.on('close', handlers.leave);
    },
  });
}

function eventStreamRoute(app: FastifyInstance, { env, hub, joinRequestOf }: TransportDeps): void {
  const isOwn = ownOrigins(env);
  mount(app, openLiveEvents, { can: 'read' }, async ({ query, request, reply }) => {
    if (isForeignRequest(request, isOwn)) throw forbidden();
    const { since = null, window } = query;
    const joining = await joinRequestOf(request, { since: lastEventIdOf(request) ?? since, window });
    let handlers: SocketHandlers | null = null;
    const socket = openEventStreamSocket(reply, () => handlers?.leave());
    // A client may be gone by now.
    if (!reply.raw.destroyed) handlers = hub.join(joining, socket);
    return reply;
  });
}

/** Return the revision of the last event that a client received before it reconnected. */
function lastEventIdOf({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : null;
}
