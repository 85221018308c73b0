import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scenes } from '#server/db/schema/script.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aProject, aScene } from '#test/factories.ts';
import { aWorld, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let olive: Caller;
/** A project with two acts for each test. */
let projectId: number;
let url: string;
let secondAct: Act;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
beforeEach(async () => {
  projectId = (await aProject(server.db, { userId: world.olive.id })).id;
  url = `/api/projects/${projectId}`;
  await olive.post(`${url}/acts`, { title: 'Setup' });
  secondAct = (await olive.post(`${url}/acts`, { title: 'Crossing' })).json();
});
afterAll(() => server.close());

const listed = async () => (await olive.get(`${url}/sequences`)).json() as Sequence[];
const beats = async () => (await olive.get(`${url}/story-beats`)).json() as StoryBeat[];
const placesOf = (rows: Sequence[]) =>
  rows.map(({ name, actNumber, orderIndex }) => [name, actNumber, orderIndex]);
const changes = () =>
  server.db
    .select({ entity: projectChanges.entity, ids: projectChanges.ids })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);

async function add(name: string, more: object = {}): Promise<Sequence> {
  const answer = await olive.post(`${url}/sequences`, { name, ...more });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

async function beat(title: string, actNumber: number, sequenceId: number | null = null): Promise<StoryBeat> {
  return (await olive.post(`${url}/story-beats`, { title, actNumber, sequenceId })).json();
}

const change = (id: number, body: object) => olive.patch(`/api/sequences/${id}`, body);

describe('a sequence', () => {
  test('needs a name and gets the rest', async () => {
    const sequence = await add('Boarding');
    expect(sequence).toEqual({
      id: expect.any(Number),
      projectId,
      actNumber: 1,
      name: 'Boarding',
      description: null,
      colorTheme: 'blue',
      orderIndex: 0,
    });
    expect(await listed()).toEqual([sequence]);
    expect((await changes()).at(-1)).toEqual({ entity: 'sequence', ids: [sequence.id] });
  });

  test('keeps every field it is given, and may name its project in either form', async () => {
    const body = { description: 'One ticket.', colorTheme: 'teal', actNumber: 2, orderIndex: 0 };
    expect(await add('Boarding', { ...body, projectId })).toMatchObject(body);
    await add('Casting off', { projectId: encodeProjectId(projectId) });
    const other = await olive.post(`${url}/sequences`, { name: 'A', projectId: projectId + 1 });
    expect([other.statusCode, other.json().fields]).toEqual([
      400,
      { projectId: 'Must be the project of the address' },
    ]);
  });

  test('has its place among the sequences of its act', async () => {
    await add('A');
    await add('B');
    await add('C', { actNumber: 2 });
    await add('D', { orderIndex: 1 });
    await add('E', { actNumber: 2, orderIndex: 40 });
    expect(placesOf(await listed())).toEqual([
      ['A', 1, 0],
      ['D', 1, 1],
      ['B', 1, 2],
      ['C', 2, 0],
      ['E', 2, 1],
    ]);
  });

  test('changes its fields', async () => {
    const sequence = await add('Boarding');
    const fields = { name: 'Casting off', description: 'The rope.', colorTheme: 'pink' };
    for (const [field, value] of Object.entries(fields))
      expect((await change(sequence.id, { [field]: value })).json()[field]).toBe(value);
    expect(await listed()).toEqual([{ ...sequence, ...fields }]);
    expect((await changes()).at(-1)).toEqual({ entity: 'sequence', ids: [sequence.id] });
  });

  test('moves within its act', async () => {
    const { id } = await add('A');
    await add('B');
    expect((await change(id, { orderIndex: 1, name: 'AA' })).json()).toMatchObject({
      orderIndex: 1,
      name: 'AA',
    });
    expect(placesOf(await listed())).toEqual([
      ['B', 1, 0],
      ['AA', 1, 1],
    ]);
    const { length } = await changes();
    await change(id, { orderIndex: 1, actNumber: 1 });
    expect(await changes()).toHaveLength(length);
  });

  test('moves to another act with its beats, to its end unless told', async () => {
    const a = await add('A');
    const b = await add('B');
    await add('C', { actNumber: 2 });
    const inA = [await beat('She boards', 1, a.id), await beat('She counts', 1, a.id)];
    const loose = await beat('Rain', 1);
    expect((await change(a.id, { actNumber: 2 })).json()).toMatchObject({ actNumber: 2, orderIndex: 1 });
    expect(placesOf(await listed())).toEqual([
      ['B', 1, 0],
      ['C', 2, 0],
      ['A', 2, 1],
    ]);
    expect(await beats()).toEqual([
      loose,
      ...inA.map((each) => ({ ...each, actNumber: 2, actId: secondAct.id })),
    ]);
    expect((await changes()).slice(-2)).toEqual([
      { entity: 'sequence', ids: expect.arrayContaining([a.id, b.id]) },
      { entity: 'beat', ids: inA.map(({ id }) => id) },
    ]);
    await change(b.id, { actNumber: 2, orderIndex: 0 });
    expect(placesOf(await listed()).map(([name]) => name)).toEqual(['B', 'C', 'A']);
  });

  test('cannot be in an act that is not there', async () => {
    const a = await add('A');
    for (const answer of [
      await olive.post(`${url}/sequences`, { name: 'B', actNumber: 3 }),
      await change(a.id, { actNumber: 3, name: 'B' }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Act not found']);
    expect(await listed()).toEqual([a]);
  });

  test.each([
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
  ])('is not made of %j', async (body, message, fields) => {
    const answer = await olive.post(`${url}/sequences`, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed()).toEqual([]);
  });

  test.each([
    {},
    { name: '' },
    { actNumber: 0 },
    { orderIndex: 0.5 },
    { colorTheme: null },
    { projectId: 1 },
  ])('is not changed by %j', async (body) => {
    const a = await add('A');
    expect((await change(a.id, body)).statusCode).toBe(400);
    expect(await listed()).toEqual([a]);
  });

  test.each(['0', 'abc', '2147483648', '2147483647'])('is not found as %s', async (id) => {
    for (const answer of [
      await olive.patch(`/api/sequences/${id}`, { name: 7 }),
      await olive.delete(`/api/sequences/${id}`),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Sequence not found']);
  });
});

test('deleting a sequence leaves its beats loose at the end of the act, and its scenes without one', async () => {
  const a = await add('A');
  const b = await add('B');
  const loose = await beat('Rain', 1);
  const inA = [await beat('She boards', 1, a.id), await beat('She counts', 1, a.id)];
  const inB = await beat('He waves', 1, b.id);
  const scene = await aScene(server.db, { projectId, sequenceId: a.id });
  const { length } = await changes();
  const answer = await olive.delete(`/api/sequences/${a.id}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect(await listed()).toEqual([{ ...b, orderIndex: 0 }]);
  expect(await beats()).toEqual([
    loose,
    ...inA.map((each, i) => ({ ...each, sequenceId: null, orderIndex: 1 + i })),
    inB,
  ]);
  expect(await server.db.select().from(scenes).where(eq(scenes.id, scene.id))).toMatchObject([
    { sequenceId: null, actNumber: 1 },
  ]);
  expect((await changes()).slice(length)).toEqual([
    { entity: 'sequence', ids: [b.id, a.id] },
    { entity: 'beat', ids: inA.map(({ id }) => id) },
    { entity: 'scene', ids: [scene.id] },
  ]);
});
