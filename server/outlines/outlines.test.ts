import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outlines } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { OutlineItem } from '#shared/contract/outlines.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { aWorld, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let olive: Caller;
let projectId: number;
let url: string;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
beforeEach(async () => {
  const project = await aProject(server.db, { userId: world.olive.id });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${projectId}/outlines`;
});
afterAll(() => server.close());

const listed = async (who = olive) => (await who.get(url)).json() as OutlineItem[];
const titles = async () => (await listed()).map(({ title }) => title);

async function add(title: string, more: object = {}): Promise<OutlineItem> {
  const answer = await olive.post(url, { title, ...more });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

const addAll = async (...names: string[]) => {
  const items = [];
  for (const name of names) items.push(await add(name));
  return items as [OutlineItem, OutlineItem, OutlineItem];
};

async function expectOrder(...order: string[]) {
  const items = await listed();
  expect(items.map(({ title, orderIndex }) => [title, orderIndex])).toEqual(
    order.map((title, i) => [title, i]),
  );
}

const events = () =>
  server.db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);

describe('an outline item', () => {
  test('needs a title and comes last', async () => {
    const first = await add('Boarding');
    expect(first).toEqual({
      id: expect.any(Number),
      projectId,
      title: 'Boarding',
      content: null,
      orderIndex: 0,
    });
    const second = await add(' Crossing ', { content: '' });
    expect(second).toMatchObject({ title: 'Crossing', content: '', orderIndex: 1 });
    expect(await listed(server.as(world.vic))).toEqual([first, second]);
    expect(await events()).toMatchObject([
      { entity: 'outline', ids: [first.id], actor: world.olive.id },
      { entity: 'outline', ids: [second.id] },
    ]);
  });

  test('goes to the place it is given, or to the end where that is beyond it', async () => {
    await addAll('A', 'B');
    await add('C', { orderIndex: 1 });
    await expectOrder('A', 'C', 'B');
    expect((await add('D', { orderIndex: 99 })).orderIndex).toBe(3);
    expect((await add('E', { orderIndex: 0 })).orderIndex).toBe(0);
    await expectOrder('E', 'A', 'C', 'B', 'D');
  });

  test('changes its title and content, together or alone', async () => {
    const [a] = await addAll('A', 'B');
    const change = (body: object) => olive.patch(`/api/outlines/${a.id}`, body);
    expect((await change({ title: 'Boarding' })).json()).toEqual({ ...a, title: 'Boarding' });
    expect((await change({ content: 'MARA counts.' })).json()).toMatchObject({ content: 'MARA counts.' });
    expect((await change({ content: null })).json()).toEqual({ ...a, title: 'Boarding' });
    expect((await events()).at(-1)).toMatchObject({ entity: 'outline', ids: [a.id] });
  });

  test('moves, with or without a change of its text', async () => {
    const [a, b, c] = await addAll('A', 'B', 'C');
    const move = (id: number, body: object) => olive.patch(`/api/outlines/${id}`, body);
    expect((await move(a.id, { orderIndex: 2 })).json()).toEqual({ ...a, orderIndex: 2 });
    await expectOrder('B', 'C', 'A');
    expect(new Set((await events()).at(-1)?.ids)).toEqual(new Set([a.id, b.id, c.id]));
    expect((await move(c.id, { orderIndex: 0, title: 'Crossing' })).json()).toMatchObject({ orderIndex: 0 });
    await expectOrder('Crossing', 'B', 'A');
    expect((await move(c.id, { orderIndex: 50 })).json()).toMatchObject({ orderIndex: 2 });
    await expectOrder('B', 'A', 'Crossing');
  });

  test('keeps an item that is moved to its own position', async () => {
    const [a] = await addAll('A', 'B');
    const { length } = await events();
    expect((await olive.patch(`/api/outlines/${a.id}`, { orderIndex: 0 })).json()).toEqual(a);
    expect(await events()).toHaveLength(length);
  });

  test('leaves no gap when an item is deleted', async () => {
    const [a, b] = await addAll('A', 'B', 'C');
    const answer = await olive.delete(`/api/outlines/${b.id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    await expectOrder('A', 'C');
    expect((await add('D', { orderIndex: 2 })).orderIndex).toBe(2);
    await olive.delete(`/api/outlines/${a.id}`);
    await expectOrder('C', 'D');
    expect((await olive.delete(`/api/outlines/${a.id}`)).json()).toMatchObject({
      code: 'not_found',
      message: 'Outline item not found',
    });
  });

  test.each([
    [{}, 'Title is required', { title: 'Title is required' }],
    [{ title: null }, 'Title is required', { title: 'Title is required' }],
    [{ title: ' \n ' }, 'Title is required', { title: 'Title is required' }],
    [{ title: 7 }, 'Some fields are not valid.', { title: 'Must be text' }],
    [
      { title: 'A'.repeat(301) },
      'Must be at most 300 characters',
      { title: 'Must be at most 300 characters' },
    ],
    [
      { title: 'A', content: 'A'.repeat(20_001) },
      'Must be at most 20000 characters',
      { content: 'Must be at most 20000 characters' },
    ],
    [{ title: 'A', orderIndex: -1 }, 'Some fields are not valid.', { orderIndex: 'Must be at least 0' }],
    [{ title: 'A', orderIndex: 0.5 }, 'Some fields are not valid.', { orderIndex: 'Must be a whole number' }],
  ])('is not made of %j', async (body, message, fields) => {
    const answer = await olive.post(url, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed()).toEqual([]);
  });

  test.each([{}, { title: '' }, { title: null }, { orderIndex: null }, { content: 7 }, { projectId: 1 }])(
    'is not changed by %j',
    async (body) => {
      const [a] = await addAll('A');
      expect((await olive.patch(`/api/outlines/${a.id}`, body)).statusCode).toBe(400);
      expect(await listed()).toEqual([a]);
    },
  );

  test.each(['0', 'abc', '2147483648', '2147483647'])('is not found as %s', async (id) => {
    const answer = await olive.patch(`/api/outlines/${id}`, { title: 7 });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Outline item not found']);
  });
});

