import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';
import { applyEdits } from './changeScript.ts';

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
const texts = async (olive: Caller) => (await listed(olive)).map(({ content }) => content);
const send = (eddie: Caller, edits: ScriptEdit[], reason?: string) =>
  eddie.post(`${url}/script-changes`, { edits, ...(reason ? { reason } : {}) });
const done = async (eddie: Caller, ...edits: ScriptEdit[]) => {
  const answer = await send(eddie, edits);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
const called = (content: string) => {
  const found = script.find((element) => element.content === content);
  if (!found) throw new Error(`No element says ${content}`);
  return found;
};
const history = (server: TestApp) =>
  server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, projectId))
    .orderBy(scriptHistory.id);
const newestHistory = async (server: TestApp) => (await history(server)).at(-1);
const scenes = async (olive: Caller) => (await olive.get(`${url}/scenes`)).json();
const action = (content: string) => ({ elementType: 'action' as const, content });

describe('POST /api/projects/:id/script-changes', () => {
  test('makes one change with one reply, and reconciles scenes once', async ({ olive, eddie }) => {
    const rain = called('Rain on black water. A ferry strains at her ropes.');
    const cut = called('CUT TO:');
    const line = called('Forty-one. Forty-two.');
    const answer = await done(
      eddie,
      {
        type: 'insert',
        afterId: rain.id,
        elements: [
          { elementType: 'scene_heading', content: 'int. bridge - night', key: 7 },
          { ...action('The captain sleeps.'), key: 8 },
        ],
      },
      { type: 'update', id: line.id, fields: { content: 'Forty-three.' } },
      { type: 'delete', id: cut.id },
    );
    expect(answer.elements.map(({ content }: Element) => content)).toEqual([
      'INT. BRIDGE - NIGHT',
      'The captain sleeps.',
      'Forty-three.',
    ]);
    expect(answer.removedIds).toEqual([cut.id]);
    expect(answer.keys.map(({ key }: { key: number }) => key)).toEqual([7, 8]);
    expect(answer.keys.map(({ id }: { id: number }) => id)).toEqual(
      answer.elements.slice(0, 2).map(({ id }: Element) => id),
    );
    expect((await scenes(olive)).map(({ heading }: { heading: string }) => heading)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'INT. BRIDGE - NIGHT',
      'INT. CAR DECK - LATER',
    ]);
    expect(await texts(olive)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'Rain on black water. A ferry strains at her ropes.',
      'INT. BRIDGE - NIGHT',
      'The captain sleeps.',
      'MARA',
      'Forty-three.',
      'TOBIAS',
      '(waving a wet ticket)',
      'Wait! I have a ticket!',
      'INT. CAR DECK - LATER',
      'Engines. TOBIAS finds her between two vans.',
      "TOBIAS (CONT'D)",
      'You count everything?',
    ]);
    const stored = await listed(olive);
    expect(stored.find(({ id }) => id === line.id)?.sceneId).toBe(answer.elements[0].sceneId);
  });

  test('applies edits in order', async ({ server, olive, eddie }) => {
    const { id } = called('Forty-one. Forty-two.');
    await done(
      eddie,
      { type: 'update', id, fields: { content: 'One.' }, baseVersion: 1 },
      { type: 'update', id, fields: { content: 'Two.' }, baseVersion: 2 },
      { type: 'delete', id, baseVersion: 3 },
      { type: 'restore', id },
    );
    expect((await listed(olive)).find((element) => element.id === id)).toMatchObject({
      content: 'Two.',
      version: 5,
      orderIndex: 40,
    });
    const entries = (await history(server)).filter((entry) => entry.elementId === id);
    expect(entries.map(({ action: what, version }) => [what, version])).toEqual([
      ['create', 1],
      ['update', 2],
      ['update', 3],
      ['delete', 4],
      ['create', 5],
    ]);
  });

  test('applies all edits or none, and names the rejected one', async ({ server, olive, eddie }) => {
    const before = [await listed(olive), await scenes(olive), await history(server)];
    const answer = await send(eddie, [
      { type: 'insert', afterId: null, elements: [{ elementType: 'scene_heading', content: 'INT. BRIDGE' }] },
      { type: 'delete', id: called('MARA').id },
      { type: 'update', id: 2_000_000, fields: { content: 'Gone.' } },
    ]);
    expect([answer.statusCode, answer.json().message, answer.json().editIndex]).toEqual([
      404,
      'Element not found',
      2,
    ]);
    expect([await listed(olive), await scenes(olive), await history(server)]).toEqual(before);
  });

  test('rejects all edits when one conflicts, with all three texts', async ({ olive, eddie }) => {
    const { id } = called('You count everything?');
    await done(eddie, { type: 'update', id, fields: { content: 'You count cars?' }, baseVersion: 1 });
    const answer = await send(eddie, [
      { type: 'insert', afterId: id, elements: [action('Silence.')] },
      { type: 'update', id, fields: { content: 'You count people?' }, baseVersion: 1 },
    ]);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      editIndex: 1,
      current: { id, content: 'You count cars?', version: 2 },
      base: { content: 'You count everything?' },
      yours: { content: 'You count people?' },
    });
    expect(await texts(olive)).not.toContain('Silence.');
  });

  test('stores the reason in the history', async ({ server, world, eddie }) => {
    await send(eddie, [{ type: 'insert', afterId: null, elements: [action('Black.')] }], 'Undo');
    expect(await newestHistory(server)).toMatchObject({
      action: 'create',
      changedBy: 'user',
      userId: world.eddie.id,
      changeReason: 'Undo',
    });
  });

  test('records edits of the assistant as such, with the user', async ({ server, world }) => {
    const where = { projectId, userId: world.eddie.id };
    const edit = { type: 'update', id: called('MARA').id, fields: { content: 'MARIA' } } as const;
    const { historyIds } = await changeProject(server.db, where, (change) =>
      applyEdits(change, [edit], { changedBy: 'ai', reason: 'A rounder name' }, true),
    );
    expect(historyIds).toEqual([(await newestHistory(server))?.id]);
    expect(await newestHistory(server)).toMatchObject({
      changedBy: 'ai',
      userId: world.eddie.id,
      changeReason: 'A rounder name',
    });
  });

  test.for([
    [{ edits: [] }, 'edits'],
    [{ edits: [{ type: 'insert', afterId: null, elements: [] }] }, 'edits.0.elements'],
    [{ edits: [{ type: 'update', id: 1, fields: {} }] }, 'edits.0.fields'],
    [{ edits: [{ type: 'update', id: 1, fields: { orderIndex: 3 } }] }, 'edits.0.fields'],
    [{ edits: [{ type: 'burn', id: 1 }] }, 'edits.0.type'],
    [
      { edits: [{ type: 'insert', afterId: null, elements: [action('a\0b')] }] },
      'edits.0.elements.0.content',
    ],
    [{ edits: [{ type: 'update', id: 1, fields: { content: '\ud800' } }] }, 'edits.0.fields.content'],
    [
      { edits: [{ type: 'insert', afterId: null, elements: [action('x'.repeat(20_001))] }] },
      'edits.0.elements.0.content',
    ],
  ] as const)('are not understood when wrong (%#)', async ([body, field], { olive, eddie }) => {
    const answer = await eddie.post(`${url}/script-changes`, body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect(await listed(olive)).toEqual(script);
  });
});

