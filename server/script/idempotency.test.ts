import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptRequests } from '#server/db/schema/script.ts';
import type { Element } from '#shared/contract/elements.ts';
import { revisionHeader } from '#shared/headers.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { statementsOf } from '#test/statements.ts';
import { nightFerry } from '#test/world.ts';
import { pruneRequests } from './idempotency.ts';

let url: string;
let projectId: number;
let script: Element[];

test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  projectId = project.id;
  url = `/api/projects/${project.id}`;
  script = await listed(olive);
});

const listed = async (olive: Caller) => (await olive.get(`${url}/script-elements`)).json() as Element[];
const post = (caller: Caller, path: string, key: string, payload: object) =>
  caller.inject({ method: 'POST', url: url + path, payload, headers: { 'idempotency-key': key } });
const change = (olive: Caller, key: string, content = 'Silence.', caller = olive) =>
  post(caller, '/script-changes', key, {
    edits: [{ type: 'insert', afterId: null, elements: [{ elementType: 'action', content }] }],
  });
const add = (olive: Caller, key: string, content = 'Silence.') =>
  post(olive, '/script-elements', key, { elementType: 'action', content });
const days = (count: number) => new Date(Date.now() - count * 86_400_000);
const age = (server: TestApp, count: number) =>
  server.db
    .update(scriptRequests)
    .set({ at: days(count) })
    .where(eq(scriptRequests.projectId, projectId));

test.for([
  ['several edits', 200],
  ['a new element', 201],
] as const)(
  '%s sent again are answered as the first time and made once',
  async ([what, status], { olive }) => {
    const ask = (key: string) => (what === 'a new element' ? add(olive, key) : change(olive, key));
    const first = await ask('key-1');
    const revision = (await olive.get(url)).json().revision;
    const again = await ask('key-1');
    expect([first.statusCode, again.statusCode]).toEqual([status, status]);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(first.headers[revisionHeader]).toBeDefined();
    expect(again.headers[revisionHeader]).toBe(first.headers[revisionHeader]);
    expect(await listed(olive)).toHaveLength(script.length + 1);
    expect((await olive.get(url)).json().revision).toBe(revision);
  },
);

test('a repeated reply that was recorded without a revision has none', async ({ olive, server }) => {
  await add(olive, 'old');
  await server.db.update(scriptRequests).set({ reply: sql`reply - 'revision'` });
  const again = await add(olive, 'old');
  expect(again.statusCode).toBe(201);
  expect(again.headers[revisionHeader]).toBeUndefined();
});

test('a repeated key creates one element for two concurrent calls', async ({ olive }) => {
  const answers = await Promise.all([change(olive, 'same'), change(olive, 'same'), change(olive, 'same')]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(JSON.parse(body).keys))).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.json().elements[0].id)).size).toBe(1);
  expect(await listed(olive)).toHaveLength(script.length + 1);
});

test('a repeated key is rejected with another text, and accepted with another position', async ({
  olive,
}) => {
  await change(olive, 'mixed', 'One.');
  const other = await change(olive, 'mixed', 'Two.');
  expect(other.statusCode).toBe(409);
  expect(other.json().message).toContain('was used for something else');
  expect((await listed(olive)).map(({ content }) => content)).not.toContain('Two.');
  const [last] = (await listed(olive)).slice(-1);
  const elsewhere = await post(olive, '/script-changes', 'mixed', {
    edits: [{ type: 'insert', afterId: last?.id, elements: [{ elementType: 'action', content: 'One.' }] }],
  });
  expect(elsewhere.statusCode).toBe(200);
  expect(await listed(olive)).toHaveLength(script.length + 1);
});

test('a key is separate for each user and endpoint', async ({ olive, eddie }) => {
  const [mine, theirs, added] = [
    await change(olive, 'shared'),
    await change(olive, 'shared', 'Silence.', eddie),
    await add(olive, 'shared'),
  ];
  expect([mine.statusCode, theirs.statusCode, added.statusCode]).toEqual([200, 200, 201]);
  expect(theirs.json().elements[0].id).not.toBe(mine.json().elements[0].id);
  expect(await listed(olive)).toHaveLength(script.length + 3);
});

