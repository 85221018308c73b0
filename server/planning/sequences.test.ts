import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scenes } from '#server/db/schema/script.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aScene } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';

/** A project with two acts for each test. */
let projectId: number;
let url: string;
let secondAct: Act;

test.beforeEach(async ({ server, world, olive }) => {
  projectId = (await aProject(server.db, { userId: world.olive.id })).id;
  url = `/api/projects/${projectId}`;
  await olive.post(`${url}/acts`, { title: 'Setup' });
  secondAct = (await olive.post(`${url}/acts`, { title: 'Crossing' })).json();
});

const listed = async (olive: Caller) => (await olive.get(`${url}/sequences`)).json() as Sequence[];
const beats = async (olive: Caller) => (await olive.get(`${url}/story-beats`)).json() as StoryBeat[];
const placesOf = (rows: Sequence[]) =>
  rows.map(({ name, actNumber, orderIndex }) => [name, actNumber, orderIndex]);
const changes = (server: TestApp) =>
  server.db
    .select({ entity: projectChanges.entity, ids: projectChanges.ids })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);

async function add(olive: Caller, name: string, more: object = {}): Promise<Sequence> {
  const answer = await olive.post(`${url}/sequences`, { name, ...more });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

async function beat(
  olive: Caller,
  title: string,
  actNumber: number,
  sequenceId: number | null = null,
): Promise<StoryBeat> {
  return (await olive.post(`${url}/story-beats`, { title, actNumber, sequenceId })).json();
}

const change = (olive: Caller, id: number, body: object) => olive.patch(`/api/sequences/${id}`, body);

describe('sequence', () => {
  test('requires a name and uses defaults for the rest', async ({ server, olive }) => {
    const sequence = await add(olive, 'Boarding');
    expect(sequence).toEqual({
      id: expect.any(Number),
      projectId,
      actNumber: 1,
      name: 'Boarding',
      description: null,
      colorTheme: 'blue',
      orderIndex: 0,
    });
    expect(await listed(olive)).toEqual([sequence]);
    expect((await changes(server)).at(-1)).toEqual({ entity: 'sequence', ids: [sequence.id] });
  });

  test('stores every field, and accepts its project id in either form', async ({ olive }) => {
    const body = { description: 'One ticket.', colorTheme: 'teal', actNumber: 2, orderIndex: 0 };
    expect(await add(olive, 'Boarding', { ...body, projectId })).toMatchObject(body);
    await add(olive, 'Casting off', { projectId: encodeProjectId(projectId) });
    const other = await olive.post(`${url}/sequences`, { name: 'A', projectId: projectId + 1 });
    expect([other.statusCode, other.json().fields]).toEqual([
      400,
      { projectId: 'Must be the project of the address' },
    ]);
  });

  test('has a position among the sequences of its act', async ({ olive }) => {
    await add(olive, 'A');
    await add(olive, 'B');
    await add(olive, 'C', { actNumber: 2 });
    await add(olive, 'D', { orderIndex: 1 });
    await add(olive, 'E', { actNumber: 2, orderIndex: 40 });
    expect(placesOf(await listed(olive))).toEqual([
      ['A', 1, 0],
      ['D', 1, 1],
      ['B', 1, 2],
      ['C', 2, 0],
      ['E', 2, 1],
    ]);
  });

  test('changes its fields', async ({ server, olive }) => {
    const sequence = await add(olive, 'Boarding');
    const fields = { name: 'Casting off', description: 'The rope.', colorTheme: 'pink' };
    for (const [field, value] of Object.entries(fields))
      expect((await change(olive, sequence.id, { [field]: value })).json()[field]).toBe(value);
    expect(await listed(olive)).toEqual([{ ...sequence, ...fields }]);
    expect((await changes(server)).at(-1)).toEqual({ entity: 'sequence', ids: [sequence.id] });
  });

  test('moves within its act', async ({ server, olive }) => {
    const { id } = await add(olive, 'A');
    await add(olive, 'B');
    expect((await change(olive, id, { orderIndex: 1, name: 'AA' })).json()).toMatchObject({
      orderIndex: 1,
      name: 'AA',
    });
    expect(placesOf(await listed(olive))).toEqual([
      ['B', 1, 0],
      ['AA', 1, 1],
    ]);
    const { length } = await changes(server);
    await change(olive, id, { orderIndex: 1, actNumber: 1 });
    expect(await changes(server)).toHaveLength(length);
  });

  test('moves to another act with its beats, by default to the end', async ({ server, olive }) => {
    const a = await add(olive, 'A');
    const b = await add(olive, 'B');
    await add(olive, 'C', { actNumber: 2 });
    const inA = [await beat(olive, 'She boards', 1, a.id), await beat(olive, 'She counts', 1, a.id)];
    const loose = await beat(olive, 'Rain', 1);
    expect((await change(olive, a.id, { actNumber: 2 })).json()).toMatchObject({
      actNumber: 2,
      orderIndex: 1,
    });
    expect(placesOf(await listed(olive))).toEqual([
      ['B', 1, 0],
      ['C', 2, 0],
      ['A', 2, 1],
    ]);
    expect(await beats(olive)).toEqual([
      loose,
      ...inA.map((each) => ({ ...each, actNumber: 2, actId: secondAct.id })),
    ]);
    expect((await changes(server)).slice(-2)).toEqual([
      { entity: 'sequence', ids: expect.arrayContaining([a.id, b.id]) },
      { entity: 'beat', ids: inA.map(({ id }) => id) },
    ]);
    await change(olive, b.id, { actNumber: 2, orderIndex: 0 });
    expect(placesOf(await listed(olive)).map(([name]) => name)).toEqual(['B', 'C', 'A']);
  });

  test('rejects a missing act', async ({ olive }) => {
    const a = await add(olive, 'A');
    for (const answer of [
      await olive.post(`${url}/sequences`, { name: 'B', actNumber: 3 }),
      await change(olive, a.id, { actNumber: 3, name: 'B' }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Act not found']);
    expect(await listed(olive)).toEqual([a]);
  });

  test.for([
    [{}, 'Name is required', { name: 'Name is required' }],
    [{ name: ' ' }, 'Name is required', { name: 'Name is required' }],
    [{ name: 'A'.repeat(201) }, 'Must be at most 200 characters', { name: 'Must be at most 200 characters' }],
    [
      { name: 'A', description: 'A'.repeat(10_001) },
      'Must be at most 10000 characters',
      { description: 'Must be at most 10000 characters' },
    ],
    [{ name: 'A', actNumber: 0 }, 'Some fields are not valid.', { actNumber: 'Must be at least 1' }],
    [{ name: 'A', actNumber: null }, 'Some fields are not valid.', { actNumber: expect.any(String) }],
    [{ name: 'A', orderIndex: -1 }, 'Some fields are not valid.', { orderIndex: 'Must be at least 0' }],
    [{ name: 'A', colorTheme: 'grey' }, 'Some fields are not valid.', { colorTheme: expect.any(String) }],
  ] as const)('is not made of %j', async ([body, message, fields], { olive }) => {
    const answer = await olive.post(`${url}/sequences`, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed(olive)).toEqual([]);
  });

  test.for([{}, { name: '' }, { actNumber: 0 }, { orderIndex: 0.5 }, { colorTheme: null }, { projectId: 1 }])(
    'rejects the change %j',
    async (body, { olive }) => {
      const a = await add(olive, 'A');
      expect((await change(olive, a.id, body)).statusCode).toBe(400);
      expect(await listed(olive)).toEqual([a]);
    },
  );

  test.for(['0', 'abc', '2147483648', '2147483647'])('is not found as %s', async (id, { olive }) => {
    for (const answer of [
      await olive.patch(`/api/sequences/${id}`, { name: 7 }),
      await olive.delete(`/api/sequences/${id}`),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Sequence not found']);
  });
});

test('deleting a sequence makes its beats loose at the end of the act, and removes it from its scenes', async ({
  server,
  olive,
}) => {
  const a = await add(olive, 'A');
  const b = await add(olive, 'B');
  const loose = await beat(olive, 'Rain', 1);
  const inA = [await beat(olive, 'She boards', 1, a.id), await beat(olive, 'She counts', 1, a.id)];
  const inB = await beat(olive, 'He waves', 1, b.id);
  const scene = await aScene(server.db, { projectId, sequenceId: a.id });
  const { length } = await changes(server);
  const answer = await olive.delete(`/api/sequences/${a.id}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect(await listed(olive)).toEqual([{ ...b, orderIndex: 0 }]);
  expect(await beats(olive)).toEqual([
    loose,
    ...inA.map((each, i) => ({ ...each, sequenceId: null, orderIndex: 1 + i })),
    inB,
  ]);
  expect(await server.db.select().from(scenes).where(eq(scenes.id, scene.id))).toMatchObject([
    { sequenceId: null, actNumber: 1 },
  ]);
  expect((await changes(server)).slice(length)).toEqual([
    { entity: 'sequence', ids: [b.id, a.id] },
    { entity: 'beat', ids: inA.map(({ id }) => id) },
    { entity: 'scene', ids: [scene.id] },
  ]);
});
