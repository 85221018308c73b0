import { describe, expect } from 'vitest';
import { conversationMessages, conversations } from '#server/db/schema/ai.ts';
import type { Conversation } from '#shared/contract/assistant.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';

let url: string;

test.beforeEach(async ({ world }) => {
  url = `${world.projectUrl}/conversations`;
});

const listed = async (caller: Caller) => (await caller.get(url)).json() as Conversation[];
const made = async (caller: Caller, body?: object) => (await caller.post(url, body)).json() as Conversation;

/** Create conversations of Cora, the last one the latest. */
async function many(server: TestApp, world: World, count: number) {
  const row = { projectId: world.project.id, userId: world.cora.id };
  await server.db.insert(conversations).values(
    Array.from({ length: count }, (_, i) => ({
      ...row,
      title: `Talk ${i + 1}`,
      updatedAt: new Date(Date.UTC(2026, 0, 1, 0, i)),
    })),
  );
}

describe('POST /api/projects/:id/conversations', () => {
  test('uses the title "New Conversation" by default', async ({ world, cora }) => {
    const answer = await cora.post(url);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      projectId: world.project.id,
      title: 'New Conversation',
      updatedAt: expect.any(String),
    });
    expect((await made(cora, { title: '  The ending ' })).title).toBe('The ending');
  });

  test.for([' ', 'x'.repeat(201), 7])('rejects the title %j', async (title, { cora }) => {
    expect((await cora.post(url, { title })).statusCode).toBe(400);
    expect(await listed(cora)).toEqual([]);
  });

  test('rejects viewers', async ({ server, world }) => {
    expect((await server.as(world.vic).post(url)).statusCode).toBe(403);
  });
});

describe('GET /api/projects/:id/conversations', () => {
  test('returns the user’s own conversations of the project, latest first', async ({
    server,
    world,
    cora,
  }) => {
    await many(server, world, 3);
    await made(server.as(world.olive));
    const other = await nightFerry(server.db, world.cora);
    await cora.post(`/api/projects/${other.id}/conversations`);
    expect((await listed(cora)).map(({ title }) => title)).toEqual(['Talk 3', 'Talk 2', 'Talk 1']);
    expect(await listed(server.as(world.vic))).toEqual([]);
  });

  test('returns pages of 20 with hasMore', async ({ server, world, cora }) => {
    await many(server, world, 45);
    const page = async (query: string) => {
      const { conversations, hasMore } = (await cora.get(`${url}/paginated${query}`)).json();
      return [conversations.length, conversations[0]?.title, conversations.at(-1)?.title, hasMore];
    };
    expect(await page('')).toEqual([20, 'Talk 45', 'Talk 26', true]);
    expect(await page('?limit=20&offset=20')).toEqual([20, 'Talk 25', 'Talk 6', true]);
    expect(await page('?limit=20&offset=40')).toEqual([5, 'Talk 5', 'Talk 1', false]);
    expect(await page('?limit=45')).toEqual([45, 'Talk 45', 'Talk 1', false]);
    expect(await page('?offset=45')).toEqual([0, undefined, undefined, false]);
  });

  test.for(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=x', 'offset=1.5', 'offset=9999999999'])(
    'rejects %s',
    async (query, { cora }) => {
      expect((await cora.get(`${url}/paginated?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('GET and DELETE /api/conversations/:id', () => {
  test('return a conversation with its messages, oldest first', async ({ server, cora }) => {
    const { id } = await made(cora);
    await server.db.insert(conversationMessages).values([
      { conversationId: id, role: 'user', content: 'Why forty-one?', timestamp: new Date(1000) },
      { conversationId: id, role: 'assistant', content: 'She counts cars.', timestamp: new Date(2000) },
    ]);
    expect((await cora.get(`/api/conversations/${id}`)).json()).toMatchObject({
      id,
      title: 'New Conversation',
      messages: [
        { conversationId: id, role: 'user', content: 'Why forty-one?', context: null },
        { conversationId: id, role: 'assistant', content: 'She counts cars.' },
      ],
    });
  });

  test('return 404 for everybody else, including the project owner', async ({ server, world, cora }) => {
    const { id } = await made(cora);
    for (const name of ['olive', 'eddie', 'vic', 'sam', 'ada'] as const) {
      for (const answer of [
        await server.as(world[name]).get(`/api/conversations/${id}`),
        await server.as(world[name]).delete(`/api/conversations/${id}`),
      ]) {
        expect([name, answer.statusCode, answer.json().message]).toEqual([
          name,
          404,
          'Conversation not found',
        ]);
      }
    }
    expect(await listed(cora)).toHaveLength(1);
  });

  test('delete a conversation with its messages', async ({ server, cora }) => {
    const { id } = await made(cora);
    await server.db
      .insert(conversationMessages)
      .values({ conversationId: id, role: 'user', content: 'Why forty-one?' });
    expect((await cora.delete(`/api/conversations/${id}`)).statusCode).toBe(204);
    expect(await listed(cora)).toEqual([]);
    expect(await server.db.select().from(conversationMessages)).toEqual([]);
    expect((await cora.delete(`/api/conversations/${id}`)).statusCode).toBe(404);
  });
});
