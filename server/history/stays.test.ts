import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scriptHistory, scriptVersions } from '#server/db/schema/script.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { stayHeader } from '#shared/headers.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aWorld, type World } from '#test/world.ts';
import { compactStays } from './stays.ts';

let server: TestApp;
let world: World;
let olive: Caller;
let element: Element;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
beforeEach(async () => {
  const [first] = (await olive.get(`${world.projectUrl}/script-elements`)).json();
  element = (await olive.post(`${world.projectUrl}/script-elements`, { ...aLine, afterId: first.id })).json();
});
afterAll(() => server.close());

const aLine = { elementType: 'action', content: 'Rain.' };

/** Store a text of the element, as typed in a stay. */
async function type(content: string, stay: string | null): Promise<Element> {
  const answer = await olive.inject({
    method: 'PATCH',
    url: `/api/script-elements/${element.id}`,
    headers: stay === null ? {} : { [stayHeader]: stay },
    payload: { content },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function listed(query = ''): Promise<HistoryEntry[]> {
  const address = `${world.projectUrl}/script-history/paginated?elementId=${element.id}${query}`;
  return (await olive.get(address)).json().history;
}

const texts = (entries: readonly HistoryEntry[]) =>
  entries.map(({ action, previousContent, newContent }) => [action, previousContent, newContent]);

const ofElement = () =>
  and(eq(scriptHistory.projectId, world.project.id), eq(scriptHistory.elementId, element.id));

const stored = () => server.db.select().from(scriptHistory).where(ofElement()).orderBy(asc(scriptHistory.id));

const age = () =>
  server.db
    .update(scriptHistory)
    .set({ timestamp: sql`${scriptHistory.timestamp} - interval '25 hours'` })
    .where(ofElement());

describe('the history', () => {
  test('shows the changes of a stay as one, from the first text to the last', async () => {
    await type('Rain f', 'stay-of-olive');
    await type('Rain falls', 'stay-of-olive');
    await type('Rain falls.', 'stay-of-olive');
    await type('Snow falls.', 'next-stay');
    await type('Snow.', null);
    expect(texts(await listed())).toEqual([
      ['update', 'Snow falls.', 'Snow.'],
      ['update', 'Rain falls.', 'Snow falls.'],
      ['update', 'Rain.', 'Rain falls.'],
      ['create', null, 'Rain.'],
    ]);
  });

  test('shows a paragraph that was created in a stay as created with its last text', async () => {
    const answer = await olive.inject({
      method: 'POST',
      url: `${world.projectUrl}/script-elements`,
      headers: { [stayHeader]: 'stay-of-olive' },
      payload: { elementType: 'action', content: 'A b', afterId: element.id },
    });
    element = answer.json();
    await type('A bell.', 'stay-of-olive');
    expect(texts(await listed())).toEqual([['create', null, 'A bell.']]);
    expect(texts(await listed('&action=create'))).toEqual([['create', null, 'A bell.']]);
    expect(await listed('&action=update')).toEqual([]);
    expect(texts(await listed('&search=bell'))).toEqual([['create', null, 'A bell.']]);
  });

  test('counts a stay once', async () => {
    await type('Rain f', 'stay-of-olive');
    await type('Rain falls', 'stay-of-olive');
    const address = `${world.projectUrl}/script-history/paginated?elementId=${element.id}&pageSize=1`;
    expect((await olive.get(address)).json()).toMatchObject({ totalCount: 2, hasMore: true });
  });

  test('merges with a text that was based on the middle of a stay', async () => {
    const { version } = await type('Rain falls', 'stay-of-olive');
    await type('Rain falls slowly', 'stay-of-olive');
    const content = 'Cold rain falls';
    const answer = await server
      .as(world.eddie)
      .patch(`/api/script-elements/${element.id}`, { content, baseVersion: version });
    expect(answer.json().content).toBe('Cold rain falls slowly');
  });
});

describe('compactStays', () => {
  test('makes one entry of each stay of more than a day ago', async () => {
    await type('Rain f', 'stay-of-olive');
    await type('Rain falls', 'stay-of-olive');
    await compactStays(server.db);
    expect(await stored()).toHaveLength(3);
    await age();
    const before = texts(await listed());
    await compactStays(server.db);
    const entries = await stored();
    expect(entries.map(({ action, version, stayId }) => [action, version, stayId])).toEqual([
      ['create', 1, null],
      ['update', 3, null],
    ]);
    expect(texts(await listed())).toEqual(before);
  });

  test('keeps a stay during which a version was named, and its text', async () => {
    await type('Rain f', 'stay-of-olive');
    const named = await olive.post(`${world.projectUrl}/script-versions`, { name: 'Half' });
    expect(named.statusCode).toBe(201);
    await type('Rain falls', 'stay-of-olive');
    await age();
    await compactStays(server.db);
    expect(await stored()).toHaveLength(3);
    const [version] = await server.db.select().from(scriptVersions);
    const { historyId = 0, moveId = 0 } = version ?? {};
    const then = await olive.get(`${world.projectUrl}/script-at?historyId=${historyId}&moveId=${moveId}`);
    const past = then.json().elements.find((each: { id: number }) => each.id === element.id);
    expect(past.content).toBe('Rain f');
  });

  test('leads back to the text before a compacted stay', async () => {
    await type('Rain f', 'stay-of-olive');
    await type('Rain falls', 'stay-of-olive');
    await age();
    const [created] = await stored();
    await compactStays(server.db);
    const then = await olive.get(`${world.projectUrl}/script-at?historyId=${created?.id}`);
    const past = then.json().elements.find((each: { id: number }) => each.id === element.id);
    expect(past.content).toBe('Rain.');
  });
});
