import type { InjectOptions } from 'fastify';
import type { Random } from '#test/random.ts';
import { oddForm } from './forms.ts';
import type { FuzzProject } from './ground.ts';
import { bodyText, mutate } from './mutations.ts';
import { oddText, type Schema, validValue } from './values.ts';

/** One operation of the API description. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With {name} for each parameter. */
  path: string;
  query: Record<string, Schema>;
  body: Schema | null;
  /** The status of a successful answer. */
  status: number;
  /** Null: the reply is not JSON. */
  reply: Schema | null;
  /** Not in the description: a page, a redirect or a file. */
  isPlain: boolean;
}

interface Described {
  paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Return the operations of the document at /api/openapi.json. */
export function operationsIn(document: unknown): Operation[] {
  return Object.entries((document as Described).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const [status = '', answer] = Object.entries(responses).find(([code]) => code !== 'default') ?? [];
      const query = parameters.filter((each) => each.in === 'query');
      return {
        method: method.toUpperCase() as Operation['method'],
        path,
        query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        body: requestBody?.content['application/json']?.schema ?? null,
        status: Number(status),
        reply: answer?.content?.['application/json']?.schema ?? null,
        isPlain: false,
      };
    }),
  );
}

const text: Schema = { type: 'string', maxLength: 300 };
const ownPaths = [
  '/projects',
  '/proj\u00e9cts',
  '//example.com',
  '/\\example.com',
  '/%',
  '/a?b=%ff',
  'https://example.com',
  '/\n',
  '/[',
  '/#',
];
const path: Schema = { anyOf: [text, { enum: ownPaths }] };
const plain = { method: 'GET', body: null, status: 200, reply: null, isPlain: true } as const;

/** Operations of the server that its description leaves out. */
export const plainOperations: Operation[] = [
  ...['/api/health', '/api/health/live', '/api/health/ready'].map((path) => ({ ...plain, path, query: {} })),
  { ...plain, path: '/api/login', query: { invite: text, returnTo: path, email: text } },
  { ...plain, path: '/api/login/verify', query: { token: text, returnTo: path } },
  { ...plain, path: '/api/login/oidc', query: { invite: text, returnTo: path } },
  { ...plain, path: '/api/login/oidc/callback', query: { code: text, state: text, error: text } },
  { ...plain, path: '/api/logout', query: {} },
  { ...plain, path: '/uploads/{file}', query: {} },
  { ...plain, path: '/read/{token}', query: {} },
  { ...plain, path: '/copies/{token}', query: {} },
  { ...plain, path: '/{screen}', query: { a: text } },
];

/**
 * Return a random call of an operation. It follows the schemas, and then mostly gets invalid values
 * in some positions.
 */
export function callOf(operation: Operation, fuzzProject: FuzzProject, random: Random): InjectOptions {
  const { method, path } = operation;
  const call: InjectOptions = {
    method,
    url: `${pathOf(path, fuzzProject, random)}${queryOf(operation, fuzzProject, random)}`,
    headers: headersOf(random),
  };
  if (formPaths.has(path) && random.chance(0.95)) {
    const { contentType, body } = oddForm(random);
    return { ...call, headers: { ...call.headers, 'content-type': contentType }, payload: body };
  }
  if (operation.body === null && random.chance(0.9)) return call;
  const body = validValue(operation.body ?? { type: 'object' }, random, fuzzProject.ids);
  const payload = bodyText(random.chance(0.35) ? body : mutate(body, random), random);
  const type = random.chance(0.97) ? 'application/json' : random.pick(bodyTypes);
  return { ...call, headers: { ...call.headers, 'content-type': type }, payload };
}

/** Calls whose body is a form with files. */
const formPaths = new Set([
  ...[
    '/api/projects/import-file',
    '/api/projects/{id}/compared-file',
    '/api/projects/{id}/export/comparison',
  ],
]);

const bodyTypes = [
  ...[
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'x',
    '',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json; charset=nothing',
    'application/json;;',
    'a/b/c',
    '*/*',
  ],
];

