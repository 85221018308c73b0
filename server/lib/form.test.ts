import fs from 'node:fs';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { describe, expect } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { aPng } from '#test/pictures.ts';
import { test } from '#test/serverTest.ts';

/** The field of each route, with a file that the route takes. */
const goodFiles: Record<string, { field: string; fileName: string; content: Buffer }> = {
  'POST /api/auth/user/profile/photo': { field: 'photo', fileName: 'me.png', content: aPng() },
  'POST /api/projects/import-file': {
    field: 'scriptFile',
    fileName: 'Night Ferry.fountain',
    content: Buffer.from('INT. CAR DECK - NIGHT\n\nEngines.\n'),
  },
};
let writer: UserRow;
let browser: Caller;

const boundary = '----night-ferry';
const formType = `multipart/form-data; boundary=${boundary}`;

function part(head: string, content: Buffer | string, border = boundary): Buffer {
  return Buffer.concat([Buffer.from(`--${border}\r\n${head}\r\n\r\n`), Buffer.from(content), crlf]);
}
const crlf = Buffer.from('\r\n');
const endOf = (border = boundary) => Buffer.from(`--${border}--\r\n`);

type Sent = [contentType: string, payload: Buffer];
type Malformed = (file: { field: string; fileName: string; content: Buffer }) => Sent;

const headOf = (field: string, fileName: string) =>
  `Content-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
const whole = (...parts: Buffer[]): Sent => [formType, Buffer.concat([...parts, endOf()])];
const long = 'x'.repeat(257);

const malformed: Record<string, Malformed> = {
  'no boundary': ({ field, fileName, content }) => [
    'multipart/form-data',
    Buffer.concat([part(headOf(field, fileName), content), endOf()]),
  ],
  'a boundary of 257 characters': ({ field, fileName, content }) => [
    `multipart/form-data; boundary=${long}`,
    Buffer.concat([part(headOf(field, fileName), content, long), endOf(long)]),
  ],
  'a boundary of 5,000 characters': ({ field, fileName, content }) => {
    const border = 'y'.repeat(5000);
    const body = Buffer.concat([part(headOf(field, fileName), content, border), endOf(border)]);
    return [`multipart/form-data; boundary=${border}`, body];
  },
  'another boundary than it says': ({ field, fileName, content }) => [
    formType,
    Buffer.concat([part(headOf(field, fileName), content, 'other'), endOf('other')]),
  ],
  'no body': () => [formType, Buffer.alloc(0)],
  'no parts': () => [formType, endOf()],
  'a part without headers': ({ content }) => whole(part('', content)),
  'a header without a colon': ({ content }) => whole(part('Content-Disposition form-data', content)),
  'a header that is no text': ({ content }) => whole(part('\0\0: \xff\xfe', content)),
  'a disposition without a name': ({ content }) => whole(part('Content-Disposition: form-data', content)),
  'a header of 100 KB': ({ field, fileName, content }) =>
    whole(part(`${headOf(field, fileName)}\r\nX-Long: ${'x'.repeat(100_000)}`, content).subarray(0, -2)),
  '200 headers': ({ content }) =>
    whole(part(Array.from({ length: 200 }, (_, i) => `X-${i}: ${i}`).join('\r\n'), content)),
  'a body that ends in the headers': ({ field, fileName, content }) => [
    formType,
    part(headOf(field, fileName), content).subarray(0, 40),
  ],
  'a body that ends in the file': ({ field, fileName, content }) => [
    formType,
    part(headOf(field, fileName), content).subarray(0, -10),
  ],
  'a body without its last boundary': ({ field, fileName, content }) => [
    formType,
    part(headOf(field, fileName), content),
  ],
  'the type multipart/mixed': ({ field, fileName, content }) => [
    `multipart/mixed; boundary=${boundary}`,
    Buffer.concat([part(headOf(field, fileName), content), endOf()]),
  ],
  'the type application/json': () => ['application/json', Buffer.from('{}')],
  'the type application/x-www-form-urlencoded': ({ field }) => [
    'application/x-www-form-urlencoded',
    Buffer.from(`${field}=x`),
  ],
  'the type text/plain': ({ content }) => ['text/plain', content],
  'two files': ({ field, fileName, content }) =>
    whole(part(headOf(field, fileName), content), part(headOf(field, fileName), content)),
  'three files': ({ field, fileName, content }) =>
    whole(...Array.from({ length: 3 }, () => part(headOf(field, fileName), content))),
  'another field': ({ fileName, content }) => whole(part(headOf('other', fileName), content)),
  'a field of Object.prototype': ({ fileName, content }) =>
    whole(part(headOf('__proto__', fileName), content)),
  'a field instead of a file': ({ field, content }) =>
    whole(part(`Content-Disposition: form-data; name="${field}"`, content)),
  'a field of 2 MB': () => whole(part('Content-Disposition: form-data; name="note"', 'x'.repeat(2_000_000))),
  'a field of 2 MB before the file': ({ field, fileName, content }) =>
    whole(
      part('Content-Disposition: form-data; name="note"', 'x'.repeat(2_000_000)),
      part(headOf(field, fileName), content),
    ),
  'fifty fields': () =>
    whole(...Array.from({ length: 50 }, (_, i) => part(`Content-Disposition: form-data; name="f${i}"`, 'x'))),
  'a JSON field that is no JSON': () =>
    whole(part('Content-Disposition: form-data; name="a"\r\nContent-Type: application/json', '{')),
};

const send = (route: string, [contentType, payload]: Sent): Promise<LightMyRequestResponse> => {
  const [method, url] = route.split(' ') as [InjectOptions['method'], string];
  return browser.inject({ method, url, payload, headers: { 'content-type': contentType } } as InjectOptions);
};

describe('routes that accept a form', () => {
  test('are all listed in this test', () => {
    const takers = fs
      .globSync('server/**/*.routes.ts')
      .filter((file) => /register\(multipart,/.test(fs.readFileSync(file, 'utf8')));
    // One route each; a second in one of them has to be added above by hand.
    expect(takers.sort()).toEqual([
      'server/account/account.routes.ts',
      'server/importing/importing.routes.ts',
    ]);
    expect(Object.keys(goodFiles)).toHaveLength(takers.length);
  });

  test.for(Object.keys(goodFiles))('accept a complete form: %s', async (route, { server }) => {
    writer = await aUser(server.db);
    browser = server.as(writer);
    const file = goodFiles[route];
    if (!file) throw new Error(`${route} has no file`);
    const answer = await send(route, whole(part(headOf(file.field, file.fileName), file.content)));
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  });

  test.for(
    Object.keys(goodFiles).flatMap((route) => Object.keys(malformed).map((name) => [route, name] as const)),
  )('%s answers 4xx with a message to %s', async ([route, name], { server }) => {
    writer = await aUser(server.db);
    browser = server.as(writer);
    const file = goodFiles[route];
    const make = malformed[name];
    if (!file || !make) throw new Error(`${route} has no file`);
    const before = await server.db.$count(projects);
    const answer = await send(route, make(file));
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect(answer.json().message).toMatch(/\w+ \w+/);
    expect(await server.db.$count(projects)).toBe(before);
  });
});
