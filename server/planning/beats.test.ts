import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';

/** A project with two acts for each test; in the first two sequences, in the second one. */
let projectId: number;
let url: string;
let acts: [Act, Act];
let boarding: Sequence;
let castingOff: Sequence;
let crossing: Sequence;

test.beforeEach(async ({ server, world, olive }) => {
  projectId = (await aProject(server.db, { userId: world.olive.id })).id;
  url = `/api/projects/${projectId}`;
  const made = async (kind: string, body: object) => (await olive.post(`${url}/${kind}`, body)).json();
  acts = [await made('acts', { title: 'Setup' }), await made('acts', { title: 'Crossing' })];
  boarding = await made('sequences', { name: 'Boarding' });
  castingOff = await made('sequences', { name: 'Casting off' });
  crossing = await made('sequences', { name: 'Open water', actNumber: 2 });
});

const listed = async (olive: Caller) => (await olive.get(`${url}/story-beats`)).json() as StoryBeat[];
const changes = (server: TestApp) =>
  server.db
    .select({ entity: projectChanges.entity, ids: projectChanges.ids })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);
const change = (olive: Caller, id: number, body: object) => olive.patch(`/api/story-beats/${id}`, body);

async function add(olive: Caller, title: string, more: object = {}): Promise<StoryBeat> {
  const answer = await olive.post(`${url}/story-beats`, { title, actNumber: 1, ...more });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

/** A, B and C loose in the first act; D, E and F in its first sequence. */
async function sixBeats(olive: Caller) {
  const beats: Record<string, StoryBeat> = {};
  for (const title of ['A', 'B', 'C']) beats[title] = await add(olive, title);
  for (const title of ['D', 'E', 'F']) beats[title] = await add(olive, title, { sequenceId: boarding.id });
  return (title: string) => beats[title]?.id ?? 0;
}

/** Every beat as [title, act, sequence, place], in the order of the list. */
async function places(olive: Caller) {
  return (await listed(olive)).map(({ title, actNumber, sequenceId, orderIndex }) => [
    title,
    actNumber,
    sequenceId,
    orderIndex,
  ]);
}

/** Return the expected places() of beats in one container. */
const inOrder = (titles: string, actNumber: number, sequenceId: number | null = null) =>
  [...titles].map((title, i) => [title, actNumber, sequenceId, i]);

describe('story beat', () => {
  test('requires a title and an act', async ({ server, olive }) => {
    const beat = await add(olive, 'New Beat', { description: 'Add description...', actNumber: 2 });
    expect(beat).toEqual({
      id: expect.any(Number),
      projectId,
      actId: acts[1].id,
      sequenceId: null,
      title: 'New Beat',
      description: 'Add description...',
      actNumber: 2,
      beatType: null,
      pageNumber: null,
      orderIndex: 0,
    });
    expect(await listed(olive)).toEqual([beat]);
    expect((await changes(server)).at(-1)).toEqual({ entity: 'beat', ids: [beat.id] });
  });

  test('belongs to a sequence of its act or is loose, and loose ones are listed first', async ({ olive }) => {
    await sixBeats(olive);
    await add(olive, 'G', { actNumber: 2, sequenceId: crossing.id });
    await add(olive, 'H', { actNumber: 2, sequenceId: null });
    expect(await places(olive)).toEqual([
      ...inOrder('ABC', 1),
      ...inOrder('DEF', 1, boarding.id),
      ...inOrder('H', 2),
      ...inOrder('G', 2, crossing.id),
    ]);
  });

  test('is inserted at its position, and later ones move', async ({ server, olive }) => {
    const id = await sixBeats(olive);
    const g = await add(olive, 'G', { orderIndex: 1 });
    await add(olive, 'H', { orderIndex: 0, sequenceId: boarding.id });
    await add(olive, 'I', { orderIndex: 77 });
    expect(await places(olive)).toEqual([...inOrder('AGBCI', 1), ...inOrder('HDEF', 1, boarding.id)]);
    expect((await changes(server)).at(-3)).toEqual({ entity: 'beat', ids: [g.id, id('B'), id('C')] });
  });

  test('changes its title and description without moving', async ({ server, olive }) => {
    const { id, ...beat } = await add(olive, 'New Beat', { sequenceId: boarding.id });
    const changed = { title: 'She boards', description: 'One ticket.' };
    expect((await change(olive, id, changed)).json()).toEqual({ id, ...beat, ...changed });
    expect((await change(olive, id, { description: null })).json()).toMatchObject({ description: null });
    expect((await changes(server)).at(-1)).toEqual({ entity: 'beat', ids: [id] });
  });

  test('leaves no gap when it is deleted, and its tension points stay without it', async ({
    server,
    olive,
  }) => {
    const id = await sixBeats(olive);
    const point = { projectId, storyBeatId: id('E'), tensionLevel: 0.5, position: 0.5 };
    const [tension] = await server.db.insert(tensionPoints).values(point).returning();
    const answer = await olive.delete(`/api/story-beats/${id('E')}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    await olive.delete(`/api/story-beats/${id('A')}`);
    expect(await places(olive)).toEqual([...inOrder('BC', 1), ...inOrder('DF', 1, boarding.id)]);
    expect((await olive.get(`${url}/tension-points`)).json()).toMatchObject([{ storyBeatId: null }]);
    expect((await changes(server)).slice(-3)).toEqual([
      { entity: 'beat', ids: [id('F'), id('E')] },
      { entity: 'tension', ids: [tension?.id] },
      { entity: 'beat', ids: [id('B'), id('C'), id('A')] },
    ]);
  });

  test.for([
    [{ actNumber: 1 }, 'Title is required', { title: 'Title is required' }],
    [{ title: ' ', actNumber: 1 }, 'Title is required', { title: 'Title is required' }],
    [{ title: 'A' }, 'Some fields are not valid.', { actNumber: 'Is required' }],
    [{ title: 'A', actNumber: 0 }, 'Some fields are not valid.', { actNumber: 'Must be at least 1' }],
    [
      { title: 'A'.repeat(301), actNumber: 1 },
      'Must be at most 300 characters',
      { title: 'Must be at most 300 characters' },
    ],
    [
      { title: 'A', actNumber: 1, description: 'A'.repeat(10_001) },
      'Must be at most 10000 characters',
      { description: 'Must be at most 10000 characters' },
    ],
    [
      { title: 'A', actNumber: 1, orderIndex: -1 },
      'Some fields are not valid.',
      { orderIndex: 'Must be at least 0' },
    ],
    [
      { title: 'A', actNumber: 1, sequenceId: 'x' },
      'Must be a whole number above 0',
      { sequenceId: 'Must be a whole number above 0' },
    ],
  ] as const)('is not made of %j', async ([body, message, fields], { olive }) => {
    const answer = await olive.post(`${url}/story-beats`, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed(olive)).toEqual([]);
  });

  test.for([
    {},
    { title: '' },
    { actNumber: 0 },
    { orderIndex: 1.5 },
    { sequenceId: 0 },
    { beatType: 'turn' },
  ])('rejects the change %j', async (body, { olive }) => {
    const beat = await add(olive, 'A');
    expect((await change(olive, beat.id, body)).statusCode).toBe(400);
    expect(await listed(olive)).toEqual([beat]);
  });

  test.for(['0', 'abc', '2147483648', '2147483647'])('is not found as %s', async (id, { olive }) => {
    for (const answer of [
      await olive.patch(`/api/story-beats/${id}`, { title: 7 }),
      await olive.delete(`/api/story-beats/${id}`),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Story beat not found']);
  });
});

describe('moving a story beat', () => {
  test('to another sequence renumbers the beats of both', async ({ server, olive }) => {
    const id = await sixBeats(olive);
    const moved = await change(olive, id('B'), { actNumber: 1, sequenceId: boarding.id, orderIndex: 1 });
    expect(moved.json()).toMatchObject({ title: 'B', sequenceId: boarding.id, orderIndex: 1 });
    expect(await places(olive)).toEqual([...inOrder('AC', 1), ...inOrder('DBEF', 1, boarding.id)]);
    expect(new Set((await changes(server)).at(-1)?.ids)).toEqual(new Set(['B', 'C', 'E', 'F'].map(id)));
  });

  test('to another act changes its act', async ({ olive }) => {
    const id = await sixBeats(olive);
    const moved = await change(olive, id('D'), { actNumber: 2, orderIndex: 0, sequenceId: null });
    expect(moved.json()).toMatchObject({ actNumber: 2, actId: acts[1].id, sequenceId: null, orderIndex: 0 });
    await change(olive, id('A'), { actNumber: 2, orderIndex: 0, sequenceId: crossing.id });
    expect(await places(olive)).toEqual([
      ...inOrder('BC', 1),
      ...inOrder('EF', 1, boarding.id),
      ...inOrder('D', 2),
      ...inOrder('A', 2, crossing.id),
    ]);
  });

  test.for([
    ['down', 'D', 2, 'EFD'],
    ['up', 'F', 0, 'FDE'],
    ['by one', 'E', 2, 'DFE'],
    ['beyond the end', 'D', 99, 'EFD'],
    ['to where it is', 'E', 1, 'DEF'],
  ] as const)('within its sequence %s', async ([_, title, orderIndex, order], { olive }) => {
    const id = await sixBeats(olive);
    expect((await change(olive, id(title), { orderIndex })).statusCode).toBe(200);
    expect(await places(olive)).toEqual([...inOrder('ABC', 1), ...inOrder(order, 1, boarding.id)]);
  });

  test('puts it at the end without a position, outside of the old act’s sequence', async ({ olive }) => {
    const id = await sixBeats(olive);
    await change(olive, id('D'), { sequenceId: null });
    await change(olive, id('B'), { sequenceId: boarding.id });
    expect(await places(olive)).toEqual([...inOrder('ACD', 1), ...inOrder('EFB', 1, boarding.id)]);
    expect((await change(olive, id('E'), { actNumber: 2 })).json()).toMatchObject({
      actNumber: 2,
      sequenceId: null,
    });
    expect((await change(olive, id('F'), { actNumber: 1 })).json()).toMatchObject({
      sequenceId: boarding.id,
      orderIndex: 0,
    });
  });

  test('to its own position announces nothing', async ({ server, olive }) => {
    const id = await sixBeats(olive);
    const { length } = await changes(server);
    await change(olive, id('E'), { actNumber: 1, sequenceId: boarding.id, orderIndex: 1 });
    expect(await changes(server)).toHaveLength(length);
  });

  test('can be combined with a change of its text', async ({ olive }) => {
    const id = await sixBeats(olive);
    const body = { title: 'Z', sequenceId: castingOff.id };
    expect((await change(olive, id('A'), body)).json()).toMatchObject({ ...body, orderIndex: 0 });
  });

  test.for([
    ['an act that is not there', () => ({ actNumber: 9 }), 404, 'Act not found'],
    ['a sequence that is not there', () => ({ sequenceId: 2147483647 }), 404, 'Sequence not found'],
    [
      'a sequence of another act',
      () => ({ actNumber: 1, sequenceId: crossing.id }),
      400,
      'This sequence is not in that act.',
    ],
    [
      'a sequence of another act than its own',
      () => ({ sequenceId: crossing.id }),
      400,
      'This sequence is not in that act.',
    ],
  ] as const)('to %s changes nothing', async ([_, to, status, message], { olive }) => {
    const id = await sixBeats(olive);
    const before = await listed(olive);
    const answer = await change(olive, id('A'), { ...to(), title: 'Z', orderIndex: 0 });
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    const added = await olive.post(`${url}/story-beats`, { title: 'Z', actNumber: 1, ...to() });
    expect([added.statusCode, added.json().message]).toEqual([status, message]);
    expect(await listed(olive)).toEqual(before);
  });

  test('to a sequence of another project is rejected', async ({ server, world, olive }) => {
    const id = await sixBeats(olive);
    const elsewhere = await aProject(server.db, { userId: world.olive.id });
    await olive.post(`/api/projects/${elsewhere.id}/acts`, { title: 'Setup' });
    const theirs: Sequence = (
      await olive.post(`/api/projects/${elsewhere.id}/sequences`, { name: 'Elsewhere' })
    ).json();
    const answer = await change(olive, id('A'), { sequenceId: theirs.id });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Sequence not found']);
  });

  test('leaves no gap with twelve concurrent users', async ({ olive }) => {
    const id = await sixBeats(olive);
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const sequenceId = [null, boarding.id, castingOff.id][i % 3] ?? null;
        return change(olive, id(['A', 'B', 'C', 'D', 'E', 'F'][i % 6] ?? 'A'), {
          sequenceId,
          orderIndex: i % 2,
        });
      }),
    );
    const beats = await listed(olive);
    expect(beats).toHaveLength(6);
    for (const siblings of Map.groupBy(beats, ({ sequenceId }) => sequenceId).values())
      expect(siblings.map(({ orderIndex }) => orderIndex)).toEqual(siblings.map((_, i) => i));
  });
});
