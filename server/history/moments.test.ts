import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';
import type { PastElementSchema, ScriptVersion } from '#shared/contract/history.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

type ListedElement = PastElementSchema & { sceneId: number };

/** A Night Ferry for each test, shared with Eddie, Cora and Vic. */
let projectId: number;
let url: string;
let script: ListedElement[];

test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${projectId}`;
  script = await listed(olive);
});

const listed = async (olive: Caller) => (await olive.get(`${url}/script-elements`)).json() as ListedElement[];
const texts = (elements: readonly { content: string }[]) => elements.map(({ content }) => content);

/** Newest entry of the project; 0 for none. */
async function newest(server: TestApp): Promise<number> {
  const found = await server.db.select().from(scriptHistory).where(eq(scriptHistory.projectId, projectId));
  return Math.max(0, ...found.map(({ id }) => id));
}

async function scriptAt(olive: Caller, historyId: number, moveId?: number): Promise<PastElementSchema[]> {
  const move = moveId === undefined ? '' : `&moveId=${moveId}`;
  const answer = await olive.get(`${url}/script-at?historyId=${historyId}${move}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().elements;
}

const add = (olive: Caller, content: string, afterId: number | null) =>
  olive.post(`${url}/script-elements`, { elementType: 'action', content, afterId });
const write = (olive: Caller, id: number, fields: object) =>
  olive.patch(`/api/script-elements/${id}`, fields);

function elementCalled(content: string): PastElementSchema {
  const found = script.find((element) => element.content === content);
  if (!found) throw new Error(`No element says ${content}`);
  return found;
}

describe('GET /api/projects/:id/script-moment', () => {
  test('rejects times that a database cannot compare', async ({ olive }) => {
    for (const time of ['0000-01-01T00:00:00+23:59', '9999-12-31T23:59:00-23:59']) {
      const { statusCode } = await olive.get(`${url}/script-moment?time=${encodeURIComponent(time)}`);
      expect([time, statusCode]).toEqual([time, 400]);
    }
  });
});

