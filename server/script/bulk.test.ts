import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { changeProject } from '#server/lib/projectChange.ts';
import { maxEdits, type ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';

let world: World;
let olive: Caller;
let url: string;

test.beforeAll(async ({ server }) => {
  world = await aWorld(server.db);
  olive = server.as(world.olive);
  url = `/api/projects/${(await nightFerry(server.db, world.olive)).id}`;
});

const listed = async () => (await olive.get(`${url}/script-elements`)).json() as Element[];
const done = async (edits: ScriptEdit[]) => {
  const answer = await olive.post(`${url}/script-changes`, { edits });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json() as { elements: Element[] };
};

const count = 1000;

test('thousands of edits in one call have the same result as one by one', async () => {
  const before = await listed();
  const afterId = before[2]?.id ?? null;
  const made = await done(
    Array.from({ length: count }, (_, i) => ({
      type: 'insert',
      afterId,
      elements: [{ elementType: 'action', content: `Wave ${i}.` }],
    })),
  );
  // Each went right after the same element, so the last stands first.
  const inserted = (await listed()).slice(3, 3 + count);
  expect(inserted.map(({ content }) => content)).toEqual(
    Array.from({ length: count }, (_, i) => `Wave ${count - 1 - i}.`),
  );
  expect(made.elements).toHaveLength(count);

  // Each to the very start: the order turns round, and again.
  await done(inserted.map(({ id }) => ({ type: 'move', ids: [id], afterId })));
  const turned = (await listed()).slice(3, 3 + count);
  expect(turned.map(({ id }) => id)).toEqual(inserted.map(({ id }) => id).reverse());

  await done(turned.map(({ id }) => ({ type: 'update', id, fields: { content: `Swell ${id}.` } })));
  await done(turned.map(({ id }) => ({ type: 'delete', id })));
  expect((await listed()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  await done(turned.toReversed().map(({ id }) => ({ type: 'restore', id })));
  const restored = (await listed()).slice(3, 3 + count);
  expect(restored.map(({ id, content }) => [id, content])).toEqual(
    turned.map(({ id }) => [id, `Swell ${id}.`]),
  );
});

test('thousands of edits do not block other calls', async ({ server }) => {
  const script = await listed();
  let isDone = false;
  const long = done(
    script.slice(3, 3 + count).map(({ id }) => ({ type: 'update', id, fields: { content: `Foam ${id}.` } })),
  );
  const end = () => {
    isDone = true;
  };
  long.then(end, end);
  let answered = 0;
  while (!isDone) {
    expect((await server.visitor.get('/api/nothing')).statusCode).toBe(404);
    answered += 1;
    await setImmediate(); // as a call that comes over the network
  }
  await long;
  expect(answered).toBeGreaterThan(0);
});

test('a long change lets calls of other projects read', async ({ server }) => {
  const [changed, other] = [
    await nightFerry(server.db, world.olive),
    await nightFerry(server.db, world.olive),
  ];
  const paths = ['script-elements', 'scenes', 'comments', 'characters'];
  const calls = ['/api/auth/user', ...paths.map((path) => `/api/projects/${other.id}/${path}`)];
  const scope = { projectId: changed.id, userId: world.olive.id };
  await changeProject(server.db, scope, (change) =>
    change.letOthersRead(async () => {
      for (const call of calls) expect([call, (await olive.get(call)).statusCode]).toEqual([call, 200]);
    }),
  );
});

test('one call takes the maximum number of short insertions', async () => {
  const elements = [{ elementType: 'action', content: 'Rain on the roof.' }];
  const edits = Array.from({ length: maxEdits }, (_, i) => ({
    type: 'insert',
    afterId: 2 ** 31 - 1 - i,
    elements,
  }));
  const answer = await olive.post(`${url}/script-changes`, { edits });
  // Accepted as a body, and rejected because of its first edit.
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ editIndex: 0 });
});
