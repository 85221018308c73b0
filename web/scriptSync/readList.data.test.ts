import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { elementTypes } from '#screenplay/element.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import { type Element, listElementChanges, listElements } from '#shared/contract/elements.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { type Random, seeded } from '#test/random.ts';
import { readList, readWholeList } from './readList.data.ts';

const { signal } = new AbortController();

/** Keep the list in a cache as browsers do: it is valid while the server answers 304. */
function cacheList({ network }: TestBrowser): { statuses: number[] } {
  const statuses: number[] = [];
  let cached: { text: string; headers: Headers } | null = null;
  network.interrupt(listElements, async (call, send) => {
    if (!call.url.includes('with=changes')) return send();
    const tag = cached?.headers.get('etag');
    if (tag) call.headers['if-none-match'] = tag;
    const response = await send();
    statuses.push(response.status);
    if (!cached || response.status !== 304) {
      cached = { text: await response.text(), headers: response.headers };
    }
    for (const [name, value] of response.headers) cached.headers.set(name, value);
    return new Response(cached.text, { headers: cached.headers });
  });
  return { statuses };
}

async function change(browser: TestBrowser, edits: ScriptEdit[]): Promise<void> {
  const reply = await browser.as('eddie').post(`/api/projects/${browser.code}/script-changes`, { edits });
  expect(reply.statusCode, reply.body).toBe(200);
}

const opened = async (browser: TestBrowser) => (await readList(browser.project.id, signal)).elements;
const whole = async (browser: TestBrowser) => (await readWholeList(browser.project.id, signal)).elements;

test('loads one changed line instead of the list that the browser has', async () => {
  const browser = await aBrowser();
  const { statuses } = cacheList(browser);
  const [, line] = await opened(browser);
  await change(browser, [{ type: 'update', id: line?.id ?? 0, fields: { content: 'Nobody moves.' } }]);
  const sizes: number[] = [];
  browser.network.interrupt(listElementChanges, async (_call, send) => {
    const response = await send();
    sizes.push((await response.clone().text()).length);
    return response;
  });
  const { elements, revision } = await readList(browser.project.id, signal);
  expect(elements[1]?.content).toBe('Nobody moves.');
  expect(elements).toEqual(await whole(browser));
  expect(revision).toBe(1);
  expect(statuses).toEqual([200, 304]);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThan(1000);
});

test('loads nothing else if the list is unchanged', async () => {
  const browser = await aBrowser();
  const { statuses } = cacheList(browser);
  const before = await opened(browser);
  expect(await opened(browser)).toEqual(before);
  expect(statuses).toEqual([200, 304]);
  expect(browser.network.callsOf(listElementChanges)).toEqual([]);
});

test('loads the whole list if its changes are no longer known', async () => {
  const browser = await aBrowser();
  const { statuses } = cacheList(browser);
  const [, line] = await opened(browser);
  const update = (content: string) =>
    change(browser, [{ type: 'update', id: line?.id ?? 0, fields: { content } }]);
  await update('Nobody moves.');
  await browser.db.delete(projectChanges).where(eq(projectChanges.projectId, browser.project.id));
  expect((await opened(browser))[1]?.content).toBe('Nobody moves.');
  expect(statuses).toEqual([200, 200]);
  // The log may lose them between the two calls, and a node of an earlier version has no such call.
  await update('Nobody speaks.');
  browser.network.interrupt(listElementChanges, () => Response.json(null), 1);
  expect((await opened(browser))[1]?.content).toBe('Nobody speaks.');
  await update('Nobody breathes.');
  browser.network.reject(listElementChanges, 'not_found', 'No such call', 1);
  expect((await opened(browser))[1]?.content).toBe('Nobody breathes.');
});

function someEdits(random: Random, list: readonly Element[]): ScriptEdit[] {
  const { id } = random.pick(list);
  const afterId = random.chance(0.2) ? null : random.pick(list).id;
  const elementType = random.chance(0.4) ? 'scene_heading' : random.pick(elementTypes);
  const content = `LINE ${random.below(1000)}.`;
  const kind = random.below(4);
  if (kind === 0) return [{ type: 'insert', afterId, elements: [{ elementType, content }] }];
  if (kind === 1) return [{ type: 'update', id, fields: { elementType, content } }];
  if (kind === 2 && list.length > 3) return [{ type: 'delete', id }];
  const ids = list.filter((row) => row.id !== afterId && random.chance(0.3)).map((row) => row.id);
  return ids.length === 0 ? [] : [{ type: 'move', ids, afterId }];
}

test.each([1, 2, 3])('returns the list as it is after random edits (seed %i)', async (seed) => {
  const random = seeded(seed);
  const browser = await aBrowser();
  const { statuses } = cacheList(browser);
  let list = await opened(browser);
  for (let round = 0; round < 12; round++) {
    for (let step = random.below(4); step >= 0; step--) {
      const edits = someEdits(random, list);
      if (edits.length > 0) await change(browser, edits);
      list = await whole(browser);
    }
    expect(await opened(browser)).toEqual(list);
  }
  expect(statuses.filter((status) => status === 304)).toHaveLength(12);
});
