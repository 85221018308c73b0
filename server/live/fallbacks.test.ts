import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect } from 'vitest';
import { projectShares } from '#server/db/schema/projects.ts';
import { projectById } from '#server/projects/projects.queries.ts';
import { liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn, type TestApp } from '#test/app.ts';
import { eventually } from '#test/eventually.ts';
import { type LiveClient, liveAddressOf, openLiveChannel, openLiveClient } from '#test/live.ts';
import { openEventStreamClient, openPollingClient } from '#test/liveFallbacks.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import type { Name, World } from '#test/world.ts';

const opened: LiveClient[] = [];
afterEach(() => {
  for (const client of opened.splice(0)) client.disconnect();
});

const revision = async (server: TestApp, world: World) =>
  (await projectById(server.db, world.project.id))?.revision ?? 0;
const inProject = (world: World, path: string) =>
  `/api/projects/${encodeProjectId(world.project.id)}/${path}`;
const place = { elementId: 2, afterId: null, elementType: 'action' } as const;
const shareOf = async (server: TestApp, world: World) => {
  const [share] = await server.db
    .select()
    .from(projectShares)
    .where(eq(projectShares.sharedWithUserId, world.eddie.id));
  return inProject(world, `access/${share?.id}`);
};

const transports = [
  ['eventStream', openEventStreamClient],
  ['polling', openPollingClient],
] as const;

