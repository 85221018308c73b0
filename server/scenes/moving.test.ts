import { PGlite } from '@electric-sql/pglite';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { scriptMoves } from '#server/db/schema/history.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scenes as storedScenes } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

let url: string;
let projectId: number;

const fourScenes = 'EXT. PIER\n\nP1.\n\nP2.\n\nINT. QUAY\n\nQ1.\n\nEXT. RAMP\n\nINT. SHED\n\nS1.\n\nS2.\n';

async function begin(server: TestApp, world: World, text: string) {
  const script = parseFountain(text);
  if (!script.ok) throw new Error(script.message);
  ({ projectId } = await storeScreenplay(server.db, world.olive.id, 'Night Ferry', script.screenplay, []));
  url = `/api/projects/${projectId}`;
}

test.beforeEach(({ server, world }) => begin(server, world, fourScenes));

const elements = async (olive: Caller) => (await olive.get(`${url}/script-elements`)).json() as Element[];
const scenes = async (olive: Caller) => (await olive.get(`${url}/scenes`)).json() as Scene[];
const texts = async (olive: Caller) => (await elements(olive)).map(({ content }) => content).join(' ');
const moves = (server: TestApp) =>
  server.db.select().from(scriptMoves).where(eq(scriptMoves.projectId, projectId)).orderBy(scriptMoves.id);

async function idOf(olive: Caller, heading: string): Promise<number> {
  const scene = (await scenes(olive)).find((each) => each.heading === heading);
  if (!scene) throw new Error(`There is no ${heading}`);
  return scene.id;
}

async function move(olive: Caller, heading: string, sceneNumber: number, more: object = {}) {
  return olive.patch(`/api/scenes/${await idOf(olive, heading)}`, { sceneNumber, ...more });
}

/** Text before the first heading. */
async function anOpening(olive: Caller): Promise<number> {
  const edit = { type: 'insert', afterId: null, elements: [{ elementType: 'action', content: 'Black.' }] };
  await olive.post(`${url}/script-changes`, { edits: [edit] });
  return idOf(olive, '');
}

describe('PATCH /api/scenes/:id with another number', () => {
  test.for([
    ['EXT. PIER', 2, 2, 'INT. QUAY Q1. EXT. PIER P1. P2. EXT. RAMP INT. SHED S1. S2.'],
    ['EXT. PIER', 4, 4, 'INT. QUAY Q1. EXT. RAMP INT. SHED S1. S2. EXT. PIER P1. P2.'],
    ['EXT. PIER', 99, 4, 'INT. QUAY Q1. EXT. RAMP INT. SHED S1. S2. EXT. PIER P1. P2.'],
    ['INT. SHED', 1, 1, 'INT. SHED S1. S2. EXT. PIER P1. P2. INT. QUAY Q1. EXT. RAMP'],
    ['EXT. RAMP', 2, 2, 'EXT. PIER P1. P2. EXT. RAMP INT. QUAY Q1. INT. SHED S1. S2.'],
  ] as const)('moves all of %s to place %i', async ([heading, to, sceneNumber, script], { olive }) => {
    const ids = (await scenes(olive)).map(({ id }) => id);
    const answer = await move(olive, heading, to);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { heading, sceneNumber }]);
    expect(await texts(olive)).toBe(script);
    const after = await scenes(olive);
    expect(after.map((scene) => scene.sceneNumber)).toEqual([1, 2, 3, 4]);
    expect(after.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
  });

  test('restores the original script when it is reverted', async ({ olive }) => {
    const before = [await scenes(olive), (await elements(olive)).map(({ id, sceneId }) => [id, sceneId])];
    for (const heading of ['EXT. PIER', 'INT. QUAY', 'EXT. RAMP', 'INT. SHED']) {
      const from = (await scenes(olive)).findIndex((scene) => scene.heading === heading) + 1;
      for (const to of [1, 2, 3, 4]) {
        await move(olive, heading, to);
        await move(olive, heading, from);
        expect([
          await scenes(olive),
          (await elements(olive)).map(({ id, sceneId }) => [id, sceneId]),
        ]).toEqual(before);
      }
    }
  });

  test('is one change of the script that can be undone', async ({ server, olive }) => {
    const before = await elements(olive);
    const at = (await olive.get(`${url}/script-at?historyId=999999999`)).json().at;
    await move(olive, 'INT. SHED', 1);
    expect((await moves(server)).length).toBeGreaterThan(0);
    const { historyId, moveId } = at;
    const then = await olive.get(`${url}/script-at?historyId=${historyId}&moveId=${moveId}`);
    expect(then.json().elements.map(({ id }: Element) => id)).toEqual(before.map(({ id }) => id));
  });

  test('changes nothing for the current number', async ({ server, olive }) => {
    const before = await elements(olive);
    const changes = await server.db.select().from(projectChanges);
    expect((await move(olive, 'INT. SHED', 4)).statusCode).toBe(200);
    expect((await move(olive, 'INT. SHED', 99)).statusCode).toBe(200);
    expect([
      await elements(olive),
      await moves(server),
      await server.db.select().from(projectChanges),
    ]).toEqual([before, [], changes]);
  });

  test('can be combined with another heading, another act and notes', async ({ olive }) => {
    const answer = await move(olive, 'INT. SHED', 2, { heading: 'INT. BARN', actNumber: 2, notes: 'Dry.' });
    expect(answer.json()).toMatchObject({
      sceneNumber: 2,
      heading: 'INT. BARN',
      location: 'BARN',
      actNumber: 2,
      notes: 'Dry.',
    });
    expect(await texts(olive)).toBe('EXT. PIER P1. P2. INT. BARN S1. S2. INT. QUAY Q1. EXT. RAMP');
  });

  test('keeps the printed number of the scene', async ({ server, olive }) => {
    for (const [i, { id }] of (await scenes(olive)).entries()) {
      await server.db
        .update(storedScenes)
        .set({ displayNumber: `${i + 1}A` })
        .where(eq(storedScenes.id, id));
    }
    await move(olive, 'INT. SHED', 1);
    await olive.post(`${url}/scenes`, { sceneNumber: 2, actNumber: 1, heading: 'INT. CABIN' });
    expect((await scenes(olive)).map(({ displayNumber }) => displayNumber)).toEqual([
      '4A',
      null,
      '1A',
      '2A',
      '3A',
    ]);
  });
});

