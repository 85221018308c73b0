import { expect } from 'vitest';
import { mountedCalls } from '#test/app.ts';
import { test } from '#test/serverTest.ts';

interface BodySchema {
  type?: string;
  oneOf?: { type?: string }[];
}

interface Operation {
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: BodySchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

/** Pages, redirects and documents, which are no calls of the contract. */
const plainRoutes = [
  'GET /api/health',
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/login',
  'GET /api/login/oidc',
  'GET /api/login/oidc/callback',
  'GET /api/login/verify',
  'GET /api/logout',
  'GET /api/openapi.json',
];
let described: { openapi: string; info: object; paths: Record<string, Record<string, Operation>> };
let operations: { call: string; path: string; operation: Operation }[];

test.beforeAll(async ({ server }) => {
  described = (await server.visitor.get('/api/openapi.json')).json();
  operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      path,
      operation,
    })),
  );
});

test('openapi.json describes exactly the mounted endpoints', ({ server }) => {
  expect(described).toMatchObject({ openapi: '3.1.0', info: { title: 'Cold Open', version: '1' } });
  const calls = operations.map(({ call }) => call);
  expect([...calls, ...plainRoutes].sort()).toEqual(mountedCalls(server.app));
});

test('openapi.json has a summary, the reply and the error body of every endpoint', () => {
  for (const { call, operation } of operations) {
    expect([call, operation.summary]).toEqual([call, expect.stringMatching(/^[A-Z]/)]);
    const { default: rejected, ...answers } = operation.responses;
    expect([call, Object.keys(answers)]).toEqual([call, [expect.stringMatching(/^20[0-4]$/)]]);
    expect(rejected?.content?.['application/json']?.schema).toMatchObject({
      required: ['code', 'message', 'error'],
    });
  }
});

test('openapi.json describes all path parameters', () => {
  for (const { call, path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    const names = inPath.map(({ name }) => `{${name}}`);
    expect([call, names]).toEqual([call, path.match(/\{\w+\}/g) ?? []]);
    for (const parameter of inPath) expect(parameter).toMatchObject({ required: true });
  }
});

test('openapi.json describes bodies in the wire format: JSON objects with ISO dates', () => {
  const bodies = operations.flatMap(({ operation }) => operation.requestBody ?? []);
  expect(bodies.length).toBeGreaterThan(5);
  for (const { content } of bodies) {
    const schema = content['application/json']?.schema;
    for (const each of schema?.oneOf ?? [schema]) expect(each?.type).toBe('object');
  }
  const project = described.paths['/api/projects/{id}']?.get?.responses[200]?.content?.['application/json'];
  expect(project?.schema).toMatchObject({
    properties: {
      updatedAt: { type: 'string', format: 'date-time' },
      role: { enum: expect.arrayContaining(['owner']) },
    },
  });
});

test('openapi.json states which endpoints need a session', () => {
  const open = operations.filter(({ operation }) => operation.security.length === 0);
  expect(open.map(({ call }) => call).sort()).toEqual([
    'GET /api/config',
    'GET /api/invitations/:inviteToken',
    'POST /api/beta-signup',
    'POST /api/login',
    'POST /api/login/link',
    'POST /api/login/verify',
    'POST /api/stripe/webhook',
  ]);
});

test('openapi.json contains no broken reference', () => {
  const text = JSON.stringify(described);
  for (const [, target = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = target
      .split('/')
      .reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], described);
    expect(found).toBeDefined();
  }
});
