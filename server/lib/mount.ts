import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { runAsReader } from '#server/db/readsBetween.ts';
import type { EndpointShape, HandlerReply } from '#shared/endpoint.ts';
import { type Access, admission, type Person, type ProjectAccess } from './access.ts';
import { encodeReplyInSteps } from './encodeReply.ts';
import { notFound, unauthorized, unsupportedType } from './errors.ts';
import { parseOrReject } from './parseOrReject.ts';
import { runInSlices } from './runInSlices.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}

type Parsed<E, K extends 'params' | 'query' | 'body'> = E extends { [key in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

type Admitted<A> = A extends 'open' | 'anyone'
  ? { user: Person | null; project: null }
  : A extends string
    ? { user: Person; project: null }
    : { user: Person; project: ProjectAccess };

/** Input of a handler: the checked and parsed call. */
export type RouteCall<E, A> = Admitted<A> & {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
  log: FastifyBaseLogger;
};

/**
 * Handler of an endpoint. Returns the reply, or sends a file or redirect itself and returns
 * `reply`.
 */
export type Handler<E, A> = (call: RouteCall<E, A>) => Promise<HandlerReply<E> | FastifyReply | undefined>;

/**
 * Mount an endpoint of the contract: check the access (access.ts), parse path, query and body, run
 * the handler, and send the fields of the reply schema. Other fields of the result are dropped.
 */
export function mount<const E extends EndpointShape, const A extends Access>(
  app: FastifyInstance,
  endpoint: E,
  access: A,
  handler: Handler<E, A>,
): void {
  const thing = typeof access === 'object' ? (access.thing ?? 'Project') : undefined;

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
    config: { endpoint, access },
    handler: async (request, reply) => {
      const { user, project } = admission(request);
      if (access !== 'open' && access !== 'anyone' && !user) throw unauthorized();
      const call = {
        user,
        project,
        params: parseOr404(endpoint.params, request.params, thing),
        query: endpoint.query ? parseOrReject(endpoint.query, request.query) : undefined,
        body: endpoint.body ? parseOrReject(endpoint.body, jsonBody(request)) : undefined,
        request,
        reply,
        log: request.log,
      };
      const handle = () => handler(call as unknown as RouteCall<E, A>);
      const answer = await (endpoint.method === 'GET' ? runAsReader(project?.id ?? null, handle) : handle());
      if (answer === reply || reply.sent) return reply;
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      reply.code(endpoint.status ?? 200);
      if (!endpoint.reply) return reply.send();
      return reply
        .type('application/json; charset=utf-8')
        .send(await runInSlices(encodeReplyInSteps(endpoint.reply, answer)));
    },
  });
}

/** Parse the path. An invalid id is a 404 (decision OQ-15). */
function parseOr404(schema: z.ZodType | undefined, raw: unknown, thing: string | undefined): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw notFound(thing);
}

/** Return the JSON body. A call without a body has an empty object. */
function jsonBody(request: FastifyRequest): unknown {
  if (request.body !== undefined) return request.body;
  const isMultipart = request.headers['content-type']?.startsWith('multipart/');
  if (isMultipart) throw unsupportedType();
  return {};
}