describe('opening', () => {
  test('stays first: moving it is rejected with a hint', async ({ olive }) => {
    const id = await anOpening(olive);
    const before = await texts(olive);
    const answer = await olive.patch(`/api/scenes/${id}`, { sceneNumber: 3, notes: 'Silence.' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        message: 'The text before the first heading cannot be moved. Give it a heading first.',
        fields: { sceneNumber: 'Without a heading it stays the first' },
      },
    ]);
    expect([await texts(olive), (await scenes(olive))[0]]).toMatchObject([before, { id, notes: null }]);
    const kept = await olive.patch(`/api/scenes/${id}`, { sceneNumber: 1, notes: 'Silence.' });
    expect([kept.statusCode, kept.json()]).toMatchObject([200, { id, heading: '', notes: 'Silence.' }]);
  });

  test('stays before a scene that is moved to number 1', async ({ olive }) => {
    const id = await anOpening(olive);
    expect((await move(olive, 'INT. SHED', 1)).json()).toMatchObject({ sceneNumber: 1 });
    const cabin = { sceneNumber: 1, actNumber: 1, heading: 'INT. CABIN' };
    expect((await olive.post(`${url}/scenes`, cabin)).json()).toMatchObject({ sceneNumber: 1 });
    expect((await scenes(olive)).slice(0, 3)).toMatchObject([
      { id, sceneNumber: 0 },
      { heading: 'INT. CABIN' },
      { heading: 'INT. SHED' },
    ]);
    expect(await texts(olive)).toMatch(/^Black\. INT\. CABIN INT\. SHED S1\./);
  });

  test('gets a heading when it is named, and keeps its id', async ({ olive }) => {
    const id = await anOpening(olive);
    await olive.patch(`/api/scenes/${id}`, { notes: 'Silence.', location: 'Nowhere' });
    const answer = await olive.patch(`/api/scenes/${id}`, { heading: 'int. theatre - night' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, sceneNumber: 1, heading: 'INT. THEATRE - NIGHT', location: 'THEATRE', notes: 'Silence.' },
    ]);
    expect((await elements(olive)).slice(0, 2)).toMatchObject([
      { elementType: 'scene_heading', content: 'INT. THEATRE - NIGHT', sceneId: id },
      { content: 'Black.', sceneId: id },
    ]);
  });

  test('moves with a heading that the same call adds', async ({ olive }) => {
    const id = await anOpening(olive);
    const answer = await olive.patch(`/api/scenes/${id}`, { heading: 'INT. THEATRE', sceneNumber: 3 });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, sceneNumber: 3 }]);
    expect(await texts(olive)).toBe(
      'EXT. PIER P1. P2. INT. QUAY Q1. INT. THEATRE Black. EXT. RAMP INT. SHED S1. S2.',
    );
  });
});

test('moving a scene takes as many statements in a script of 4,000 elements as in one of forty', async ({
  server,
  world,
  olive,
}) => {
  const scriptOf = (count: number) =>
    Array.from({ length: count }, (_, i) => `INT. ROOM ${i + 1}\n\n${'A light.\n\n'.repeat(9)}`).join('');
  const sent = vi.spyOn(PGlite.prototype, 'execProtocolRaw');
  const messages: number[] = [];
  for (const count of [4, 400]) {
    await begin(server, world, scriptOf(count));
    const last = await idOf(olive, `INT. ROOM ${count}`);
    await olive.get(`${url}/scenes`);
    sent.mockClear();
    expect((await olive.patch(`/api/scenes/${last}`, { sceneNumber: 1 })).json().sceneNumber).toBe(1);
    messages.push(sent.mock.calls.length);
    expect((await elements(olive))[0]).toMatchObject({ content: `INT. ROOM ${count}`, sceneId: last });
  }
  sent.mockRestore();
  const [few = 0, many = 0] = messages;
  // A statement is some six messages; those with thousands of rows go in pieces of 2,000.
  expect(many - few).toBeLessThanOrEqual(12);
  const changes = await server.db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(asc(projectChanges.rev));
  expect(changes.map(({ entity }) => entity).sort()).toEqual(['element', 'scene']);
});
