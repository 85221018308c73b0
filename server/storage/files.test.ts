import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { users } from '#server/db/schema/people.ts';
import { files, projects } from '#server/db/schema/projects.ts';
import { type Caller, signIn, type TestApp } from '#test/app.ts';
import { aProject, aShare, aUser } from '#test/factories.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import type { FileOwner } from './files.queries.ts';
import type { FileType } from './fileTypes.ts';
import { attachFile, detachFile } from './storage.ts';

test.beforeEach(async ({ server }) => {
  fs.rmSync(folder(server), { recursive: true, force: true });
});

const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>');
const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.from('0123456789')]);

async function aFile(
  server: TestApp,
  owner: FileOwner,
  bytes = png,
  type: FileType = 'image/png',
): Promise<string> {
  const url = await server.storage.put(bytes, type);
  await attachFile(server.db, url, owner);
  return url;
}
const ofProject = (world: World) => ({ projectId: world.project.id });
const folder = (server: TestApp) => path.join(server.env.dataDir, 'uploads');
const onDisk = (server: TestApp) => (fs.existsSync(folder(server)) ? fs.readdirSync(folder(server)) : []);
const rows = (server: TestApp) => server.db.select().from(files);
const age = (server: TestApp, name: string, hours: number) =>
  server.db
    .update(files)
    .set({ createdAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(files.name, name));

describe('GET /uploads/:file', () => {
  test('serves the stored bytes under a random name', async ({ server, world, olive }) => {
    const url = await aFile(server, ofProject(world));
    expect(url).toMatch(/^\/uploads\/[A-Za-z0-9_-]{32}\.png$/);
    expect(await rows(server)).toEqual([
      expect.objectContaining({
        name: url.slice('/uploads/'.length),
        projectId: world.project.id,
        contentType: 'image/png',
        sizeBytes: png.length,
      }),
    ]);
    const answer = await olive.get(url);
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, png]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
  });

  test('reads a folder that only the server can access', async ({ server, world }) => {
    await aFile(server, ofProject(world));
    expect(fs.statSync(folder(server)).mode & 0o077).toBe(0);
  });

  test('serves an SVG with a policy that forbids scripts and requests', async ({ server, world, olive }) => {
    const answer = await olive.get(await aFile(server, ofProject(world), svg, 'image/svg+xml'));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('returns the size for HEAD', async ({ server, world, olive }) => {
    const url = await aFile(server, ofProject(world));
    const answer = await olive.inject({ method: 'HEAD', url });
    expect([answer.statusCode, answer.payload, answer.headers['content-length']]).toEqual([
      200,
      '',
      String(png.length),
    ]);
  });

  test('returns 304 for a cached file', async ({ server, world, olive }) => {
    const url = await aFile(server, ofProject(world));
    const etag = String((await olive.get(url)).headers.etag);
    const answer = await olive.get(url, { 'if-none-match': etag });
    expect([answer.statusCode, answer.payload]).toEqual([304, '']);
    expect((await olive.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('GET /uploads/:file with a range', () => {
  const part = async (
    server: TestApp,
    world: World,
    olive: Caller,
    range: string,
    more: Record<string, string> = {},
  ) => {
    const url = await aFile(server, ofProject(world), wav, 'audio/wav');
    const answer = await olive.get(url, { range, ...more });
    return [answer.statusCode, answer.payload, answer.headers['content-range']];
  };

  test.for([
    ['bytes=12-15', '0123', 'bytes 12-15/22'],
    ['bytes=18-', '6789', 'bytes 18-21/22'],
    ['bytes=-3', '789', 'bytes 19-21/22'],
    ['bytes=20-999', '89', 'bytes 20-21/22'],
    ['bytes=21-21', '9', 'bytes 21-21/22'],
  ] as const)('%s is sent alone', async ([range, text, told], { server, world, olive }) => {
    expect(await part(server, world, olive, range)).toEqual([206, text, told]);
  });

  test.for(['bytes=22-', 'bytes=99-100', 'bytes=-0'])(
    'rejects %s',
    async (range, { server, world, olive }) => {
      expect(await part(server, world, olive, range)).toEqual([416, '', 'bytes */22']);
    },
  );

  test.for(['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'bytes=a-b', ''])(
    'returns the whole file for %j',
    async (range, { server, world, olive }) => {
      expect(await part(server, world, olive, range)).toEqual([200, wav.toString('latin1'), undefined]);
    },
  );

  test('returns the whole file when the cached one was another', async ({ server, world, olive }) => {
    expect((await part(server, world, olive, 'bytes=12-15', { 'if-range': '"other"' }))[0]).toBe(200);
  });
});

describe('access to a file', () => {
  const statuses = async (server: TestApp, world: World, url: string, names: (keyof World)[]) => {
    const statuses = names.map(async (name) => (await server.as(world[name] as never).get(url)).statusCode);
    return Promise.all(statuses);
  };

  test('is limited to members of its project', async ({ server, world }) => {
    const url = await aFile(server, ofProject(world));
    expect(await statuses(server, world, url, ['olive', 'eddie', 'cora', 'vic', 'sam', 'ada'])).toEqual([
      ...[200, 200, 200, 200],
      ...[404, 404],
    ]);
    const hidden = await server.as(world.sam).get(url);
    expect(hidden.json()).toMatchObject({ code: 'not_found', message: 'File not found' });
    expect(hidden.headers['cache-control']).toBe('no-store');
    expect((await server.visitor.get(url)).statusCode).toBe(401);
    expect((await server.visitor.get('/uploads/none.png')).statusCode).toBe(401);
  });

  test('excludes pending invitees, and everybody while its project is being imported', async ({
    server,
    world,
  }) => {
    const project = await aProject(server.db, { userId: world.olive.id });
    await aShare(server.db, project, world.sam, { role: 'editor', status: 'pending' });
    const url = await aFile(server, { projectId: project.id });
    expect(await statuses(server, world, url, ['olive', 'sam'])).toEqual([200, 404]);
    await server.db.update(projects).set({ isImporting: true }).where(eq(projects.id, project.id));
    expect(await statuses(server, world, url, ['olive'])).toEqual([404]);
  });

  test('includes every user for a profile picture, and only the owner for a sound', async ({
    server,
    world,
  }) => {
    const picture = await aFile(server, { userId: world.vic.id });
    const voice = await aFile(server, { userId: world.vic.id }, wav, 'audio/wav');
    expect(await statuses(server, world, picture, ['vic', 'olive', 'sam'])).toEqual([200, 200, 200]);
    expect(await statuses(server, world, voice, ['vic', 'olive', 'sam'])).toEqual([200, 404, 404]);
    expect((await server.visitor.get(picture)).statusCode).toBe(401);
  });

  test('excludes everybody while the file has no owner', async ({ server, olive }) => {
    const url = await server.storage.put(png, 'image/png');
    expect((await olive.get(url)).statusCode).toBe(404);
  });

  test('returns 404 when its row has a type that is not served', async ({ server, world, olive }) => {
    const url = await aFile(server, ofProject(world));
    await server.db.update(files).set({ contentType: 'text/html' });
    expect((await olive.get(url)).statusCode).toBe(404);
  });

  test('returns 404 when its bytes are missing', async ({ server, world, olive }) => {
    const url = await aFile(server, ofProject(world));
    for (const name of onDisk(server)) fs.rmSync(path.join(folder(server), name));
    expect((await olive.get(url)).statusCode).toBe(404);
  });
});

/** As it is written: inject would tidy the path. */
async function rawGet(
  server: TestApp,
  world: World,
  path: string,
): Promise<{ status: number | undefined; text: string }> {
  const { port } = server.app.server.address() as AddressInfo;
  const cookie = `sid=${await signIn(server.db, world.olive.id)}`;
  const request = http.get({ host: '127.0.0.1', port, path, headers: { cookie }, agent: false });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const text = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode, text };
}

test.for([
  '/uploads/../package.json',
  '/uploads/..%2f..%2fpackage.json',
  '/uploads/%2e%2e%2fpackage.json',
  '/uploads/%2e%2e',
  '/uploads/%00.png',
  '/uploads/x%00.png',
  `/uploads/${'a'.repeat(32)}.png%00`,
  `/uploads/${'a'.repeat(32)}.png/`,
  '/uploads/',
  '/uploads',
  '/uploads/a.png%27%20or%201=1',
  '/uploads/%F0%9F%9A%A2.png',
  `/uploads/${'a'.repeat(400)}`,
])('%s is not found', async (url, { server, world }) => {
  fs.writeFileSync(path.join(server.env.dataDir, 'package.json'), 'secret');
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await rawGet(server, world, url);
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain('secret');
});

describe('put rejects bytes that do not match their type', () => {
  const text = (content: string) => Buffer.from(content);
  test.for<[string, FileType, Buffer]>([
    ['a page', 'image/png', text('<!doctype html><script>alert(1)</script>')],
    ['a JPEG', 'image/png', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['half a signature', 'image/png', png.subarray(0, 4)],
    ['nothing', 'image/jpeg', Buffer.alloc(0)],
    ['sound', 'image/webp', wav],
    ['text', 'audio/mpeg', text('Forty-one.')],
    ['a page', 'image/svg+xml', text('<html><svg ></svg></html>')],
    ['what is no text', 'image/svg+xml', Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
    ['half a drawing', 'image/svg+xml', text('<svg xmlns="x"><path d="M0 0"/>')],
    ['a program', 'image/svg+xml', text('<svg xmlns="x"><script>1</script></svg>')],
    ['a handler', 'image/svg+xml', text('<svg xmlns="x" onload="alert(1)"></svg>')],
    ['a handler over two lines', 'image/svg+xml', text('<svg xmlns="x"\n onload\n="alert(1)"></svg>')],
    ['a handler behind a value', 'image/svg+xml', text('<svg xmlns="x"><rect id=">" onload="f()"/></svg>')],
    ['a prefix', 'image/svg+xml', text('<svg xmlns="x"><b-b:script>1</b-b:script></svg>')],
    ['a fill from elsewhere', 'image/svg+xml', text('<svg xmlns="x"><rect fill="url(http://e/)"/></svg>')],
    ['a reference', 'image/svg+xml', text('<svg xmlns="x"><image href="https://example.com/x.png"/></svg>')],
    ['foreign content', 'image/svg+xml', text('<svg xmlns="x"><foreignObject></foreignObject></svg>')],
    ['an entity', 'image/svg+xml', text('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="x">&a;</svg>')],
    ['an animation', 'image/svg+xml', text('<svg xmlns="x"><set attributeName="onload" to="1"/></svg>')],
  ] as const)('%s as %s', async ([_, type, bytes], { server }) => {
    await expect(server.storage.put(bytes, type)).rejects.toMatchObject({ code: 'unsupported_type' });
    expect([await rows(server), onDisk(server)]).toEqual([[], []]);
  });
});

describe('deleting a file', () => {
  const two = async (server: TestApp, world: World) =>
    [await aFile(server, ofProject(world)), await aFile(server, ofProject(world))] as const;

  test('happens when its owner detaches it, and not before', async ({ server, world, olive }) => {
    const [first, second] = await two(server, world);
    await server.storage.discard([first, second]);
    expect(onDisk(server)).toHaveLength(2);
    await detachFile(server.db, first, { projectId: world.project.id + 1 });
    await server.storage.discard([first]);
    expect(onDisk(server)).toHaveLength(2);
    await detachFile(server.db, first, ofProject(world));
    await server.storage.discard([first]);
    expect(onDisk(server)).toEqual([second.slice('/uploads/'.length)]);
    expect(await rows(server)).toHaveLength(1);
    expect((await olive.get(first)).statusCode).toBe(404);
  });

  test('happens with its project', async ({ server, world, olive }) => {
    const other = await aProject(server.db, { userId: world.olive.id });
    const kept = await aFile(server, { projectId: other.id });
    const [gone] = await two(server, world);
    expect((await olive.delete(world.projectUrl)).statusCode).toBe(204);
    expect(onDisk(server)).toEqual([kept.slice('/uploads/'.length)]);
    expect((await olive.get(gone)).statusCode).toBe(404);
    expect((await olive.get(kept)).statusCode).toBe(200);
  });

  test('is done by the sweep after a crash, or when its user was deleted', async ({ server, world }) => {
    const nell = await aUser(server.db);
    await aFile(server, { userId: nell.id });
    await server.storage.put(png, 'image/png');
    const kept = await aFile(server, ofProject(world));
    await server.db.delete(users).where(eq(users.id, nell.id));
    for (const { name } of await rows(server)) await age(server, name, 2);
    expect(await server.storage.sweep()).toBe(2);
    expect(onDisk(server)).toEqual([kept.slice('/uploads/'.length)]);
    expect(await rows(server)).toHaveLength(1);
    expect(await server.storage.sweep()).toBe(0);
  });

  test('is done by the sweep only after an hour, because a running call may still need it', async ({
    server,
    world,
    olive,
  }) => {
    const url = await server.storage.put(png, 'image/png');
    expect(await server.storage.sweep()).toBe(0);
    await attachFile(server.db, url, ofProject(world));
    expect((await olive.get(url)).statusCode).toBe(200);
  });

  test('removes its row even if its bytes were never written', async ({ server }) => {
    await server.db.insert(files).values({ name: 'lost.png', contentType: 'image/png', sizeBytes: 1 });
    await age(server, 'lost.png', 2);
    expect(await server.storage.sweep()).toBe(1);
    expect(await rows(server)).toEqual([]);
  });

  test('ignores an address outside of the storage', async ({ server, world }) => {
    await two(server, world);
    await server.storage.discard([null, undefined, '', '/uploads/../cold', 'https://example.com/x.png']);
    await detachFile(server.db, 'https://example.com/x.png', ofProject(world));
    expect(onDisk(server)).toHaveLength(2);
  });
});

test('attachFile rejects a deleted file', async ({ server, world }) => {
  const url = await server.storage.put(png, 'image/png');
  await server.storage.discard([url]);
  await expect(attachFile(server.db, url, ofProject(world))).rejects.toThrow(
    'was deleted before it had an owner',
  );
});

test('withDiskMetrics records the duration of storage operations', async ({ server, world, olive }) => {
  await olive.get(await aFile(server, ofProject(world)));
  const figures = await server.metrics.registry.metrics();
  for (const operation of ['put', 'read'])
    expect(figures).toContain(
      `storage_operation_duration_seconds_count{operation="${operation}",outcome="ok"}`,
    );
});