describe.for(transports)('the live channel by %s', ([transport, openFallback]) => {
  async function open(
    server: TestApp,
    world: World,
    name: Name,
    options: Parameters<typeof openFallback>[3] = {},
  ): Promise<LiveClient> {
    const since = await revision(server, world);
    const client = await openFallback(server, world[name], world.project.id, { since, ...options });
    opened.push(client);
    return client;
  }
  const openSocket = async (server: TestApp, world: World, name: Name) => {
    const since = await revision(server, world);
    const client = await openLiveClient(server, world[name], world.project.id, { since });
    opened.push(client);
    return client;
  };

  test('sends each change once, in order', async ({ server, world, eddie }) => {
    const since = await revision(server, world);
    const client = await open(server, world, 'vic');
    for (const title of ['One', 'Two', 'Three']) await eddie.post(inProject(world, 'outlines'), { title });
    const revs = [await client.next('changed'), await client.next('changed'), await client.next('changed')];
    expect(revs.map(({ rev }) => rev)).toEqual([since + 1, since + 2, since + 3]);
  });

  test('resumes after the last revision that arrived', async ({ server, world, eddie }) => {
    const since = await revision(server, world);
    const window = randomUUID();
    const first = await open(server, world, 'vic', { window });
    await eddie.post(inProject(world, 'outlines'), { title: 'One' });
    expect((await first.next('changed')).rev).toBe(since + 1);
    first.disconnect();
    await eddie.post(inProject(world, 'outlines'), { title: 'Two' });
    const again = await open(server, world, 'vic', { window, since: since + 1 });
    await eddie.post(inProject(world, 'outlines'), { title: 'Three' });
    expect((await again.next('changed')).rev).toBe(since + 2);
    expect((await again.next('changed')).rev).toBe(since + 3);
  });

  test('passes places and drafts on in both directions', async ({ server, world }) => {
    const [olives, eddies] = [await openSocket(server, world, 'olive'), await open(server, world, 'eddie')];
    eddies.send({ type: 'here', view: 'script', elementId: 4 });
    const { people } = await olives.next('presence', (each) => each.people.some(({ view }) => view !== null));
    expect(people).toMatchObject([{ userId: world.olive.id }, { userId: world.eddie.id, elementId: 4 }]);
    eddies.send({ type: 'draft', ...place, text: 'Fog.', caret: 4 });
    expect((await olives.next('draft')).text).toBe('Fog.');
    olives.send({ type: 'draft', ...place, text: 'Gulls.', caret: 6 });
    expect((await eddies.next('draft')).text).toBe('Gulls.');
    eddies.send({ type: 'ping' });
    await eddies.next('pong');
  });

  test('passes no drafts of a viewer on, and ignores nonsense', async ({ server, world }) => {
    const [olives, vics] = [await openSocket(server, world, 'olive'), await open(server, world, 'vic')];
    vics.send({ type: 'draft', ...place, text: 'Mine.', caret: 5 });
    for (const text of ['null', '7', '{"type":"draft"}', '{']) vics.sendText(text);
    vics.send({ type: 'draft', ...place, text: null, caret: null });
    expect((await olives.next('draft')).text).toBe(null);
  });

  test('closes for a removed member at once', async ({ server, world, olive }) => {
    const eddies = await open(server, world, 'eddie');
    await olive.delete(await shareOf(server, world));
    // A poll that comes later is answered as any call.
    const codes = transport === 'polling' ? [liveCloseCodes.noAccess, 1006] : [liveCloseCodes.noAccess];
    expect(codes).toContain(await eddies.closed);
    await expect(open(server, world, 'eddie')).rejects.toThrow('404');
  });

  test('closes with the session and gets nothing that is committed later', async ({
    server,
    world,
    eddie,
  }) => {
    const session = await signIn(server.db, world.olive.id);
    const client = await open(server, world, 'olive', { session });
    await client.next('presence');
    await server.visitor.inject({ url: '/api/logout', cookies: { sid: session } });
    const codes = transport === 'polling' ? [liveCloseCodes.signedOut, 1006] : [liveCloseCodes.signedOut];
    expect(codes).toContain(await client.closed);
    await eddie.post(inProject(world, 'outlines'), { title: 'After' });
    await expect(client.next('changed')).rejects.toThrow('closed before');
  });

  test('closes when the project is deleted', async ({ server, world, olive }) => {
    const vics = await open(server, world, 'vic');
    await olive.delete(inProject(world, '').slice(0, -1));
    const codes = transport === 'polling' ? [liveCloseCodes.noProject, 1006] : [liveCloseCodes.noProject];
    expect(codes).toContain(await vics.closed);
  });

  test('uses a lower role for later drafts', async ({ server, world, olive }) => {
    const [olives, eddies] = [await openSocket(server, world, 'olive'), await open(server, world, 'eddie')];
    eddies.send({ type: 'draft', ...place, text: 'Min', caret: 3 });
    await olives.next('draft');
    await olive.patch(await shareOf(server, world), { role: 'viewer' });
    await eddies.next('changed', ({ entity }) => entity === 'access');
    await olive.post(inProject(world, 'outlines'), { title: 'One' });
    await eddies.next('changed', ({ entity }) => entity === 'outline');
    eddies.send({ type: 'draft', ...place, text: 'Mine', caret: 4 });
    eddies.send({ type: 'draft', ...place, text: null, caret: null });
    expect((await olives.next('draft')).text).toBe(null);
  });

  test.for([
    ['a visitor', null, {}, 401],
    ['a stranger', 'sam', {}, 404],
    ['a page of another site', 'olive', { origin: 'https://evil.example' }, 403],
    ['a page of another site without an origin', 'olive', { 'sec-fetch-site': 'cross-site' }, 403],
  ] as const)('rejects %s', async ([_who, name, headers, status], { server, world }) => {
    const user = name ? world[name] : null;
    await expect(openFallback(server, user, world.project.id, { headers })).rejects.toThrow(String(status));
  });

  test('disconnects a tab that sends too much', async ({ server, world }) => {
    const eddies = await open(server, world, 'eddie');
    await eddies.next('presence');
    const ten = Array.from({ length: 10 }, () => '{"type":"here","view":null,"elementId":null}').join();
    for (let n = 0; n < 20; n++) eddies.sendText(ten);
    expect(await eddies.closed).toBe(liveCloseCodes.tooMuch);
  });

  test('has twenty connections of a person with WebSockets, and one of each tab', async ({
    server,
    world,
  }) => {
    for (let count = 0; count < 10; count++) await openSocket(server, world, 'eddie');
    const tab = { window: randomUUID(), session: await signIn(server.db, world.eddie.id) };
    const older = await open(server, world, 'eddie', tab);
    for (let count = 0; count < 9; count++) await open(server, world, 'eddie');
    const tooMany = await open(server, world, 'eddie');
    expect(await tooMany.closed).toBe(liveCloseCodes.tooMuch);
    const newer = await open(server, world, 'eddie', tab);
    expect(await older.closed).toBe(liveCloseCodes.replaced);
    await newer.next('presence', ({ people }) => people.length === 20);
  });

  test('cannot be used by another session that knows the window', async ({ server, world }) => {
    const window = randomUUID();
    const [olives, eddies] = [
      await open(server, world, 'olive', { window }),
      await open(server, world, 'eddie', { window }),
    ];
    const { you } = await olives.next('presence', ({ people }) => people.length === 2);
    expect((await eddies.next('presence')).you).not.toBe(you);
    eddies.send({ type: 'draft', ...place, text: 'Fog.', caret: 4 });
    expect((await olives.next('draft')).from).not.toBe(you);
  });

  test('is counted by /api/health', async ({ server, world }) => {
    await openSocket(server, world, 'olive');
    const client = await open(server, world, 'eddie');
    const health = async () => (await server.visitor.get('/api/health')).json().liveConnections;
    const none = { webSocket: 1, eventStream: 0, polling: 0 };
    expect(await health()).toEqual({ ...none, [transport]: 1 });
    if (transport === 'polling') return;
    client.disconnect();
    await eventually(async () => expect(await health()).toEqual(none));
  });

  test('shows a tab with two connections once, where it is, and none of its drafts to itself', async ({
    server,
    world,
  }) => {
    const window = randomUUID();
    const session = await signIn(server.db, world.eddie.id);
    const olives = await openSocket(server, world, 'olive');
    const fallback = await open(server, world, 'eddie', { window, session });
    fallback.send({ type: 'here', view: 'script', elementId: 4 });
    await olives.next('presence', ({ people }) => people.some(({ view }) => view !== null));
    const { address, cookie } = await liveAddressOf(server, world.eddie, world.project.id, session);
    const socket = await openLiveChannel(`${address.replace('http', 'ws')}?window=${window}`, cookie);
    opened.push(socket);
    const { people, you } = await socket.next('presence');
    expect(people).toMatchObject([{ userId: world.olive.id }, { id: you, view: 'script' }]);
    fallback.send({ type: 'draft', ...place, text: 'Fog.', caret: 4 });
    expect(await olives.next('draft')).toMatchObject({ from: you, text: 'Fog.' });
    olives.send({ type: 'draft', ...place, text: 'Gulls.', caret: 6 });
    expect((await socket.next('draft')).text).toBe('Gulls.');
  });
});

