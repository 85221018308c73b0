import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { outlines } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { OutlineItem } from '#shared/contract/outlines.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';

let projectId: number;
let url: string;

test.beforeEach(async ({ server, world }) => {
  const project = await aProject(server.db, { userId: world.olive.id });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${projectId}/outlines`;
});

const listed = async (olive: Caller, who = olive) => (await who.get(url)).json() as OutlineItem[];
const titles = async (olive: Caller) => (await listed(olive)).map(({ title }) => title);

async function add(olive: Caller, title: string, more: object = {}): Promise<OutlineItem> {
  const answer = await olive.post(url, { title, ...more });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

const addAll = async (olive: Caller, ...names: string[]) => {
  const items = [];
  for (const name of names) items.push(await add(olive, name));
  return items as [OutlineItem, OutlineItem, OutlineItem];
};

async function expectOrder(olive: Caller, ...order: string[]) {
  const items = await listed(olive);
  expect(items.map(({ title, orderIndex }) => [title, orderIndex])).toEqual(
    order.map((title, i) => [title, i]),
  );
}

const events = (server: TestApp) =>
  server.db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);

describe('outline item', () => {
  test('requires a title and is added at the end', async ({ server, world, olive }) => {
    const first = await add(olive, 'Boarding');
    expect(first).toEqual({
      id: expect.any(Number),
      projectId,
      title: 'Boarding',
      content: null,
      orderIndex: 0,
    });
    const second = await add(olive, ' Crossing ', { content: '' });
    expect(second).toMatchObject({ title: 'Crossing', content: '', orderIndex: 1 });
    expect(await listed(olive, server.as(world.vic))).toEqual([first, second]);
    expect(await events(server)).toMatchObject([
      { entity: 'outline', ids: [first.id], actor: world.olive.id },
      { entity: 'outline', ids: [second.id] },
    ]);
  });

  test('is added at its position, or at the end beyond it', async ({ olive }) => {
    await addAll(olive, 'A', 'B');
    await add(olive, 'C', { orderIndex: 1 });
    await expectOrder(olive, 'A', 'C', 'B');
    expect((await add(olive, 'D', { orderIndex: 99 })).orderIndex).toBe(3);
    expect((await add(olive, 'E', { orderIndex: 0 })).orderIndex).toBe(0);
    await expectOrder(olive, 'E', 'A', 'C', 'B', 'D');
  });

  test('changes title and content, together or separately', async ({ server, olive }) => {
    const [a] = await addAll(olive, 'A', 'B');
    const change = (body: object) => olive.patch(`/api/outlines/${a.id}`, body);
    expect((await change({ title: 'Boarding' })).json()).toEqual({ ...a, title: 'Boarding' });
    expect((await change({ content: 'MARA counts.' })).json()).toMatchObject({ content: 'MARA counts.' });
    expect((await change({ content: null })).json()).toEqual({ ...a, title: 'Boarding' });
    expect((await events(server)).at(-1)).toMatchObject({ entity: 'outline', ids: [a.id] });
  });

  test('moves, with or without a change of its text', async ({ server, olive }) => {
    const [a, b, c] = await addAll(olive, 'A', 'B', 'C');
    const move = (id: number, body: object) => olive.patch(`/api/outlines/${id}`, body);
    expect((await move(a.id, { orderIndex: 2 })).json()).toEqual({ ...a, orderIndex: 2 });
    await expectOrder(olive, 'B', 'C', 'A');
    expect(new Set((await events(server)).at(-1)?.ids)).toEqual(new Set([a.id, b.id, c.id]));
    expect((await move(c.id, { orderIndex: 0, title: 'Crossing' })).json()).toMatchObject({ orderIndex: 0 });
    await expectOrder(olive, 'Crossing', 'B', 'A');
    expect((await move(c.id, { orderIndex: 50 })).json()).toMatchObject({ orderIndex: 2 });
    await expectOrder(olive, 'B', 'A', 'Crossing');
  });

  test('stays when it is moved to its own position', async ({ server, olive }) => {
    const [a] = await addAll(olive, 'A', 'B');
    const { length } = await events(server);
    expect((await olive.patch(`/api/outlines/${a.id}`, { orderIndex: 0 })).json()).toEqual(a);
    expect(await events(server)).toHaveLength(length);
  });

  test('leaves no gap when it is deleted', async ({ olive }) => {
    const [a, b] = await addAll(olive, 'A', 'B', 'C');
    const answer = await olive.delete(`/api/outlines/${b.id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    await expectOrder(olive, 'A', 'C');
    expect((await add(olive, 'D', { orderIndex: 2 })).orderIndex).toBe(2);
    await olive.delete(`/api/outlines/${a.id}`);
    await expectOrder(olive, 'C', 'D');
    expect((await olive.delete(`/api/outlines/${a.id}`)).json()).toMatchObject({
      code: 'not_found',
      message: 'Outline item not found',
    });
  });

  test.for([
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
  ] as const)('is not made of %j', async ([body, message, fields], { olive }) => {
    const answer = await olive.post(url, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed(olive)).toEqual([]);
  });

  test.for([{}, { title: '' }, { title: null }, { orderIndex: null }, { content: 7 }, { projectId: 1 }])(
    'rejects the change %j',
    async (body, { olive }) => {
      const [a] = await addAll(olive, 'A');
      expect((await olive.patch(`/api/outlines/${a.id}`, body)).statusCode).toBe(400);
      expect(await listed(olive)).toEqual([a]);
    },
  );

  test.for(['0', 'abc', '2147483648', '2147483647'])('is not found as %s', async (id, { olive }) => {
    const answer = await olive.patch(`/api/outlines/${id}`, { title: 7 });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Outline item not found']);
  });
});

