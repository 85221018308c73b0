import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory } from '#server/db/schema/history.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';

type Row = typeof scriptHistory.$inferInsert;
let projectId: number;
let url: string;

test.beforeEach(async ({ server, world }) => {
  const project = await aProject(server.db, { userId: world.olive.id });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${encodeProjectId(projectId)}/script-history/paginated`;
});

const noon = Date.parse('2026-11-20T12:00:00Z');
let entryCount = 0;

/** Changes of Olive's, a minute apart, unless told otherwise. */
async function tell(server: TestApp, world: World, ...entries: Partial<Row>[]): Promise<void> {
  await server.db.insert(scriptHistory).values(
    entries.map((entry) => ({
      projectId,
      elementId: 1,
      action: 'update' as const,
      userId: world.olive.id,
      timestamp: new Date(noon + entryCount++ * 60_000),
      ...entry,
    })),
  );
}

interface Page {
  history: HistoryEntry[];
  hasMore: boolean;
  totalCount: number;
}

async function page(
  olive: Caller,
  query: Record<string, string | number> = {},
  caller = olive,
): Promise<Page> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await caller.get(`${url}?${search}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const texts = ({ history }: Page) => history.map(({ newContent }) => newContent);

describe('GET /api/projects/:id/script-history/paginated', () => {
  test('is empty for a new project', async ({ olive }) => {
    expect(await page(olive)).toEqual({ history: [], hasMore: false, totalCount: 0 });
  });

  test('returns each change completely, without the columns for restoring', async ({
    server,
    world,
    olive,
  }) => {
    await tell(server, world, {
      elementId: 7,
      previousContent: 'Wait!',
      newContent: 'Stop!',
      previousElementType: 'action',
      newElementType: 'dialogue',
      previousCharacterName: 'MARA',
      newCharacterName: 'TOBIAS',
      previousParenthetical: '(beat)',
      newParenthetical: '(waving)',
      changeReason: 'Undo',
      timestamp: new Date(noon),
      afterElementId: 6,
      version: 3,
    });
    expect((await page(olive)).history).toEqual([
      {
        id: expect.any(Number),
        projectId,
        elementId: 7,
        action: 'update',
        changedBy: 'user',
        userId: world.olive.id,
        userEmail: 'olive@example.com',
        timestamp: '2026-11-20T12:00:00.000Z',
        previousContent: 'Wait!',
        newContent: 'Stop!',
        previousElementType: 'action',
        newElementType: 'dialogue',
        previousCharacterName: 'MARA',
        newCharacterName: 'TOBIAS',
        previousParenthetical: '(beat)',
        newParenthetical: '(waving)',
        changeReason: 'Undo',
        elementCount: null,
      },
    ]);
  });

  test('returns the newest entry first, and of one moment the last one first', async ({
    server,
    world,
    olive,
  }) => {
    const timestamp = new Date(noon + 86_400_000);
    await tell(
      server,
      world,
      { newContent: 'one', timestamp },
      { newContent: 'two', timestamp },
      { newContent: 'zero' },
    );
    expect(texts(await page(olive))).toEqual(['two', 'one', 'zero']);
  });

  test('contains no entries of another project', async ({ server, world, olive }) => {
    const other = await aProject(server.db, { userId: world.olive.id });
    await tell(server, world, { projectId: other.id, newContent: 'elsewhere' }, { newContent: 'here' });
    expect(texts(await page(olive))).toEqual(['here']);
  });

  test('returns changes of a deleted account without a name', async ({ server, world, olive }) => {
    await tell(server, world, { userId: null });
    expect((await page(olive)).history).toMatchObject([{ userId: null, userEmail: null }]);
  });
});

describe('GET /api/projects/:id/script-history/paginated pages', () => {
  const forty5 = (server: TestApp, world: World) =>
    tell(server, world, ...Array.from({ length: 45 }, (_, i) => ({ newContent: String(i) })));

  test('contain 20 changes, each change on one of them', async ({ server, world, olive }) => {
    await forty5(server, world);
    const pages = [await page(olive), await page(olive, { page: 2 }), await page(olive, { page: 3 })];
    expect(pages.map(({ history, hasMore, totalCount }) => [history.length, hasMore, totalCount])).toEqual([
      [20, true, 45],
      [20, true, 45],
      [5, false, 45],
    ]);
    expect(pages.flatMap(texts)).toEqual(Array.from({ length: 45 }, (_, i) => String(44 - i)));
  });

  test('can have another size, and are empty after the last one', async ({ server, world, olive }) => {
    await forty5(server, world);
    const all = await page(olive, { pageSize: 45 });
    expect([all.history.length, all.hasMore]).toEqual([45, false]);
    expect((await page(olive, { pageSize: 44 })).hasMore).toBe(true);
    expect(await page(olive, { page: 4 })).toEqual({ history: [], hasMore: false, totalCount: 45 });
    expect((await page(olive, { page: 2_147_483_647, pageSize: 100 })).history).toEqual([]);
  });

  test.for([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'two'],
    ['pageSize', '0'],
    ['pageSize', '101'],
    ['search', 'a'.repeat(201)],
    ['action', 'move'],
    ['changedBy', 'olive'],
    ['elementId', 'x'],
  ] as const)('with %s %j are rejected', async ([name, value], { olive }) => {
    const answer = await olive.get(`${url}?${new URLSearchParams({ [name]: value })}`);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [name]]);
  });
});

