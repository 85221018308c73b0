import { describe, expect } from 'vitest';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller } from '#test/app.ts';
import { pagesOf } from '#test/lockedFiles.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

const lines = Array.from({ length: 60 }, (_, i) => ['action', `N${i} waits.`] as const);

async function aScript(olive: Caller, projectId: number) {
  const url = `/api/projects/${projectId}`;
  const elements = async () => (await olive.get(`${url}/script-elements`)).json() as Element[];
  const edit = async (edits: ScriptEdit[]) => {
    expect((await olive.post(`${url}/script-changes`, { edits })).statusCode).toBe(200);
  };
  const lock = async (body: object) => {
    const answer = await olive.post(`${url}/production-locks`, body);
    expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    return answer.json();
  };
  const fdx = async () => {
    const result = parseFdx((await olive.get(`${url}/export/fdx`)).rawPayload);
    if (!result.ok) throw new Error(result.message);
    return result.screenplay;
  };
  const pages = async () => (await readPdf((await olive.get(`${url}/export/pdf`)).rawPayload)).pages.slice(1);
  const scenes = async () => (await olive.get(`${url}/scenes`)).json() as Scene[];
  return { url, elements, edit, lock, fdx, pages, scenes };
}

const insertAfter = (afterId: number | null, ...contents: string[]): ScriptEdit => ({
  type: 'insert',
  afterId,
  elements: contents.map((content) => ({
    elementType: content.startsWith('INT.') ? 'scene_heading' : 'action',
    content,
  })),
});

describe('locked pages', () => {
  test('keep labels and first words in PDF and FDX', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, lines);
    const { elements, edit, lock, fdx, pages } = await aScript(olive, id);
    const before = await elements();
    const project = await lock({ type: 'lock-pages' });
    expect(project.format.pageLock.labels).toEqual(['1', '2', '3']);
    const marked = await elements();
    expect(marked.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    await edit([insertAfter(marked[30]?.id ?? 0, ...Array.from({ length: 30 }, (_, i) => `X${i} comes.`))]);
    await edit([{ type: 'delete', id: marked[27]?.id ?? 0 }]);
    expect(pagesOf(await fdx())).toEqual(['1 N0', '2 N28', '2A X24', '2B N52', '3 N54']);
    expect((await pages()).map((page) => page.slice(0, 2).join(' '))).toEqual([
      'N0 waits. N1 waits.',
      '2. N28 waits.',
      '2A. X24 comes.',
      '2B. N52 waits.',
      '3. N54 waits.',
    ]);
  });

  test('issue added pages at a second lock, and forget all labels when unlocked', async ({
    server,
    world,
    olive,
  }) => {
    const { id } = await nightFerry(server.db, world.olive, lines);
    const { elements, edit, lock, fdx } = await aScript(olive, id);
    await lock({ type: 'lock-pages' });
    const added = Array.from({ length: 20 }, (_, i) => `X${i} comes.`);
    await edit([insertAfter((await elements())[30]?.id ?? 0, ...added)]);
    const again = await lock({ type: 'lock-pages' });
    expect(again.format.pageLock.labels).toEqual(['1', '2', '2A', '3']);
    await lock({ type: 'unlock-pages' });
    expect((await fdx()).format.pageLock).toBeUndefined();
    // Marks of the earlier locks do not count in a new one.
    expect((await lock({ type: 'lock-pages' })).format.pageLock.labels).toEqual(['1', '2', '3']);
  });
});

describe('a lock while another user writes offline', () => {
  test('keeps labels and numbers when their changes arrive', async ({ world, olive, eddie }) => {
    const writer = await aScript(eddie, world.project.id);
    const rows = await writer.elements();
    const at = (index: number) => rows[index] as Element;
    const { lock, fdx } = await aScript(olive, world.project.id);
    await lock({ type: 'lock-pages' });
    await lock({ type: 'lock-scenes', scheme: 'suffix', skipsIAndO: true });
    const { id, version } = at(1);
    const added = Array.from({ length: 30 }, (_, i) => `X${i} comes.`);
    await writer.edit([
      { type: 'update', id, fields: { content: 'Rain on the water.' }, baseVersion: version },
      { type: 'delete', id: at(0).id, baseVersion: at(0).version },
      { type: 'restore', id: at(0).id },
      insertAfter(at(6).id, 'INT. HOLD - DAY', ...added),
    ]);
    const script = await fdx();
    expect(script.elements[1]).toMatchObject({ content: 'Rain on the water.' });
    expect(pagesOf(script).map((page) => page.split(' ')[0])).toEqual(['1', '1A']);
    const numbers = script.elements.flatMap(({ sceneNumber }) => sceneNumber ?? []);
    expect(numbers).toEqual(['1', '1A', '2']);
    expect(script.format.pageLock?.labels[0]).toBe('1');
  });
});

describe('locked scene numbers', () => {
  const script = [1, 2, 3].flatMap((n) => [
    ['scene_heading', `INT. DECK ${n} - NIGHT`] as const,
    ['action', `Wind ${n}.`] as const,
  ]);
  const lockScenes = { type: 'lock-scenes', scheme: 'suffix', skipsIAndO: true };
  const numbers = (screenplay: { elements: { content: string; sceneNumber?: string | null }[] }) =>
    screenplay.elements.flatMap(({ content, sceneNumber }) =>
      content.startsWith('INT.') ? [`${sceneNumber} ${content.slice(5, 11)}`] : [],
    );

  test('never change, and new scenes get numbers between them', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, script);
    const { elements, edit, lock, fdx, scenes } = await aScript(olive, id);
    await lock(lockScenes);
    const rows = await elements();
    await edit([insertAfter(rows[1]?.id ?? 0, 'INT. HOLD A - DAY', 'Rain.')]);
    expect(numbers(await fdx())).toEqual(['1 DECK 1', '1A HOLD A', '2 DECK 2', '3 DECK 3']);
    const heading = rows[2]?.id ?? 0;
    await edit([{ type: 'delete', id: heading }]);
    expect(numbers(await fdx())).toEqual(['1 DECK 1', '1A HOLD A', '3 DECK 3']);
    await edit([{ type: 'restore', id: heading }]);
    expect(numbers(await fdx())).toEqual(['1 DECK 1', '1A HOLD A', '2 DECK 2', '3 DECK 3']);
    const second = await lock(lockScenes);
    expect(second.format.sceneLock.issued).toEqual(['1', '2', '3', '1A']);
    const inserted = (await scenes()).find(({ displayNumber }) => displayNumber === '1A');
    expect(inserted?.heading).toContain('HOLD A');
  });

  test('become positions again when the scenes are renumbered', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, script);
    const { elements, edit, lock, fdx } = await aScript(olive, id);
    await lock(lockScenes);
    await edit([insertAfter((await elements())[1]?.id ?? 0, 'INT. HOLD A - DAY')]);
    await lock({ type: 'unlock-scenes', isRenumbered: true });
    expect(numbers(await fdx())).toEqual(['1 DECK 1', '2 HOLD A', '3 DECK 2', '4 DECK 3']);
  });
});