describe('POST /api/projects/:id/outlines/reorder', () => {
  const reorder = (olive: Caller, outlineIds: unknown) => olive.patch(`${url}/reorder`, { outlineIds });

  test('stores the order and returns the items in it', async ({ server, olive }) => {
    const [a, b, c] = await addAll(olive, 'A', 'B', 'C');
    const answer = await reorder(olive, [c.id, a.id, b.id]);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      [
        { ...c, orderIndex: 0 },
        { ...a, orderIndex: 1 },
        { ...b, orderIndex: 2 },
      ],
    ]);
    await expectOrder(olive, 'C', 'A', 'B');
    const { length } = await events(server);
    await reorder(olive, [c.id, a.id, b.id]);
    expect(await events(server)).toHaveLength(length);
  });

  test('requires every item exactly once', async ({ server, world, olive }) => {
    const [a, b] = await addAll(olive, 'A', 'B');
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
      const answer = await reorder(olive, list);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'The list must contain every outline item exactly once.',
      ]);
    }
    for (const list of [undefined, 'all', ['A'], [1.5], [0]])
      expect((await reorder(olive, list)).statusCode).toBe(400);
    await expectOrder(olive, 'A', 'B');
  });

  test('GET /api/projects/:id/outlines returns an empty list for an empty outline', async ({ olive }) => {
    expect((await reorder(olive, [])).json()).toEqual([]);
  });
});

test('concurrently added outline items have distinct positions', async ({ olive }) => {
  await Promise.all(Array.from({ length: 12 }, (_, i) => add(olive, `Item ${i}`, { orderIndex: i % 3 })));
  expect((await listed(olive)).map(({ orderIndex }) => orderIndex)).toEqual(
    Array.from({ length: 12 }, (_, i) => i),
  );
});

test.for([1, 2, 3])('200 random changes leave the outline without gaps, seed %i', async (seed, { olive }) => {
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
    if (does === 'add') ids.set(title, (await add(olive, title, { orderIndex: at })).id);
    else if (does === 'move')
      expect(
        (await olive.patch(`/api/outlines/${ids.get(title)}`, { orderIndex: at ?? 99 })).statusCode,
      ).toBe(200);
    else if (does === 'reorder')
      await olive.patch(`${url}/reorder`, { outlineIds: moved.map((each) => ids.get(each)) });
    else await olive.delete(`/api/outlines/${ids.get(title)}`);
    order = does === 'remove' ? others : moved;
    if (step % 5 === 0) await expectOrder(olive, ...order);
  }
  expect(await titles(olive)).toEqual(order);
});