describe('GET /api/projects/:id/script-history/paginated filters', () => {
  test.beforeEach(({ server, world }) =>
    tell(
      server,
      world,
      { action: 'create', elementId: 1, newContent: 'Rain on BLACK water.' },
      {
        action: 'update',
        elementId: 1,
        previousContent: 'Rain.',
        newContent: '100%_\\ rain',
        changedBy: 'ai',
      },
      { action: 'delete', elementId: 2, previousContent: 'Été.', userId: world.eddie.id },
      {
        elementId: 3,
        previousCharacterName: 'MARA',
        newCharacterName: 'TOBIAS',
        changeReason: 'Replace all',
      },
    ),
  );

  test.for([
    [{ action: 'all' }, 4],
    [{ action: 'create' }, 1],
    [{ action: 'update' }, 2],
    [{ action: 'delete' }, 1],
    [{ changedBy: 'everyone' }, 4],
    [{ changedBy: 'you' }, 2],
    [{ changedBy: 'ai' }, 1],
    [{ elementId: 1 }, 2],
    [{ elementId: 99 }, 0],
    [{ elementId: 1, action: 'create', changedBy: 'you', search: 'black' }, 1],
    [{ elementId: 2, action: 'create' }, 0],
  ] as const)('%j let through %i', async ([query, count], { olive }) => {
    const { history, totalCount } = await page(olive, query);
    expect([history.length, totalCount]).toEqual([count, count]);
  });

  test('resolve "you" to the caller', async ({ server, world, olive }) => {
    await aShare(server.db, { id: projectId }, world.eddie, { role: 'editor' });
    const { history } = await page(olive, { changedBy: 'you' }, server.as(world.eddie));
    expect(history.map(({ userEmail }) => userEmail)).toEqual(['eddie@example.com']);
  });

  test.for([
    ['', 4],
    ['rain', 2],
    ['RAIN.', 1],
    ['black WATER', 1],
    ['été', 1],
    ['mara', 1],
    ['tobias', 1],
    ['replace', 1],
    ['%', 1],
    ['_', 1],
    ['\\', 1],
    ['100%_\\', 1],
    ['r_in', 0],
    ['r%n', 0],
    ['create', 0],
  ] as const)('a search for %j finds %i', async ([search, count], { olive }) => {
    expect((await page(olive, { search })).totalCount).toBe(count);
  });

  test('reject a search text that cannot be stored', async ({ olive }) => {
    expect((await olive.get(`${url}?search=a%00b`)).statusCode).toBe(400);
  });
});

describe('GET /api/projects/:id/script-history/paginated access', () => {
  test('includes viewers, and excludes strangers and visitors', async ({ server, world, olive }) => {
    await tell(server, world, { newContent: 'here' });
    expect(texts(await page(olive, {}, server.as(world.vic)))).toEqual(['here']);
    expect((await server.as(world.sam).get(url)).statusCode).toBe(404);
    expect((await server.visitor.get(url)).statusCode).toBe(401);
  });
});

describe('history entries', () => {
  const scriptUrl = () => `/api/projects/${projectId}/script-elements`;
  let script: { id: number; content: string; orderIndex: number }[];

  test.beforeEach(async ({ server, world, olive }) => {
    projectId = (await nightFerry(server.db, world.olive)).id;
    url = `/api/projects/${projectId}/script-history/paginated`;
    script = (await olive.get(scriptUrl())).json();
  });
  const recorded = async (olive: Caller) => {
    const { history } = await page(olive, { changedBy: 'you', pageSize: 100 });
    return history
      .filter(({ changeReason }) => changeReason !== 'Import')
      .map(({ action, previousContent, newContent }) => [action, previousContent, newContent]);
  };

  test('are written once for each creation, change and deletion', async ({ olive }) => {
    const { id } = (await olive.post(scriptUrl(), { elementType: 'action', content: 'Gulls.' })).json();
    await olive.patch(`/api/script-elements/${id}`, { content: 'Gulls, far off.' });
    await olive.delete(`/api/script-elements/${id}`);
    expect(await recorded(olive)).toEqual([
      ['delete', 'Gulls, far off.', null],
      ['update', 'Gulls.', 'Gulls, far off.'],
      ['create', null, 'Gulls.'],
    ]);
  });

  test('omit moves and changes without an effect', async ({ olive }) => {
    const [, rain] = script;
    if (!rain) throw new Error('Night Ferry has rain');
    await olive.patch(`/api/script-elements/${rain.id}`, { orderIndex: rain.orderIndex + 15 });
    await olive.patch(`/api/script-elements/${rain.id}`, { content: rain.content });
    expect(await recorded(olive)).toEqual([]);
  });

  test('omit removed sounds, order and unchanged fields', async ({ server, olive }) => {
    const [, rain] = script;
    if (!rain) throw new Error('Night Ferry has rain');
    const sounds = { dialogueAudioUrl: '/uploads/rain.mp3', soundEffectUrl: '/uploads/thunder.mp3' };
    const ofRain = eq(scriptElements.id, rain.id);
    await server.db.update(scriptElements).set(sounds).where(ofRain);
    const entries = () => server.db.$count(scriptHistory, eq(scriptHistory.projectId, projectId));
    const before = await entries();
    expect(before).toBeGreaterThan(0);
    for (const patch of [
      { dialogueAudioUrl: null },
      { soundEffectUrl: null },
      { orderIndex: 95 },
      { content: rain.content, elementType: 'action' },
    ]) {
      expect((await olive.patch(`/api/script-elements/${rain.id}`, patch)).statusCode).toBe(200);
    }
    const [stored] = await server.db.select().from(scriptElements).where(ofRain);
    expect(stored).toMatchObject({ dialogueAudioUrl: null, soundEffectUrl: null, orderIndex: 95 });
    expect(await entries()).toBe(before);
    await olive.patch(`/api/script-elements/${rain.id}`, { content: 'Sleet.' });
    expect(await entries()).toBe(before + 1);
  });
});