describe('element inserted by an earlier edit of the call', () => {
  const bell = { ...action('A bell.'), key: -7_000_000_000_123 };
  const behindRain = (): ScriptEdit => ({
    type: 'insert',
    afterId: called('Rain on black water. A ferry strains at her ropes.').id,
    elements: [bell],
  });

  test('can be named by its key in later edits', async ({ olive, eddie }) => {
    const horn = { ...action('A horn.'), key: -2 };
    const { keys } = await done(
      eddie,
      behindRain(),
      { type: 'insert', afterId: bell.key, elements: [horn, action('A rope.')] },
      { type: 'insert', afterId: horn.key, elements: [action('A whistle.')] },
    );
    expect((await texts(olive)).slice(1, 6)).toEqual([
      'Rain on black water. A ferry strains at her ropes.',
      'A bell.',
      'A horn.',
      'A whistle.',
      'A rope.',
    ]);
    const stored = await listed(olive);
    expect(keys).toEqual([
      { key: bell.key, id: stored[2]?.id },
      { key: horn.key, id: stored[3]?.id },
    ]);
  });

  test('can be updated, and the history has both texts', async ({ server, olive, eddie }) => {
    const { elements } = await done(eddie, behindRain(), {
      type: 'update',
      id: bell.key,
      fields: { content: 'Two bells.', elementType: 'dialogue', characterName: 'MARA' },
    });
    expect(elements).toMatchObject([{ content: 'Two bells.', elementType: 'dialogue', version: 2 }]);
    expect((await listed(olive))[2]).toEqual(elements[0]);
    expect((await history(server)).slice(-2)).toMatchObject([
      { action: 'create', newContent: 'A bell.', version: 1 },
      { action: 'update', previousContent: 'A bell.', newContent: 'Two bells.', version: 2 },
    ]);
  });

  test('can be moved together with stored elements', async ({ olive, eddie }) => {
    const [heading] = script;
    const cut = called('CUT TO:');
    await done(eddie, behindRain(), { type: 'move', ids: [bell.key, cut.id], afterId: heading?.id ?? 0 });
    expect((await texts(olive)).slice(0, 4)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'A bell.',
      'CUT TO:',
      'Rain on black water. A ferry strains at her ropes.',
    ]);
  });

  test('can be deleted and restored', async ({ olive, eddie }) => {
    const before = await texts(olive);
    await done(eddie, behindRain(), { type: 'delete', id: bell.key });
    expect(await texts(olive)).toEqual(before);
    await done(
      eddie,
      behindRain(),
      { type: 'delete', id: bell.key },
      { type: 'restore', id: bell.key, afterId: called('CUT TO:').id },
    );
    const now = await texts(olive);
    expect(now[now.indexOf('CUT TO:') + 1]).toBe('A bell.');
    expect(now).toHaveLength(before.length + 1);
  });

  test('opens a scene only if it is a heading at the end', async ({ olive, eddie }) => {
    await done(eddie, behindRain(), {
      type: 'update',
      id: bell.key,
      fields: { elementType: 'scene_heading', content: 'INT. BRIDGE - NIGHT' },
    });
    expect((await scenes(olive)).map(({ heading }: { heading: string }) => heading)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'INT. BRIDGE - NIGHT',
      'INT. CAR DECK - LATER',
    ]);
    const heading = { elementType: 'scene_heading' as const, content: 'INT. GALLEY - NIGHT', key: -3 };
    await done(
      eddie,
      { type: 'insert', afterId: called('CUT TO:').id, elements: [heading] },
      { type: 'delete', id: heading.key },
    );
    expect(await scenes(olive)).toHaveLength(3);
  });

  test.for<[string, (key: number) => ScriptEdit]>([
    ['afterId', (key) => ({ type: 'insert', afterId: key, elements: [action('A horn.')] })],
    ['id', (key) => ({ type: 'update', id: key, fields: { content: 'A horn.' } })],
    ['id', (key) => ({ type: 'delete', id: key })],
    ['ids', (key) => ({ type: 'move', ids: [key], afterId: null })],
    ['afterId', (key) => ({ type: 'restore', id: 1, afterId: key })],
  ] as const)(
    'is named by a key that an earlier edit has given: %s',
    async ([field, edit], { olive, eddie }) => {
      const before = await texts(olive);
      const rejected = async (...edits: ScriptEdit[]) => {
        const answer = await send(eddie, edits);
        expect(answer.statusCode).toBe(400);
        return Object.keys(answer.json().fields);
      };
      expect(await rejected(edit(bell.key))).toEqual([`edits.0.${field}`]);
      expect(await rejected(edit(bell.key), behindRain())).toEqual([`edits.0.${field}`]);
      expect(await rejected(behindRain(), edit(-9))).toEqual([`edits.1.${field}`]);
      expect(await texts(olive)).toEqual(before);
    },
  );
});

