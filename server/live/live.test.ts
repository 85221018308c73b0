import { eq, gt } from 'drizzle-orm';
import { afterEach, describe, expect } from 'vitest';
import { sessions } from '#server/db/schema/people.ts';
import { projectChanges, projectShares, projects } from '#server/db/schema/projects.ts';
import { changeProject, publishProjectChange } from '#server/lib/projectChange.ts';
import { sha256Of } from '#server/lib/session.ts';
import { projectById } from '#server/projects/projects.queries.ts';
import { liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { type Caller, signIn, type TestApp } from '#test/app.ts';
import { type LiveClient, openLiveClient } from '#test/live.ts';
import { portOf } from '#test/rawHttp.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import { aSilentSocket } from '#test/silentSocket.ts';
import type { Name, World } from '#test/world.ts';

const windows: LiveClient[] = [];
afterEach(() => {
  for (const window of windows.splice(0)) window.disconnect();
});

const revision = async (server: TestApp, world: World) =>
  (await projectById(server.db, world.project.id))?.revision ?? 0;
/** It hears what comes after this moment. */
async function windowOf(
  server: TestApp,
  world: World,
  name: Name,
  opening?: Parameters<typeof openLiveClient>[3],
): Promise<LiveClient> {
  const since = await revision(server, world);
  const window = await openLiveClient(server, world[name], world.project.id, { since, ...opening });
  windows.push(window);
  return window;
}
const inProject = (world: World, path: string) =>
  `/api/projects/${encodeProjectId(world.project.id)}/${path}`;
const elements = async (world: World, olive: Caller) =>
  (await olive.get(inProject(world, 'script-elements'))).json();

describe('what is committed', () => {
  test('comes with its rows, in the order of the revisions', async ({ server, world, olive, eddie }) => {
    const since = await revision(server, world);
    const vic = await windowOf(server, world, 'vic', { since });
    const [heading, action] = await elements(world, olive);
    await eddie.patch(`/api/script-elements/${action.id}`, { content: 'Fog.' });
    // Rows come as they are when they are read.
    const written = await vic.next('changed');
    await eddie.delete(`/api/script-elements/${action.id}`);
    await eddie.patch(`/api/script-elements/${heading.id}`, { content: 'INT. BRIDGE - DAY' });
    expect(written).toMatchObject({
      ...{ rev: since + 1, entity: 'element', ids: [action.id], actorUserId: world.eddie.id },
      elements: [{ id: action.id, content: 'Fog.' }],
    });
    expect(written.actorWindow).toBe(null);
    expect(await vic.next('changed')).toMatchObject({ rev: since + 2, ids: [action.id], elements: [] });
    expect(await vic.next('changed')).toMatchObject({
      ...{ rev: since + 3, entity: 'scene', scenes: [{ id: heading.sceneId, heading: 'INT. BRIDGE - DAY' }] },
    });
    expect(await vic.next('changed')).toMatchObject({ rev: since + 4, entity: 'element' });
  });

  test('names the window it was made in, and every answer the revision before it', async ({
    server,
    world,
    eddie,
  }) => {
    const since = await revision(server, world);
    const window = await windowOf(server, world, 'olive', { since });
    const answer = await eddie.inject({
      ...{ method: 'POST', url: inProject(world, 'outlines'), payload: { title: 'Departure' } },
      headers: { 'x-window': 'one-of-eddies' },
    });
    expect(Number(answer.headers['x-revision'])).toBe(since);
    expect(await window.next('changed')).toMatchObject({
      ...{ actorUserId: world.eddie.id, actorWindow: 'one-of-eddies' },
    });
    const hostile = { 'x-window': '"); drop table users; --' };
    await eddie.inject({
      method: 'POST',
      url: inProject(world, 'outlines'),
      payload: { title: 'Two' },
      headers: hostile,
    });
    expect((await window.next('changed')).actorWindow).toBe(null);
  });

  test('is announced by id for comments, characters and everything else', async ({
    server,
    world,
    eddie,
  }) => {
    const window = await windowOf(server, world, 'olive', { since: await revision(server, world) });
    const posts = [
      ['comment', 'comments', { content: 'Louder?' }],
      ['character', 'characters', { name: 'PURSER' }],
      ['outline', 'outlines', { title: 'Departure' }],
      ['act', 'acts', { title: 'One' }],
      ['sequence', 'sequences', { name: 'Boarding', actNumber: 1 }],
      ['beat', 'story-beats', { title: 'Forty cars', actNumber: 1 }],
    ] as const;
    for (const [entity, path, body] of posts) {
      const made = (await eddie.post(inProject(world, path), body)).json();
      const change = await window.next('changed', (message) => message.entity === entity);
      expect(change.ids).toContain(made.id);
      expect(change).not.toHaveProperty('elements');
    }
    await eddie.patch(inProject(world, '').slice(0, -1), { logline: 'She counts.' });
    await window.next('changed', ({ entity }) => entity === 'project');
  });

  test('sends missed changes first, once, followed by new ones', async ({ server, world, eddie }) => {
    const since = await revision(server, world);
    await eddie.post(inProject(world, 'outlines'), { title: 'One' });
    await eddie.post(inProject(world, 'outlines'), { title: 'Two' });
    const window = await windowOf(server, world, 'olive', { since });
    await eddie.post(inProject(world, 'outlines'), { title: 'Three' });
    const revs = [await window.next('changed'), await window.next('changed'), await window.next('changed')];
    expect(revs.map(({ rev }) => rev)).toEqual([since + 1, since + 2, since + 3]);
  });

  test('is to be refetched where it is no longer known', async ({ server, world, eddie }) => {
    const since = await revision(server, world);
    await eddie.post(inProject(world, 'outlines'), { title: 'One' });
    await eddie.post(inProject(world, 'outlines'), { title: 'Two' });
    await server.db.delete(projectChanges).where(eq(projectChanges.rev, since + 1));
    const window = await windowOf(server, world, 'olive', { since });
    expect(await window.next('resync')).toEqual({ type: 'resync', rev: since + 2 });
    await eddie.post(inProject(world, 'outlines'), { title: 'Three' });
    expect((await window.next('changed')).rev).toBe(since + 3);
  });

  test.for([1, 500, 2_000_000_000])(
    'is to be read again by a window that is %i revisions ahead, as after a restored backup, and comes from then on',
    async (ahead, { server, world, eddie }) => {
      const since = await revision(server, world);
      const window = await windowOf(server, world, 'olive', { since: since + ahead });
      expect(await window.next('resync')).toEqual({ type: 'resync', rev: since });
      await eddie.post(inProject(world, 'outlines'), { title: 'One' });
      expect((await window.next('changed')).rev).toBe(since + 1);
    },
  );

  test('is to be read again by windows that are open while a backup is restored', async ({
    server,
    world,
    eddie,
  }) => {
    await eddie.post(inProject(world, 'outlines'), { title: 'One' });
    await eddie.post(inProject(world, 'outlines'), { title: 'Two' });
    const before = await revision(server, world);
    const window = await windowOf(server, world, 'olive', { since: before - 1 });
    await window.next('changed');
    await server.db.delete(projectChanges).where(gt(projectChanges.rev, before - 2));
    await server.db
      .update(projects)
      .set({ revision: before - 2 })
      .where(eq(projects.id, world.project.id));
    await eddie.post(inProject(world, 'outlines'), { title: 'Three' });
    expect(await window.next('resync')).toEqual({ type: 'resync', rev: before - 1 });
  });
});

const place = { elementId: 2, afterId: null, elementType: 'action' } as const;

describe('people', () => {
  test('see who is there and where, each window of theirs, until they leave', async ({ server, world }) => {
    const window = await windowOf(server, world, 'olive');
    const eddies = await windowOf(server, world, 'eddie');
    await window.next('presence', ({ people }) => people.length === 2);
    eddies.send({ type: 'here', view: 'script', elementId: 4 });
    const { people, you } = await window.next('presence', (each) =>
      each.people.some(({ view }) => view === 'script'),
    );
    const [own, other] = people;
    expect(own).toMatchObject({ id: you, userId: world.olive.id, name: 'Olive Owner', view: null });
    expect(other).toMatchObject({ userId: world.eddie.id, name: 'Eddie Editor', elementId: 4 });
    const again = await windowOf(server, world, 'eddie');
    const three = await window.next('presence', (each) => each.people.length === 3);
    expect(three.people.map(({ userId }) => userId)).toEqual([
      world.olive.id,
      world.eddie.id,
      world.eddie.id,
    ]);
    again.disconnect();
    eddies.disconnect();
    await window.next('presence', (each) => each.people.length === 1);
  });

  test('see what somebody writes before it is saved; a reader’s words go nowhere', async ({
    server,
    world,
  }) => {
    const [window, eddies, vics] = [
      await windowOf(server, world, 'olive'),
      await windowOf(server, world, 'eddie'),
      await windowOf(server, world, 'vic'),
    ];
    vics.send({ type: 'draft', ...place, text: 'I write, too', caret: 3 });
    eddies.send({ type: 'draft', ...place, text: 'Fog. Nob', caret: 8 });
    const draft = await window.next('draft');
    expect(draft).toMatchObject({ ...place, text: 'Fog. Nob', caret: 8 });
    eddies.send({ type: 'draft', ...place, text: null, caret: null });
    expect((await window.next('draft')).text).toBe(null);
    expect((await vics.next('draft')).from).toBe(draft.from);
  });

  test('are ignored when they send nonsense, and disconnected when they send too much', async ({
    server,
    world,
  }) => {
    const [window, eddies] = [await windowOf(server, world, 'olive'), await windowOf(server, world, 'eddie')];
    for (const text of ['', '{', '[]', '{"type":"draft"}', '{"type":"here","view":7}', 'null'])
      eddies.sendText(text);
    eddies.send({ type: 'draft', ...place, text: 'Here.', caret: 5 });
    expect((await window.next('draft')).text).toBe('Here.');
    for (let n = 0; n < 100; n++) eddies.send({ type: 'here', view: 'script', elementId: null });
    expect(await eddies.closed).toBe(liveCloseCodes.tooMuch);
    const vics = await windowOf(server, world, 'vic');
    vics.sendText('x'.repeat(300_000));
    expect(await vics.closed).toBe(1009);
  });
});

test('one person may have twenty windows on a project', async ({ server, world }) => {
  for (let count = 0; count < 20; count++) await windowOf(server, world, 'eddie');
  const one = await windowOf(server, world, 'eddie');
  expect(await one.closed).toBe(liveCloseCodes.tooMuch);
  const vics = await windowOf(server, world, 'vic');
  expect((await vics.next('presence', ({ people }) => people.length === 21)).people).toHaveLength(21);
});

describe('who may be there', () => {
  test.for([
    ['a visitor', null, {}, 401],
    ['a stranger', 'sam', {}, 404],
    ['somebody on a page of another site', 'olive', { headers: { origin: 'https://evil.example' } }, 403],
  ] as const)('not %s', async ([_who, name, opening, status], { server, world }) => {
    const user = name ? world[name] : null;
    await expect(openLiveClient(server, user, world.project.id, opening)).rejects.toThrow(String(status));
  });

  test('are disconnected at once when they are removed', async ({ server, world, olive }) => {
    const eddies = await windowOf(server, world, 'eddie');
    const [share] = await server.db
      .select()
      .from(projectShares)
      .where(eq(projectShares.sharedWithUserId, world.eddie.id));
    await olive.delete(inProject(world, `access/${share?.id}`));
    expect(await eddies.closed).toBe(liveCloseCodes.noAccess);
  });

  test('cannot write any more with a lower role', async ({ server, world, olive }) => {
    const [window, eddies] = [await windowOf(server, world, 'olive'), await windowOf(server, world, 'eddie')];
    eddies.send({ type: 'draft', ...place, text: 'Min', caret: 3 });
    await window.next('draft');
    const [share] = await server.db
      .select()
      .from(projectShares)
      .where(eq(projectShares.sharedWithUserId, world.eddie.id));
    await olive.patch(inProject(world, `access/${share?.id}`), { role: 'viewer' });
    await eddies.next('changed', ({ entity }) => entity === 'access');
    // Data requested after the message is requested with the new role.
    await olive.post(inProject(world, 'outlines'), { title: 'One' });
    await eddies.next('changed', ({ entity }) => entity === 'outline');
    eddies.send({ type: 'draft', ...place, text: 'Mine', caret: 4 });
    // But that there are no words any more, which would stay on the others' screens.
    eddies.send({ type: 'draft', ...place, text: null, caret: null });
    expect((await window.next('draft')).text).toBe(null);
  });

  test('nobody, when the project is deleted', async ({ server, world, olive }) => {
    const [window, vics] = [await windowOf(server, world, 'olive'), await windowOf(server, world, 'vic')];
    await olive.delete(inProject(world, '').slice(0, -1));
    expect(await window.closed).toBe(liveCloseCodes.noProject);
    expect(await vics.closed).toBe(liveCloseCodes.noProject);
  });
});

describe('a window whose session has ended', () => {
  const cookies = (sid: string) => ({ cookies: { sid } });
  /** Olive's window, in a session that a test can end. */
  async function signedInWindow(server: TestApp, world: World) {
    const session = await signIn(server.db, world.olive.id);
    const window = await windowOf(server, world, 'olive', { session });
    await window.next('presence');
    return { session, window };
  }

  async function expectDeaf(world: World, eddie: Caller, window: LiveClient) {
    expect(await window.closed).toBe(liveCloseCodes.signedOut);
    await eddie.post(inProject(world, 'outlines'), { title: 'After' });
    await expect(window.next('changed')).rejects.toThrow('closed before');
  }

  test('is closed by a sign-out in another window of that browser', async ({ server, world, eddie }) => {
    const { session, window } = await signedInWindow(server, world);
    const elsewhere = await windowOf(server, world, 'olive');
    await server.visitor.inject({ url: '/api/logout', ...cookies(session) });
    await expectDeaf(world, eddie, window);
    expect((await elsewhere.next('changed')).entity).toBe('outline');
  });

  test('is closed by a sign-out of all other browsers', async ({ server, world, eddie }) => {
    const { session, window } = await signedInWindow(server, world);
    const own = await signIn(server.db, world.olive.id);
    const kept = await windowOf(server, world, 'olive', { session: own });
    await server.visitor.inject({ method: 'DELETE', url: '/api/auth/sessions', ...cookies(own) });
    await expectDeaf(world, eddie, window);
    expect(session).not.toBe(own);
    expect((await kept.next('changed')).entity).toBe('outline');
  });

  test('is closed when the session is past its time', async ({ server, world, eddie }) => {
    const { session, window } = await signedInWindow(server, world);
    await server.db
      .update(sessions)
      .set({ expire: new Date(Date.now() - 1000) })
      .where(eq(sessions.sid, sha256Of(session)));
    await expectDeaf(world, eddie, window);
  });

  test('gets nothing that is committed before it is closed', async ({ server, world, eddie }) => {
    const { session, window } = await signedInWindow(server, world);
    await server.db.delete(sessions).where(eq(sessions.sid, sha256Of(session)));
    await eddie.post(inProject(world, 'outlines'), { title: 'At once' });
    await expect(window.next('changed')).rejects.toThrow('closed before');
    expect(await window.closed).toBe(liveCloseCodes.signedOut);
  });

  test('is heard no more and cut soon, also when it does not answer the close', async ({ server, world }) => {
    const session = await signIn(server.db, world.olive.id);
    const vics = await windowOf(server, world, 'vic');
    const silent = await aSilentSocket(await portOf(server.app), inProject(world, 'live'), `sid=${session}`);
    await vics.next('presence', ({ people }) => people.length === 2);
    await server.visitor.inject({ url: '/api/logout', ...cookies(session) });
    await vics.next('presence', ({ people }) => people.length === 1);
    silent.sendText(JSON.stringify({ type: 'draft', ...place, text: 'From outside', caret: 3 }));
    await silent.cut;
    expect(silent.closeCodes()).toEqual([liveCloseCodes.signedOut]);
    const eddies = await windowOf(server, world, 'eddie');
    eddies.send({ type: 'draft', ...place, text: 'From inside', caret: 3 });
    expect((await vics.next('draft')).text).toBe('From inside');
  });
});

describe('a WebSocket', () => {
  test.for([
    ['/', 404],
    ['/api/health', 404],
    ['/api/projects', 404],
    ['/api/login', 404],
    ['/uploads/a.png', 404],
    ['/nowhere', 404],
    ['/api/projects/%00/live', 401],
    ['/api/projects/nothing/live', 401],
  ] as const)(
    'at %s is answered %i without a session, and its connection is closed',
    async ([path, status], { server }) => {
      const socket = await aSilentSocket(await portOf(server.app), path);
      expect(socket.answer).toMatch(`HTTP/1.1 ${status} `);
      await socket.cut;
    },
  );

  test('is opened nowhere but on the live channel for somebody who is signed in, either', async ({
    server,
    world,
  }) => {
    const cookie = `sid=${await signIn(server.db, world.olive.id)}`;
    const port = await portOf(server.app);
    for (const path of ['/', '/api/health', '/api/projects', inProject(world, 'outlines')]) {
      const socket = await aSilentSocket(port, path, cookie);
      expect(socket.answer).toMatch('HTTP/1.1 404 ');
      await socket.cut;
    }
    const live = await aSilentSocket(port, inProject(world, 'live'), cookie);
    expect(live.answer).toMatch('HTTP/1.1 101 ');
    live.destroy();
  });
});

test('sends nothing committed later to a removed member, in one read', async ({ server, world }) => {
  const eddies = await windowOf(server, world, 'eddie');
  await eddies.next('presence');
  // Both are committed before anything is read, as on another node without Redis.
  await server.db.transaction(async (tx) => {
    await changeProject(tx, { projectId: world.project.id, userId: world.olive.id }, async (change) => {
      await tx.delete(projectShares).where(eq(projectShares.sharedWithUserId, world.eddie.id));
      change.changed('access', []);
      change.changed('element', [1]);
    });
  });
  publishProjectChange(server.db, world.project.id);
  await expect(eddies.next('changed')).rejects.toThrow('closed before');
  expect(await eddies.closed).toBe(liveCloseCodes.noAccess);
});