describe('reordering', () => {
  const reorder = (outlineIds: unknown) => olive.patch(`${url}/reorder`, { outlineIds });

  test('puts every item to its place in the list and answers them in order', async () => {
    const [a, b, c] = await addAll('A', 'B', 'C');
    const answer = await reorder([c.id, a.id, b.id]);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      [
        { ...c, orderIndex: 0 },
        { ...a, orderIndex: 1 },
        { ...b, orderIndex: 2 },
      ],
    ]);
    await expectOrder('C', 'A', 'B');
    const { length } = await events();
    await reorder([c.id, a.id, b.id]);
    expect(await events()).toHaveLength(length);
  });

  test('needs every item exactly once and no other', async () => {
    const [a, b] = await addAll('A', 'B');
    const elsewhere = await aProject(server.db, { userId: world.olive.id });
    const row = { projectId: elsewhere.id, title: 'C', orderIndex: 0 };
    const [other] = await server.db.insert(outlines).values(row).returning();
    for (const list of [
      [a.id],
      [a.id, a.id],
      [a.id, b.id, a.id],
      [a.id, other?.id],
      [a.id, b.id, other?.id],
      [],
    ]) {
      const answer = await reorder(list);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'The list must contain every outline item exactly once.',
      ]);
    }
    for (const list of [undefined, 'all', ['A'], [1.5], [0]])
      expect((await reorder(list)).statusCode).toBe(400);
    await expectOrder('A', 'B');
  });

  test('returns an empty list for an empty outline', async () => {
    expect((await reorder([])).json()).toEqual([]);
  });
});

test('items that are added at the same time have a place each', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, i) => add(`Item ${i}`, { orderIndex: i % 3 })));
  expect((await listed()).map(({ orderIndex }) => orderIndex)).toEqual(
    Array.from({ length: 12 }, (_, i) => i),
  );
});

test.each([1, 2, 3])('200 random steps leave the outline without gaps, seed %i', async (seed) => {
  const { below, chance, pick } = seeded(seed);
  let order: string[] = [];
  const ids = new Map<string, number>();
  for (let step = 0; step < 200; step++) {
    const does =
      order.length === 0 ? 'add' : pick(['add', 'add', 'move', 'move', 'remove', 'reorder'] as const);
    const title = does === 'add' ? `Item ${step}` : pick(order);
    const others = order.filter((each) => each !== title);
    const at = chance(0.2) ? undefined : below(10);
    const moved = others.toSpliced(at ?? others.length, 0, title);
    if (does === 'add') ids.set(title, (await add(title, { orderIndex: at })).id);
    else if (does === 'move')
      expect(
        (await olive.patch(`/api/outlines/${ids.get(title)}`, { orderIndex: at ?? 99 })).statusCode,
      ).toBe(200);
    else if (does === 'reorder')
      await olive.patch(`${url}/reorder`, { outlineIds: moved.map((each) => ids.get(each)) });
    else await olive.delete(`/api/outlines/${ids.get(title)}`);
    order = does === 'remove' ? others : moved;
    if (step % 5 === 0) await expectOrder(...order);
  }
  expect(await titles()).toEqual(order);
});