describe('insert edit', () => {
  test('accepts any type in an empty script', async ({ olive }) => {
    const { id } = (await olive.post('/api/projects', { name: 'Blank' })).json();
    const insert = (...elements: object[]) =>
      olive.post(`/api/projects/${id}/script-changes`, {
        edits: [{ type: 'insert', afterId: null, elements }],
      });
    const opened = await insert(action('FADE IN:'));
    expect([opened.statusCode, opened.json().scenes]).toMatchObject([200, [{ heading: '' }]]);
    await olive.post(`/api/projects/${id}/script-changes`, {
      edits: [{ type: 'delete', id: opened.json().elements[0].id }],
    });
    const made = await insert({ elementType: 'scene_heading', content: 'int. deck' }, action('Rain.'));
    expect(made.json()).toMatchObject({
      elements: [
        { content: 'INT. DECK', orderIndex: 10 },
        { content: 'Rain.', orderIndex: 20 },
      ],
      scenes: [{ heading: 'INT. DECK', sceneNumber: 1 }],
    });
  });

  test('rejects a foreign element as predecessor', async ({ eddie }) => {
    const answer = await send(eddie, [{ type: 'insert', afterId: 2_000_000, elements: [action('Rain.')] }]);
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { afterId: 'No element of this project' },
    ]);
  });

  test('stores alignment and page break for layout and export', async ({ olive, eddie }) => {
    const { elements } = await done(eddie, {
      type: 'insert',
      afterId: null,
      elements: [{ ...action('ONE NIGHT ONLY'), alignment: 'Center', startsNewPage: true }],
    });
    expect(elements[0].extras).toEqual({ layout: { alignment: 'Center', startsNewPage: true } });
    const fdx = (await olive.get(`${url}/export/fdx`)).body;
    expect(fdx).toMatch(/Alignment="Center"[^>]*StartsNewPage="Yes"/);
  });

  test('inserts 2,000 elements as one change, in order and with their scenes', async ({
    server,
    olive,
    eddie,
  }) => {
    const elements = Array.from({ length: 2000 }, (_, i) => ({
      elementType: i % 20 === 0 ? ('scene_heading' as const) : ('action' as const),
      content: i % 20 === 0 ? `INT. DECK ${i} - DAY` : `Beat ${i}.`,
      key: i,
    }));
    const answer = await done(eddie, { type: 'insert', afterId: called('MARA').id, elements });
    expect(answer.elements).toHaveLength(2000);
    expect(answer.keys).toHaveLength(2000);
    const now = await listed(olive);
    expect(now.map(({ content }) => content).slice(3, 2003)).toEqual(elements.map(({ content }) => content));
    expect(now.every(({ orderIndex }, i) => i === 0 || orderIndex > (now[i - 1]?.orderIndex ?? 0))).toBe(
      true,
    );
    expect((await scenes(olive)).map(({ sceneNumber }: { sceneNumber: number }) => sceneNumber)).toEqual(
      Array.from({ length: 102 }, (_, i) => i + 1),
    );
    const entries = (await history(server)).slice(-2000);
    expect(entries.map(({ newContent }) => newContent)).toEqual(elements.map(({ content }) => content));
    expect(entries.map(({ afterElementId }) => afterElementId)).toEqual(
      now.slice(2, 2002).map(({ id }) => id),
    );
    expect((await olive.get(url)).json().revision).toBeLessThan(5);
  });

  test('gives 20 concurrent elements at one position distinct order numbers', async ({
    server,
    olive,
    eddie,
  }) => {
    const after = called('MARA');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? olive : eddie).post(`${url}/script-changes`, {
          edits: [{ type: 'insert', afterId: after.id, elements: [action(`Wave ${i}.`)] }],
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    const stored = await server.db
      .select()
      .from(scriptElements)
      .where(eq(scriptElements.projectId, projectId));
    expect(new Set(stored.map(({ orderIndex }) => orderIndex)).size).toBe(script.length + 20);
    expect((await texts(olive)).slice(3, 23).sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => `Wave ${i}.`).sort(),
    );
  });
});