test('a key is separate for each project, and calls without one are independent', async ({
  server,
  world,
  olive,
}) => {
  await change(olive, 'a');
  await change(olive, 'b');
  await olive.post(`${url}/script-elements`, { elementType: 'action', content: 'Silence.' });
  expect(await listed(olive)).toHaveLength(script.length + 3);
  const other = await nightFerry(server.db, world.olive);
  url = `/api/projects/${other.id}`;
  await change(olive, 'a');
  expect(await listed(olive)).toHaveLength(script.length + 1);
});

test('a rejected change can be repeated with its key', async ({ olive }) => {
  const wrong = await post(olive, '/script-changes', 'retry', { edits: [{ type: 'delete', id: 2_000_000 }] });
  expect(wrong.statusCode).toBe(404);
  expect((await change(olive, 'retry')).statusCode).toBe(200);
  expect(await listed(olive)).toHaveLength(script.length + 1);
});

describe('update of a text', () => {
  const save = (olive: Caller, key: string | undefined, content: string, id = script[1]?.id) =>
    olive.inject({
      method: 'POST',
      url: `${url}/script-changes`,
      payload: { edits: [{ type: 'update', id, fields: { content } }], reason: 'Undo' },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  test('takes one statement for the session, one read and one write, with and without a key', async ({
    olive,
  }) => {
    await save(olive, 'warm', 'Hail.');
    await save(olive, undefined, 'Rain.');
    expect(await statementsOf(() => save(olive, 'one', 'Sleet.'))).toHaveLength(3);
    expect(await statementsOf(() => save(olive, undefined, 'Snow.'))).toHaveLength(3);
  });

  test('has the reply of several edits, and stores its reason in the history', async ({ olive }) => {
    const answer = await save(olive, 'told', 'Sleet.');
    const id = script[1]?.id;
    expect(answer.json()).toEqual({
      elements: [{ ...script[1], content: 'Sleet.', version: 2 }],
      removedIds: [],
      renumbered: [],
      keys: [],
      scenes: [],
      removedSceneIds: [],
    });
    const { history } = (await olive.get(`${url}/script-history/paginated`)).json();
    expect(history[0]).toMatchObject({ elementId: id, newContent: 'Sleet.', changeReason: 'Undo' });
  });

  test('gets the first reply when it is repeated, even after other changes, and writes nothing', async ({
    olive,
  }) => {
    const first = await save(olive, 'again', 'Sleet.');
    await save(olive, undefined, 'Snow.');
    const again = await save(olive, 'again', 'Sleet.');
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect((await listed(olive))[1]?.content).toBe('Snow.');
    expect((await save(olive, 'again', 'Fog.')).statusCode).toBe(409);
  });

  test('is recorded when it changed nothing', async ({ olive }) => {
    await save(olive, 'same', script[1]?.content ?? '');
    await save(olive, undefined, 'Snow.');
    await save(olive, 'same', script[1]?.content ?? '');
    expect((await listed(olive))[1]?.content).toBe('Snow.');
  });

  test('names the edit of a missing element', async ({ olive }) => {
    const answer = await save(olive, 'lost', 'Sleet.', 2_000_000);
    expect([answer.statusCode, answer.json().editIndex]).toEqual([404, 0]);
  });
});

test('recorded replies are deleted after 30 days', async ({ server, olive }) => {
  await change(olive, 'old');
  await age(server, 29);
  await pruneRequests(server.db);
  await change(olive, 'old');
  expect(await listed(olive)).toHaveLength(script.length + 1);
  await age(server, 31);
  await change(olive, 'old');
  expect(await listed(olive)).toHaveLength(script.length + 2);
  await age(server, 31);
  await pruneRequests(server.db);
  const kept = server.db.select().from(scriptRequests).where(eq(scriptRequests.projectId, projectId));
  expect(await kept).toEqual([]);
});

test.for(['', 'x'.repeat(101), 'two words', 'clé'])('the key "%s" is rejected', async (key, { olive }) => {
  const answer = await change(olive, key);
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { 'Idempotency-Key': 'Must be 1 to 100 visible characters' },
  ]);
  expect(await listed(olive)).toEqual(script);
});
