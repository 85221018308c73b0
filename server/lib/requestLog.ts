import type { FastifyInstance } from 'fastify';
import { pollLiveChannel, sendLiveMessages } from '#shared/contract/live.ts';
import { admission } from './access.ts';
import { healthPath, livePath, readyPath } from './health.ts';

/** Routes that monitors and browsers call every few seconds. */
const repeatedRoutes = new Set<string>([
  ...[healthPath, livePath, readyPath],
  ...[sendLiveMessages.path, pollLiveChannel.path],
]);

/** Log one line per reply, by route: an address may contain a token. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    const isCall = route?.startsWith('/api') && !repeatedRoutes.has(route);
    const line = {
      method: request.method,
      route: route ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: admission(request).user?.id,
    };
    if (isCall) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}