test('gives concurrent inserts and moves to one position distinct order numbers', async ({
  server,
  olive,
  eddie,
}) => {
  const after = called('MARA');
  const movedIds = [8, 9, 10].map((i) => script[i]?.id ?? 0);
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, i) =>
      (i % 2 ? olive : eddie).post(`${url}/script-elements`, { ...action(`Wave ${i}.`), afterId: after.id }),
    ),
    ...movedIds.map((id) => send(eddie, [{ type: 'move', ids: [id], afterId: after.id }])),
  ]);
  for (const { statusCode } of answers) expect(statusCode).toBeLessThan(300);
  const stored = await server.db.select().from(scriptElements).where(eq(scriptElements.projectId, projectId));
  expect(stored).toHaveLength(script.length + 12);
  expect(new Set(stored.map(({ orderIndex }) => orderIndex)).size).toBe(stored.length);
  const now = await listed(olive);
  const from = now.findIndex(({ id }) => id === after.id) + 1;
  expect(now.slice(from, from + 15).filter(({ id }) => movedIds.includes(id))).toHaveLength(3);
});

describe('update edit', () => {
  const rain = () => called('Rain on black water. A ferry strains at her ropes.');
  const extras = async (server: TestApp, id: number) =>
    (await server.db.select().from(scriptElements).where(eq(scriptElements.id, id)))[0]?.extras;

  test('changes alignment and page break without other extras and without history', async ({
    server,
    eddie,
  }) => {
    const { id } = rain();
    const entryCount = (await history(server)).length;
    const others = { fdx: { type: 'Shot' }, layout: { leftInches: 2 } };
    await server.db.update(scriptElements).set({ extras: others }).where(eq(scriptElements.id, id));
    await done(eddie, {
      type: 'update',
      id,
      fields: { alignment: 'Right', startsNewPage: true, dual: 'left' },
    });
    expect(await extras(server, id)).toEqual({
      ...others,
      layout: { leftInches: 2, alignment: 'Right', startsNewPage: true },
    });
    const { elements } = await done(eddie, {
      type: 'update',
      id,
      fields: { alignment: null, startsNewPage: false },
    });
    expect(await extras(server, id)).toEqual(others);
    expect(elements[0]).toMatchObject({ version: 1, dual: 'left' });
    expect(await history(server)).toHaveLength(entryCount);
  });

  test('removes extra fields with the layout', async ({ server, eddie }) => {
    const { id } = rain();
    await done(eddie, { type: 'update', id, fields: { alignment: 'Center' } });
    await done(eddie, { type: 'update', id, fields: { alignment: null } });
    expect(await extras(server, id)).toBeNull();
  });

  test('records both values of speaker and parenthetical in the history', async ({ server, eddie }) => {
    const { id } = called('Forty-one. Forty-two.');
    await done(eddie, { type: 'update', id, fields: { characterName: 'Mara', parenthetical: '(low)' } });
    await done(eddie, { type: 'update', id, fields: { parenthetical: null } });
    const entries = (await history(server)).slice(-2);
    expect(entries).toMatchObject([
      { previousParenthetical: null, newParenthetical: '(low)', newCharacterName: 'MARA', version: 2 },
      { previousParenthetical: '(low)', newParenthetical: null, afterElementId: null, version: 3 },
    ]);
  });

  test('merges a parenthetical that another user changed', async ({ eddie }) => {
    const { id } = called('Forty-one. Forty-two.');
    await done(eddie, { type: 'update', id, fields: { parenthetical: '(low)' }, baseVersion: 1 });
    const { elements } = await done(eddie, {
      type: 'update',
      id,
      fields: { content: 'Forty-three.', parenthetical: null },
      baseVersion: 1,
    });
    expect(elements[0]).toMatchObject({ content: 'Forty-three.', parenthetical: '(low)' });
  });

  test('is also available as the call for one element', async ({ eddie }) => {
    const made = await eddie.post(`${url}/script-elements`, {
      ...action('ONE NIGHT ONLY'),
      alignment: 'Center',
      startsNewPage: true,
    });
    expect(made.json().extras).toEqual({ layout: { alignment: 'Center', startsNewPage: true } });
    const changed = await eddie.patch(`/api/script-elements/${made.json().id}`, { startsNewPage: false });
    expect(changed.json()).toMatchObject({ extras: { layout: { alignment: 'Center' } }, version: 1 });
    expect(changed.json().extras.layout).not.toHaveProperty('startsNewPage');
  });

  test('returns the element and writes nothing without a difference', async ({ olive, eddie }) => {
    const { id, content } = rain();
    const before = (await olive.get(url)).json().revision;
    const { elements } = await done(eddie, { type: 'update', id, fields: { content } });
    expect(elements).toMatchObject([{ id, version: 1 }]);
    expect((await olive.get(url)).json().revision).toBe(before);
  });
});

