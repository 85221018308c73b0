import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectChanges, projectShares } from '#server/db/schema/projects.ts';
import { projectById } from '#server/projects/projects.queries.ts';
import { liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { aLiveWindow, type LiveWindow } from '#test/live.ts';
import { aWorld, type Name, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let olive: Caller;
let eddie: Caller;
const windows: LiveWindow[] = [];

beforeAll(async () => {
  server = await anApp();
});
beforeEach(async () => {
  await clear(server.db);
  world = await aWorld(server.db);
  olive = server.as(world.olive);
  eddie = server.as(world.eddie);
});
afterEach(() => {
  for (const window of windows.splice(0)) window.leave();
});
afterAll(() => server.close());

const revision = async () => (await projectById(server.db, world.project.id))?.revision ?? 0;
/** It hears what comes after this moment. */
async function windowOf(name: Name, opening?: Parameters<typeof aLiveWindow>[3]): Promise<LiveWindow> {
  const since = await revision();
  const window = await aLiveWindow(server, world[name], world.project.id, { since, ...opening });
  windows.push(window);
  return window;
}
const inProject = (path: string) => `/api/projects/${encodeProjectId(world.project.id)}/${path}`;
const elements = async () => (await olive.get(inProject('script-elements'))).json();

describe('what is committed', () => {
  test('comes with its rows, in the order of the revisions', async () => {
    const since = await revision();
    const vic = await windowOf('vic', { since });
    const [heading, action] = await elements();
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

  test('names the window it was made in, and every answer the revision before it', async () => {
    const since = await revision();
    const window = await windowOf('olive', { since });
    const answer = await eddie.inject({
      ...{ method: 'POST', url: inProject('outlines'), payload: { title: 'Departure' } },
      headers: { 'x-window': 'one-of-eddies' },
    });
    expect(Number(answer.headers['x-revision'])).toBe(since);
    expect(await window.next('changed')).toMatchObject({
      ...{ actorUserId: world.eddie.id, actorWindow: 'one-of-eddies' },
    });
    const hostile = { 'x-window': '"); drop table users; --' };
    await eddie.inject({
      method: 'POST',
      url: inProject('outlines'),
      payload: { title: 'Two' },
      headers: hostile,
    });
    expect((await window.next('changed')).actorWindow).toBe(null);
  });

  test('is told of comments, characters and everything else by their ids', async () => {
    const window = await windowOf('olive', { since: await revision() });
    const posts = [
      ['comment', 'comments', { content: 'Louder?' }],
      ['character', 'characters', { name: 'PURSER' }],
      ['outline', 'outlines', { title: 'Departure' }],
      ['act', 'acts', { title: 'One' }],
      ['sequence', 'sequences', { name: 'Boarding', actNumber: 1 }],
      ['beat', 'story-beats', { title: 'Forty cars', actNumber: 1 }],
    ] as const;
    for (const [entity, path, body] of posts) {
      const made = (await eddie.post(inProject(path), body)).json();
      const told = await window.next('changed', (message) => message.entity === entity);
      expect(told.ids).toContain(made.id);
      expect(told).not.toHaveProperty('elements');
    }
    await eddie.patch(inProject('').slice(0, -1), { logline: 'She counts.' });
    await window.next('changed', ({ entity }) => entity === 'project');
  });

  test('that somebody missed comes first, once, and then what follows', async () => {
    const since = await revision();
    await eddie.post(inProject('outlines'), { title: 'One' });
    await eddie.post(inProject('outlines'), { title: 'Two' });
    const window = await windowOf('olive', { since });
    await eddie.post(inProject('outlines'), { title: 'Three' });
    const revs = [await window.next('changed'), await window.next('changed'), await window.next('changed')];
    expect(revs.map(({ rev }) => rev)).toEqual([since + 1, since + 2, since + 3]);
  });

  test('is to be read anew where it is no longer known', async () => {
    const since = await revision();
    await eddie.post(inProject('outlines'), { title: 'One' });
    await eddie.post(inProject('outlines'), { title: 'Two' });
    await server.db.delete(projectChanges).where(eq(projectChanges.rev, since + 1));
    const window = await windowOf('olive', { since });
    expect(await window.next('resync')).toEqual({ type: 'resync', rev: since + 2 });
    await eddie.post(inProject('outlines'), { title: 'Three' });
    expect((await window.next('changed')).rev).toBe(since + 3);
  });
});

const place = { elementId: 2, afterId: null, elementType: 'action' } as const;

describe('people', () => {
  test('see who is there and where, each window of theirs, until they leave', async () => {
    const window = await windowOf('olive');
    const eddies = await windowOf('eddie');
    await window.next('presence', ({ people }) => people.length === 2);
    eddies.say({ type: 'here', view: 'script', elementId: 4 });
    const { people, you } = await window.next('presence', (each) =>
      each.people.some(({ view }) => view === 'script'),
    );
    const [own, other] = people;
    expect(own).toMatchObject({ id: you, userId: world.olive.id, name: 'Olive Owner', view: null });
    expect(other).toMatchObject({ userId: world.eddie.id, name: 'Eddie Editor', elementId: 4 });
    const again = await windowOf('eddie');
    const three = await window.next('presence', (each) => each.people.length === 3);
    expect(three.people.map(({ userId }) => userId)).toEqual([
      world.olive.id,
      world.eddie.id,
      world.eddie.id,
    ]);
    again.leave();
    eddies.leave();
    await window.next('presence', (each) => each.people.length === 1);
  });

  test('see what somebody writes before it is saved; a reader’s words go nowhere', async () => {
    const [window, eddies, vics] = [await windowOf('olive'), await windowOf('eddie'), await windowOf('vic')];
    vics.say({ type: 'draft', ...place, text: 'I write, too', caret: 3 });
    eddies.say({ type: 'draft', ...place, text: 'Fog. Nob', caret: 8 });
    const draft = await window.next('draft');
    expect(draft).toMatchObject({ ...place, text: 'Fog. Nob', caret: 8 });
    eddies.say({ type: 'draft', ...place, text: null, caret: null });
    expect((await window.next('draft')).text).toBe(null);
    expect((await vics.next('draft')).from).toBe(draft.from);
  });

  test('who say nonsense are not heard, and who say too much are let go', async () => {
    const [window, eddies] = [await windowOf('olive'), await windowOf('eddie')];
    for (const text of ['', '{', '[]', '{"type":"draft"}', '{"type":"here","view":7}', 'null'])
      eddies.sayText(text);
    eddies.say({ type: 'draft', ...place, text: 'Here.', caret: 5 });
    expect((await window.next('draft')).text).toBe('Here.');
    for (let n = 0; n < 100; n++) eddies.say({ type: 'here', view: 'script', elementId: null });
    expect(await eddies.closed).toBe(liveCloseCodes.tooMuch);
    const vics = await windowOf('vic');
    vics.sayText('x'.repeat(300_000));
    expect(await vics.closed).toBe(1009);
  });
});

test('one person may have twenty windows on a project', async () => {
  for (let count = 0; count < 20; count++) await windowOf('eddie');
  const one = await windowOf('eddie');
  expect(await one.closed).toBe(liveCloseCodes.tooMuch);
  const vics = await windowOf('vic');
  expect((await vics.next('presence', ({ people }) => people.length === 21)).people).toHaveLength(21);
});

describe('who may be there', () => {
  test.each([
    ['a visitor', null, {}, 401],
    ['a stranger', 'sam', {}, 404],
    ['somebody on a page of another site', 'olive', { headers: { origin: 'https://evil.example' } }, 403],
  ] as const)('not %s', async (_who, name, opening, status) => {
    const user = name ? world[name] : null;
    await expect(aLiveWindow(server, user, world.project.id, opening)).rejects.toThrow(String(status));
  });

  test('whoever is removed is gone at once, and hears nothing further', async () => {
    const eddies = await windowOf('eddie');
    const [share] = await server.db
      .select()
      .from(projectShares)
      .where(eq(projectShares.sharedWithUserId, world.eddie.id));
    await olive.delete(inProject(`access/${share?.id}`));
    expect(await eddies.closed).toBe(liveCloseCodes.noAccess);
  });

  test('with a lower role nothing is written any more', async () => {
    const [window, eddies] = [await windowOf('olive'), await windowOf('eddie')];
    eddies.say({ type: 'draft', ...place, text: 'Min', caret: 3 });
    await window.next('draft');
    const [share] = await server.db
      .select()
      .from(projectShares)
      .where(eq(projectShares.sharedWithUserId, world.eddie.id));
    await olive.patch(inProject(`access/${share?.id}`), { role: 'viewer' });
    await eddies.next('changed', ({ entity }) => entity === 'access');
    // What is asked for after it was told is asked for with the new role.
    await olive.post(inProject('outlines'), { title: 'One' });
    await eddies.next('changed', ({ entity }) => entity === 'outline');
    eddies.say({ type: 'draft', ...place, text: 'Mine', caret: 4 });
    // But that there are no words any more, which would stay on the others' screens.
    eddies.say({ type: 'draft', ...place, text: null, caret: null });
    expect((await window.next('draft')).text).toBe(null);
  });

  test('nobody, when the project is deleted', async () => {
    const [window, vics] = [await windowOf('olive'), await windowOf('vic')];
    await olive.delete(inProject('').slice(0, -1));
    expect(await window.closed).toBe(liveCloseCodes.noProject);
    expect(await vics.closed).toBe(liveCloseCodes.noProject);
  });
});
