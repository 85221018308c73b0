import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { EndpointShape } from '#shared/endpoint.ts';

/**
 * Serve /api/openapi.json, generated from the mounted endpoints. Call it before mounting the
 * routes. Schemas describe the wire format: ISO text for dates, project ids in either form.
 */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cold Open', version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    },
    transform: ({ schema, url, route }) => {
      const { endpoint, access } = route.config ?? {};
      if (!endpoint) return { url, schema: { hide: true } };
      const isPublic = access === 'anyone' || access === 'open';
      return { url, schema: { ...schema, ...described(endpoint, isPublic) } };
    },
  });
  app.get('/api/openapi.json', { config: { access: 'open' } }, async () => app.swagger());
}

function described(endpoint: EndpointShape, isPublic: boolean): FastifySchema {
  const status = String(endpoint.status ?? 200);
  const schema: Record<string, unknown> = {
    summary: endpoint.summary,
    security: isPublic ? [] : [{ session: [] }],
    response: {
      [status]: endpoint.reply
        ? { description: endpoint.summary, ...wire(endpoint.reply) }
        : { description: endpoint.summary, type: 'null' },
      default: { description: 'Rejected', ...errorSchema },
    },
  };
  if (endpoint.params) schema.params = wire(endpoint.params);
  if (endpoint.query) schema.querystring = wire(endpoint.query);
  if (endpoint.body) schema.body = wire(endpoint.body);
  return schema;
}

const errorSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    error: { type: 'string' },
    details: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['code', 'message', 'error'],
};

function wire(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}