describe('GET /api/projects/:id/script-at', () => {
  test('returns the script after each change', async ({ server, olive }) => {
    const rain = elementCalled('Rain on black water. A ferry strains at her ropes.');
    const line = elementCalled('Wait! I have a ticket!');
    const changes = [
      () => add(olive, 'Gulls.', rain.id),
      () => write(olive, rain.id, { content: 'Rain.' }),
      () => olive.delete(`/api/script-elements/${line.id}`),
      () =>
        write(olive, rain.id, { elementType: 'dialogue', characterName: 'Mara', parenthetical: '(beat)' }),
      () => olive.delete(`/api/script-elements/${script[0]?.id}`),
    ];
    const moments = [{ id: await newest(server), texts: texts(script) }];
    for (const change of changes) {
      expect((await change()).statusCode).toBeLessThan(300);
      moments.push({ id: await newest(server), texts: texts(await listed(olive)) });
    }
    for (const moment of moments) expect(texts(await scriptAt(olive, moment.id))).toEqual(moment.texts);
    const [first] = moments;
    expect((await scriptAt(olive, first?.id ?? 0)).find(({ id }) => id === rain.id)).toEqual({
      id: rain.id,
      elementType: 'action',
      content: rain.content,
      characterName: null,
      parenthetical: null,
      dual: null,
      originalType: null,
      extras: null,
      sceneNumber: null,
    });
  });

  test('contains what pages need, also of elements that are deleted', async ({ server, olive }) => {
    const [heading, rain] = script;
    const layout = { alignment: 'Center' as const };
    await server.db
      .update(scriptElements)
      .set({ extras: { layout, fdx: { own: 1 } }, originalType: 'Shot' })
      .where(eq(scriptElements.id, rain?.id ?? 0));
    await server.db
      .update(scenes)
      .set({ displayNumber: '12A' })
      .where(eq(scenes.id, heading?.sceneId ?? 0));
    const before = await newest(server);
    const read = async () =>
      (await scriptAt(olive, before)).slice(0, 2).map(({ sceneNumber, originalType, extras }) => ({
        ...{ sceneNumber, originalType, extras },
      }));
    const expected = [
      { sceneNumber: '12A', originalType: null, extras: null },
      { sceneNumber: null, originalType: 'Shot', extras: { layout } },
    ];
    expect(await read()).toEqual(expected);
    for (const element of [rain, heading]) await olive.delete(`/api/script-elements/${element?.id}`);
    expect(await read()).toEqual(expected);
  });

  test('contains the last text of a deleted element', async ({ server, olive }) => {
    const line = elementCalled('Wait! I have a ticket!');
    const before = await newest(server);
    await write(olive, line.id, { content: 'Wait!' });
    await olive.delete(`/api/script-elements/${line.id}`);
    expect((await scriptAt(olive, before)).find(({ id }) => id === line.id)).toMatchObject({
      content: 'Wait! I have a ticket!',
      gone: { elementType: 'dialogue', content: 'Wait!' },
    });
  });

  test('ends at the end of a change, since no user saw the script between its entries', async ({
    server,
    olive,
  }) => {
    const [heading, rain] = script;
    const timestamp = new Date();
    const before = await newest(server);
    await server.db
      .update(scriptElements)
      .set({ content: 'Snow.' })
      .where(eq(scriptElements.id, rain?.id ?? 0));
    const entry = { projectId, action: 'update' as const, timestamp };
    const made = await server.db
      .insert(scriptHistory)
      .values([
        { ...entry, elementId: heading?.id ?? 0 },
        { ...entry, elementId: rain?.id ?? 0, previousContent: rain?.content ?? '', newContent: 'Snow.' },
      ])
      .returning();
    const [first, last] = made.map(({ id }) => id);
    const answer = (await olive.get(`${url}/script-at?historyId=${first}`)).json();
    expect([answer.at, answer.elements[1].content]).toEqual([{ historyId: last, moveId: 0 }, 'Snow.']);
    expect((await scriptAt(olive, before))[1]?.content).toBe(rain?.content);
  });

  test('returns the change before the id when the id is of another project', async ({
    server,
    world,
    olive,
  }) => {
    const before = await newest(server);
    const other = await nightFerry(server.db, world.olive);
    await olive.delete(`/api/script-elements/${elementCalled('CUT TO:').id}`);
    expect(texts(await scriptAt(olive, before + 1))).toEqual(texts(script));
    expect(texts(await scriptAt(olive, 2_000_000_000))).toEqual(texts(await listed(olive)));
    expect(other.id).not.toBe(projectId);
  });

  test('includes the moves up to the next change, or up to the given one', async ({ server, olive }) => {
    const [first, second, third] = script;
    if (!first || !second || !third) throw new Error('Night Ferry is long enough');
    const before = await newest(server);
    await write(olive, third.id, { content: 'TOBIAS' });
    const after = await newest(server);
    const put = (id: number, orderIndex: number) =>
      server.db.update(scriptElements).set({ orderIndex }).where(eq(scriptElements.id, id));
    const note = async (elementId: number, afterElementId: number, historyId: number) => {
      const [move] = await server.db
        .insert(scriptMoves)
        .values({ projectId, elementId, afterElementId, historyId })
        .returning();
      return move?.id ?? 0;
    };
    await put(third.id, 15);
    const one = await note(third.id, second.id, after);
    await put(second.id, 500);
    const two = await note(second.id, third.id, after);
    const starts = async (historyId: number, moveId?: number) =>
      (await scriptAt(olive, historyId, moveId)).slice(0, 3).map(({ id }) => id);
    expect(await starts(after)).toEqual([first.id, third.id, script[3]?.id]);
    expect(await starts(after, two)).toEqual([first.id, third.id, script[3]?.id]);
    expect(await starts(after, one)).toEqual([first.id, third.id, second.id]);
    expect(await starts(after, 0)).toEqual([first.id, second.id, third.id]);
    // A move that came later than the moment never belongs to it.
    expect(texts(await scriptAt(olive, before, two))).toEqual(texts(script));
  });

  test('includes no move of a later change, even if that begins with moves', async ({ server, olive }) => {
    const [first, second, third] = script;
    if (!first || !second || !third) throw new Error('Night Ferry is long enough');
    await write(olive, second.id, { content: 'Rain.' });
    const before = await newest(server);
    const was = texts(await listed(olive));
    const edits = [
      { type: 'move', ids: [third.id], afterId: first.id },
      { type: 'update', id: second.id, fields: { content: 'Snow.' } },
    ];
    expect((await olive.post(`${url}/script-changes`, { edits })).statusCode).toBe(200);
    expect(texts(await scriptAt(olive, before))).toEqual(was);
    expect(texts(await scriptAt(olive, await newest(server)))).toEqual(texts(await listed(olive)));
    expect(texts(await listed(olive)).slice(1, 3)).toEqual([third.content, 'Snow.']);
  });

  test('is empty before the first change when all changes are recorded', async ({ server, world, olive }) => {
    const project = await aProject(server.db, { userId: world.olive.id });
    url = `/api/projects/${project.id}`;
    projectId = project.id;
    await olive.post(`${url}/script-elements`, {
      elementType: 'scene_heading',
      content: 'INT. BRIDGE - NIGHT',
    });
    expect(await scriptAt(olive, 0)).toEqual([]);
    expect(texts(await scriptAt(olive, await newest(server)))).toEqual(['INT. BRIDGE - NIGHT']);
  });

  test.for(['', '?historyId=-1', '?historyId=x', '?historyId=1&moveId=1.5'])(
    'rejects %j',
    async (query, { olive }) => {
      expect((await olive.get(`${url}/script-at${query}`)).statusCode).toBe(400);
    },
  );

  test('requires read access to the script', async ({ server, world }) => {
    const at = `${url}/script-at?historyId=0`;
    expect((await server.as(world.vic).get(at)).statusCode).toBe(200);
    expect((await server.as(world.sam).get(at)).statusCode).toBe(404);
    expect((await server.visitor.get(at)).statusCode).toBe(401);
  });
});