test('the event stream names revisions as ids, and resumes by Last-Event-ID', async ({
  server,
  world,
  eddie,
}) => {
  const since = await revision(server, world);
  await eddie.post(inProject(world, 'outlines'), { title: 'One' });
  await eddie.post(inProject(world, 'outlines'), { title: 'Two' });
  const client = await openEventStreamClient(server, world.vic, world.project.id, {
    since,
    headers: { 'last-event-id': String(since + 1) },
  });
  opened.push(client);
  expect((await client.next('changed')).rev).toBe(since + 2);
});

test('a poll whose reply was lost is answered again', async ({ server, world, eddie }) => {
  const since = await revision(server, world);
  const body = { window: 'one', since, cursor: null as string | null };
  const olive = server.as(world.olive);
  const poll = async () => (await olive.post(inProject(world, 'live/poll'), body)).json();
  const first = await poll();
  body.cursor = first.cursor;
  await eddie.post(inProject(world, 'outlines'), { title: 'One' });
  const changed = ({ messages }: { messages: string[] }) =>
    messages.filter((text) => text.includes('"changed"'));
  let lost = await poll();
  while (changed(lost).length === 0) lost = await poll();
  const again = await poll();
  expect(changed(again)).toEqual(changed(lost));
  body.cursor = again.cursor;
  await eddie.post(inProject(world, 'outlines'), { title: 'Two' });
  let later = await poll();
  while (changed(later).length === 0) later = await poll();
  expect(changed(later)).toHaveLength(1);
});

test('a connection that was closed between two polls gives its reason to the next', async ({
  server,
  world,
}) => {
  const olive = server.as(world.olive);
  const since = await revision(server, world);
  const poll = async (cursor: string | null) =>
    (await olive.post(inProject(world, 'live/poll'), { window: 'one', since, cursor })).json();
  const { cursor } = await poll(null);
  const here = { type: 'here', view: null, elementId: null };
  const call = { window: 'one', messages: Array.from({ length: 10 }, () => here) };
  await Promise.all(Array.from({ length: 20 }, () => olive.post(inProject(world, 'live/messages'), call)));
  expect((await poll(cursor)).closeCode).toBe(liveCloseCodes.tooMuch);
  expect((await poll(cursor)).closeCode).toBe(null);
});

test('a stopping server closes event streams and polls, so that browsers connect again', async ({
  world,
  server,
}) => {
  const stream = await openEventStreamClient(server, world.olive, world.project.id);
  const polling = await openPollingClient(server, world.eddie, world.project.id);
  opened.push(stream, polling);
  await server.app.close();
  expect(await stream.closed).toBe(liveCloseCodes.restart);
  expect([liveCloseCodes.restart, 1006]).toContain(await polling.closed);
});