const oddIds = [
  ...[
    '0',
    '-1',
    '01',
    '1.5',
    '1e0',
    '2147483647',
    '2147483648',
    '99999999999999999999',
    'P',
    'P0',
    'PzzzzzzzZZZZ',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '%00',
    '%',
    '%ff',
    '%F0%9F%9A%A2',
    '%2e%2e',
    '..',
    '%2f',
    '1%20',
  ],
  ...[
    '1;',
    '/',
    '/[',
    '/a:b@c:99999',
    'x'.repeat(400),
    'x'.repeat(600),
    '[',
    '%5b',
    ':id',
    '*',
    '1%3f',
    '%EF%BB%BF1',
    '٣',
    '',
  ],
];

function pathOf(path: string, fuzzProject: FuzzProject, random: Random): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = name === 'id' ? fuzzProject.idsOfPath(path) : (fuzzProject.ids(name) ?? []);
    return known.length > 0 && random.chance(0.85) ? String(random.pick(known)) : random.pick(oddIds);
  });
}

function queryOf({ query }: Operation, fuzzProject: FuzzProject, random: Random): string {
  if (random.chance(0.02))
    return `?${random.pick(['a', '%', '&', 'page=1&', '[]='])}`.repeat(random.pick([1, 3, 3000]));
  const pairs = Object.entries(query).flatMap(([name, schema]): string[] => {
    if (random.chance(0.35)) return [];
    const value = random.chance(0.6)
      ? validValue(schema, random, fuzzProject.ids, name)
      : oddText(random, schema);
    const pair = `${name}=${random.chance(0.95) ? encoded(String(value)) : random.pick(['%', '%00', '%ff', '%u1', '+'])}`;
    return random.chance(0.05) ? [pair, pair] : [pair];
  });
  if (random.chance(0.05))
    pairs.push(random.pick(['__proto__=1', '__proto__[a]=1', 'constructor=1', 'a[b][c]=1', '=', '=&=']));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/**
 * Valid and invalid headers as programs and proxies send them. Only characters that HTTP allows.
 */
const oddHeaders: Record<string, readonly string[]> = {
  'if-none-match': ['*', '"', 'W/"', '"a","b"', 'W/"1.2.3..",', '\u00ff', 'x'.repeat(8000), ''],
  'if-match': ['*', '"a"'],
  'if-modified-since': ['nothing', 'Thu, 01 Jan 1970 00:00:00 GMT', '2147483648'],
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-0,2-3',
    'bytes=99999999999999999999-',
    'x',
    'bytes=',
    '',
  ],
  'if-range': ['"a"', 'x'],
  'idempotency-key': [
    'a',
    'one',
    'x'.repeat(100),
    'x'.repeat(101),
    '',
    ' ',
    '\u00e9',
    'a b',
    '__proto__',
    "';",
  ],
  cookie: [
    'sid',
    'sid=',
    'sid=%',
    'sid=%00',
    '=',
    ';;;',
    '__proto__=1',
    'sid=a; sid=b',
    `sid=${'x'.repeat(8000)}`,
    '\u00ff',
  ],
  accept: [
    'text/event-stream',
    'text/html',
    '',
    '*',
    'x'.repeat(5000),
    'application/json;q=x',
    'text/html;q=0',
  ],
  'accept-encoding': ['gzip', 'br;q=0', '*;q=0', 'x', '', 'identity;q=0', 'gzip;q=nothing, br'],
  'accept-language': ['%', 'x'.repeat(3000)],
  'user-agent': ['', '\u00ff'.repeat(2000), '%00'],
  host: ['', '[', 'a:b', 'a:99999', '[::1]', 'x'.repeat(300), 'a@b', '%00'],
  origin: ['null', 'http://', 'http://[', 'x', 'https://example.com'],
  referer: ['http://[', '//', '%'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'x', ''],
  'x-forwarded-for': ['1.2.3.4', 'x', ',,', '::ffff:1.2.3.4', '1.2.3.4:80', '%00', '::1%lo'],
  'x-forwarded-host': ['[', 'a,b', ''],
  'x-forwarded-proto': ['x', 'https', ''],
  'x-request-id': ['x'.repeat(3000), '%00'],
  'x-http-method-override': ['DELETE'],
  traceparent: ['00-x'],
};

function headersOf(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.6)) return headers;
  for (let more = 1 + random.below(3); more > 0; more--) {
    const name = random.pick(Object.keys(oddHeaders));
    headers[name] = random.pick(oddHeaders[name] ?? ['']);
  }
  return headers;
}
