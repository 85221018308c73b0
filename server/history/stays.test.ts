import { and, asc, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory, scriptVersions } from '#server/db/schema/history.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { stayHeader } from '#shared/headers.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { compactStays } from './stays.ts';

const aLine = { elementType: 'action', content: 'Rain.' };

interface Paragraph {
  element: Element;
  /** Stores a text of the paragraph, as typed in a stay. */
  type: (content: string, stay: string | null) => Promise<Element>;
  listed: (query?: string) => Promise<HistoryEntry[]>;
  stored: () => Promise<(typeof scriptHistory.$inferSelect)[]>;
  /** Makes its history a day older. */
  age: () => Promise<unknown>;
}

/** Return a paragraph of the project and its history. */
function paragraphOf(
  { db }: TestApp,
  { project, projectUrl }: World,
  olive: Caller,
  element: Element,
): Paragraph {
  const isOf = and(eq(scriptHistory.projectId, project.id), eq(scriptHistory.elementId, element.id));
  return {
    element,
    async type(content, stay) {
      const answer = await olive.inject({
        method: 'PATCH',
        url: `/api/script-elements/${element.id}`,
        headers: stay === null ? {} : { [stayHeader]: stay },
        payload: { content },
      });
      expect(answer.statusCode).toBe(200);
      return answer.json();
    },
    async listed(query = '') {
      const address = `${projectUrl}/script-history/paginated?elementId=${element.id}${query}`;
      return (await olive.get(address)).json().history;
    },
    stored: () => db.select().from(scriptHistory).where(isOf).orderBy(asc(scriptHistory.id)),
    age: () =>
      db
        .update(scriptHistory)
        .set({ timestamp: sql`${scriptHistory.timestamp} - interval '25 hours'` })
        .where(isOf),
  };
}

const test = newWorldTest.extend('paragraph', async ({ server, world, olive }) => {
  const [first] = (await olive.get(`${world.projectUrl}/script-elements`)).json();
  const made = await olive.post(`${world.projectUrl}/script-elements`, { ...aLine, afterId: first.id });
  return paragraphOf(server, world, olive, made.json());
});

const texts = (entries: readonly HistoryEntry[]) =>
  entries.map(({ action, previousContent, newContent }) => [action, previousContent, newContent]);

describe('GET /api/projects/:id/script-history/paginated with stays', () => {
  test('shows the changes of a stay as one, from the first text to the last', async ({ paragraph }) => {
    await paragraph.type('Rain f', 'stay-of-olive');
    await paragraph.type('Rain falls', 'stay-of-olive');
    await paragraph.type('Rain falls.', 'stay-of-olive');
    await paragraph.type('Snow falls.', 'next-stay');
    await paragraph.type('Snow.', null);
    expect(texts(await paragraph.listed())).toEqual([
      ['update', 'Snow falls.', 'Snow.'],
      ['update', 'Rain falls.', 'Snow falls.'],
      ['update', 'Rain.', 'Rain falls.'],
      ['create', null, 'Rain.'],
    ]);
  });

  test('shows a paragraph created in a stay as created with its last text', async ({
    paragraph,
    server,
    world,
    olive,
  }) => {
    const answer = await olive.inject({
      method: 'POST',
      url: `${world.projectUrl}/script-elements`,
      headers: { [stayHeader]: 'stay-of-olive' },
      payload: { elementType: 'action', content: 'A b', afterId: paragraph.element.id },
    });
    const bell = paragraphOf(server, world, olive, answer.json());
    await bell.type('A bell.', 'stay-of-olive');
    expect(texts(await bell.listed())).toEqual([['create', null, 'A bell.']]);
    expect(texts(await bell.listed('&action=create'))).toEqual([['create', null, 'A bell.']]);
    expect(await bell.listed('&action=update')).toEqual([]);
    expect(texts(await bell.listed('&search=bell'))).toEqual([['create', null, 'A bell.']]);
  });

  test('counts a stay once', async ({ paragraph, world, olive }) => {
    await paragraph.type('Rain f', 'stay-of-olive');
    await paragraph.type('Rain falls', 'stay-of-olive');
    const address = `${world.projectUrl}/script-history/paginated?elementId=${paragraph.element.id}&pageSize=1`;
    expect((await olive.get(address)).json()).toMatchObject({ totalCount: 2, hasMore: true });
  });

  test('merges with a text that was based on the middle of a stay', async ({ paragraph, server, world }) => {
    const { version } = await paragraph.type('Rain falls', 'stay-of-olive');
    await paragraph.type('Rain falls slowly', 'stay-of-olive');
    const content = 'Cold rain falls';
    const answer = await server
      .as(world.eddie)
      .patch(`/api/script-elements/${paragraph.element.id}`, { content, baseVersion: version });
    expect(answer.json().content).toBe('Cold rain falls slowly');
  });
});

describe('compactStays', () => {
  test('merges the entries of each stay that ended a day ago', async ({ paragraph, server }) => {
    await paragraph.type('Rain f', 'stay-of-olive');
    await paragraph.type('Rain falls', 'stay-of-olive');
    await compactStays(server.db);
    expect(await paragraph.stored()).toHaveLength(3);
    await paragraph.age();
    const before = texts(await paragraph.listed());
    await compactStays(server.db);
    const entries = await paragraph.stored();
    expect(entries.map(({ action, version, stayId }) => [action, version, stayId])).toEqual([
      ['create', 1, null],
      ['update', 3, null],
    ]);
    expect(texts(await paragraph.listed())).toEqual(before);
  });

  test('does not merge a stay during which a version was named', async ({
    paragraph,
    server,
    world,
    olive,
  }) => {
    await paragraph.type('Rain f', 'stay-of-olive');
    const named = await olive.post(`${world.projectUrl}/script-versions`, { name: 'Half' });
    expect(named.statusCode).toBe(201);
    await paragraph.type('Rain falls', 'stay-of-olive');
    await paragraph.age();
    await compactStays(server.db);
    expect(await paragraph.stored()).toHaveLength(3);
    const [version] = await server.db.select().from(scriptVersions);
    const { historyId = 0, moveId = 0 } = version ?? {};
    const then = await olive.get(`${world.projectUrl}/script-at?historyId=${historyId}&moveId=${moveId}`);
    const past = then.json().elements.find((each: { id: number }) => each.id === paragraph.element.id);
    expect(past.content).toBe('Rain f');
  });

  test('leaves the text before a merged stay readable', async ({ paragraph, server, world, olive }) => {
    await paragraph.type('Rain f', 'stay-of-olive');
    await paragraph.type('Rain falls', 'stay-of-olive');
    await paragraph.age();
    const [created] = await paragraph.stored();
    await compactStays(server.db);
    const then = await olive.get(`${world.projectUrl}/script-at?historyId=${created?.id}`);
    const past = then.json().elements.find((each: { id: number }) => each.id === paragraph.element.id);
    expect(past.content).toBe('Rain.');
  });
});