describe('named version', () => {
  const named = (olive: Caller, name: string, more: object = {}) =>
    olive.post(`${url}/script-versions`, { name, ...more });
  const versions = async (olive: Caller, caller = olive) =>
    (await caller.get(`${url}/script-versions`)).json() as ScriptVersion[];

  test('names the current script', async ({ server, olive }) => {
    await write(olive, script[1]?.id ?? 0, { content: 'Snow.' });
    const answer = await named(olive, '  First draft ');
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      name: 'First draft',
      historyId: await newest(server),
      moveId: 0,
      userEmail: 'olive@example.com',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await write(olive, script[1]?.id ?? 0, { content: 'Hail.' });
    const [version] = await versions(olive);
    expect((await scriptAt(olive, version?.historyId ?? 0, version?.moveId))[1]?.content).toBe('Snow.');
  });

  test('can name an earlier change', async ({ server, olive }) => {
    await write(olive, script[1]?.id ?? 0, { content: 'Snow.' });
    const historyId = await newest(server);
    await write(olive, script[1]?.id ?? 0, { content: 'Hail.' });
    expect((await named(olive, 'Snowed in', { historyId })).json()).toMatchObject({ historyId, moveId: 0 });
    const rejected = await named(olive, 'Nothing', { historyId: historyId + 100 });
    expect([rejected.statusCode, rejected.json().fields]).toEqual([
      400,
      { historyId: 'No change of this project' },
    ]);
  });

  test('is listed before those of earlier moments', async ({ server, olive }) => {
    await write(olive, script[1]?.id ?? 0, { content: 'Snow.' });
    const historyId = await newest(server);
    await write(olive, script[1]?.id ?? 0, { content: 'Hail.' });
    await named(olive, 'Second draft');
    await named(olive, 'First draft', { historyId });
    await named(olive, 'Second draft, again');
    expect((await versions(olive)).map(({ name }) => name)).toEqual([
      'Second draft, again',
      'Second draft',
      'First draft',
    ]);
  });

  test.for([
    ['nothing', '   '],
    ['201 characters', 'a'.repeat(201)],
    ['what cannot be stored', 'a\0b'],
  ] as const)('named with %s is rejected', async ([_, name], { olive }) => {
    const answer = await named(olive, name);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['name']]);
    expect(await versions(olive)).toEqual([]);
  });

  test('can be renamed and deleted without changing the script', async ({ server, world, olive }) => {
    const { id } = (await named(olive, 'First draft')).json();
    const renamed = await server
      .as(world.eddie)
      .patch(`/api/script-versions/${id}`, { name: ' Blue draft ' });
    expect([renamed.statusCode, renamed.json()]).toEqual([
      200,
      expect.objectContaining({ id, name: 'Blue draft' }),
    ]);
    expect((await olive.patch(`/api/script-versions/${id}`, { name: '' })).statusCode).toBe(400);
    expect((await versions(olive)).map(({ name }) => name)).toEqual(['Blue draft']);
    const deleted = await server.as(world.eddie).delete(`/api/script-versions/${id}`);
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    expect(await versions(olive)).toEqual([]);
    expect((await olive.delete(`/api/script-versions/${id}`)).json().message).toBe('Version not found');
    expect(texts(await listed(olive))).toEqual(texts(script));
  });

  test('can be read by viewers and named by editors, and is hidden from strangers', async ({
    server,
    world,
    olive,
  }) => {
    const { id } = (await named(olive, 'First draft')).json();
    for (const name of ['cora', 'vic'] as const) {
      const caller = server.as(world[name]);
      expect(await versions(olive, caller)).toHaveLength(1);
      const rejected = [
        await caller.post(`${url}/script-versions`, { name: 'Mine' }),
        await caller.patch(`/api/script-versions/${id}`, { name: 'Mine' }),
        await caller.delete(`/api/script-versions/${id}`),
      ];
      expect(rejected.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    }
    for (const [caller, status] of [
      [server.as(world.sam), 404],
      [server.visitor, 401],
    ] as const) {
      const rejected = [
        await caller.get(`${url}/script-versions`),
        await caller.post(`${url}/script-versions`, { name: 'Mine' }),
        await caller.patch(`/api/script-versions/${id}`, { name: 'Mine' }),
        await caller.delete(`/api/script-versions/${id}`),
      ];
      expect(rejected.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status]);
    }
    expect((await versions(olive)).map(({ name }) => name)).toEqual(['First draft']);
  });
});