describe('delete edit', () => {
  test('is rejected when the text is not the one that the user deleted', async ({ eddie }) => {
    const { id } = called('You count everything?');
    await done(eddie, { type: 'update', id, fields: { content: 'You count cars?' } });
    const answer = await send(eddie, [{ type: 'delete', id, baseVersion: 1 }]);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'conflict',
        editIndex: 0,
        current: expect.objectContaining({ id, content: 'You count cars?', version: 2 }),
        base: { content: 'You count everything?' },
        yours: { content: '' },
      }),
    ]);
  });

  test('is accepted when the text is the same again, whatever its version', async ({ eddie }) => {
    const { id } = called('You count everything?');
    await done(eddie, { type: 'update', id, fields: { content: 'You count cars?' } });
    await done(eddie, { type: 'update', id, fields: { content: 'You count everything?' } });
    expect((await done(eddie, { type: 'delete', id, baseVersion: 1 })).removedIds).toEqual([id]);
  });

  test('stores in the history what a restore needs', async ({ server, olive, eddie }) => {
    const { id } = called('INT. CAR DECK - LATER');
    const [, scene] = await scenes(olive);
    const cue = called('Wait! I have a ticket!');
    await done(eddie, { type: 'delete', id });
    expect(await newestHistory(server)).toMatchObject({
      action: 'delete',
      version: 2,
      afterElementId: cue.id,
      kept: { element: { id, orderIndex: 80, sceneId: scene.id }, scene: { id: scene.id } },
    });
    await done(eddie, { type: 'delete', id: called('EXT. HARBOUR - NIGHT').id });
    expect(await newestHistory(server)).toMatchObject({ afterElementId: null });
  });

  test('leaves a script without scenes when all elements are deleted', async ({ olive, eddie }) => {
    const answer = await done(eddie, ...script.map(({ id }) => ({ type: 'delete' as const, id })));
    expect(answer.removedIds).toEqual(script.map(({ id }) => id));
    expect([await listed(olive), await scenes(olive)]).toEqual([[], []]);
  });
});

describe('move edit', () => {
  const moves = (server: TestApp) =>
    server.db.select().from(scriptMoves).where(eq(scriptMoves.projectId, projectId)).orderBy(scriptMoves.id);

  /** The order before moves, found by putting each element back after the one it left. */
  async function orderBefore(server: TestApp, olive: Caller, count: number) {
    const ids = (await listed(olive)).map(({ id }) => id);
    for (const { elementId, afterElementId } of (await moves(server)).slice(-count).reverse()) {
      ids.splice(ids.indexOf(elementId), 1);
      ids.splice(afterElementId === null ? 0 : ids.indexOf(afterElementId) + 1, 0, elementId);
    }
    return ids;
  }

  test('moves a scene with its elements', async ({ server, olive, eddie }) => {
    const ids = script.slice(7).map(({ id }) => id);
    const answer = await done(eddie, { type: 'move', ids, afterId: null });
    expect(answer.elements.map(({ id }: Element) => id)).toEqual(ids);
    expect((await texts(olive)).slice(0, 6)).toEqual([
      'INT. CAR DECK - LATER',
      'Engines. TOBIAS finds her between two vans.',
      "TOBIAS (CONT'D)",
      'You count everything?',
      'CUT TO:',
      'EXT. HARBOUR - NIGHT',
    ]);
    expect((await scenes(olive)).map(({ heading }: { heading: string }) => heading)).toEqual([
      'INT. CAR DECK - LATER',
      'EXT. HARBOUR - NIGHT',
    ]);
    expect(await orderBefore(server, olive, (await moves(server)).length)).toEqual(
      script.map(({ id }) => id),
    );
  });

  test.for([
    ['up', [4, 5, 6], 0],
    ['down', [1, 2, 3], 8],
    ['together from far apart', [1, 5, 9], 11],
    ['behind one of their neighbours', [2, 3, 6], 1],
    ['all but one', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 11],
  ] as const)(
    '%s is undone move by move, and is no change of text',
    async ([_, positions, after], { server, olive, eddie }) => {
      const idAt = (i: number) => script[i]?.id ?? 0;
      const entries = await history(server);
      const newest = entries.at(-1)?.id;
      const ids = positions.map(idAt);
      await done(eddie, { type: 'move', ids: ids.toReversed(), afterId: idAt(after) });
      const now = (await listed(olive)).map(({ id }) => id);
      const from = now.indexOf(idAt(after)) + 1;
      expect(now.slice(from, from + ids.length)).toEqual(ids);
      expect(await orderBefore(server, olive, (await moves(server)).length)).toEqual(
        script.map(({ id }) => id),
      );
      expect((await moves(server)).every(({ historyId }) => historyId === newest)).toBe(true);
      expect(await history(server)).toEqual(entries);
    },
  );

  test('lists the new number of a changed element that makes room for another edit', async ({
    server,
    eddie,
  }) => {
    const [first, second] = script.map(({ id }) => id) as [number, number];
    await server.db
      .update(scriptElements)
      .set({ orderIndex: (script[0]?.orderIndex ?? 0) + 1 })
      .where(eq(scriptElements.id, second));
    const answer = await done(
      eddie,
      { type: 'update', id: second, fields: { content: 'Changed.' } },
      { type: 'insert', afterId: first, elements: [action('Between.')] },
    );
    const changed = answer.elements.find(({ id }: { id: number }) => id === second);
    expect(answer.renumbered).toContainEqual({ id: second, orderIndex: changed?.orderIndex });
  });

  test('changes nothing for the current position', async ({ server, olive, eddie }) => {
    const [first, second, third] = script.map(({ id }) => id) as [number, number, number];
    const before = (await olive.get(url)).json().revision;
    const answer = await done(eddie, { type: 'move', ids: [second, third], afterId: first });
    expect(answer).toMatchObject({ elements: [{ id: second }, { id: third }], renumbered: [] });
    expect([await listed(olive), await moves(server)]).toEqual([script, []]);
    expect((await olive.get(url)).json().revision).toBe(before);
  });

  test('is recorded when a new order number changes the order', async ({ server, olive, eddie }) => {
    const { id } = called('CUT TO:');
    await eddie.patch(`/api/script-elements/${id}`, { orderIndex: 200 });
    expect(await moves(server)).toEqual([]);
    await eddie.patch(`/api/script-elements/${id}`, { orderIndex: 15 });
    expect(await moves(server)).toMatchObject([
      { elementId: id, afterElementId: called('You count everything?').id },
    ]);
    expect(await orderBefore(server, olive, 1)).toEqual(script.map((element) => element.id));
  });

  test('sees the earlier edits of the call', async ({ server, eddie }) => {
    const [a, b] = [called('MARA'), called('TOBIAS')];
    await done(
      eddie,
      { type: 'update', id: a.id, fields: { content: 'MARIA' } },
      { type: 'move', ids: [b.id], afterId: null },
      { type: 'update', id: b.id, fields: { content: 'TOBY' } },
      { type: 'move', ids: [b.id], afterId: a.id },
    );
    const [first, second] = (await history(server)).slice(-2);
    expect((await moves(server)).map(({ historyId }) => historyId)).toEqual([first?.id, second?.id]);
  });

  test.for([
    [404, 'Element not found', { ids: [2_000_000], afterId: null }],
    [400, 'Element not found', { ids: [1], afterId: 2_000_000 }],
    [400, 'An element cannot be moved after itself.', { ids: [1, 2], afterId: 2 }],
  ] as const)('is rejected with %i %s', async ([status, message, { ids, afterId }], { eddie }) => {
    const idOf = (i: number | null) => (i === null || i > 1000 ? i : (script[i]?.id ?? null));
    const answer = await send(eddie, [
      { type: 'move', ids: ids.map((i) => idOf(i) ?? 0), afterId: idOf(afterId) },
    ]);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });
});

test('script-changes rejects viewers and commenters', async ({ server, world }) => {
  const edits = [{ type: 'delete', id: script[0]?.id }];
  for (const name of ['vic', 'cora'] as const) {
    const answer = await server.as(world[name]).post(`${world.projectUrl}/script-changes`, { edits });
    expect(answer.statusCode).toBe(403);
  }
});

test('script-changes rejects elements of another project', async ({ world, olive, eddie }) => {
  const other = (await olive.get(`${world.projectUrl}/script-elements`)).json() as Element[];
  const id = other[1]?.id ?? 0;
  const edits: ScriptEdit[] = [
    { type: 'update', id, fields: { content: 'Mine.' } },
    { type: 'delete', id },
    { type: 'move', ids: [id], afterId: null },
    { type: 'restore', id },
  ];
  for (const edit of edits) expect((await send(eddie, [edit])).statusCode).toBe(404);
  expect((await olive.get(`${world.projectUrl}/script-elements`)).json()).toEqual(other);
});
