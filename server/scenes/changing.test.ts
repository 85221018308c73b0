import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { scriptHistory, scriptMoves } from '#server/db/schema/history.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

/** A new Night Ferry for each test, and its first scene. */
let project: ProjectRow;
let url: string;
let harbour: number;

test.beforeEach(async ({ server, world, eddie }) => {
  project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  url = `/api/projects/${project.id}/scenes`;
  harbour = (await sceneNumbered(eddie, 1)).id;
});

const cabin = { sceneNumber: 9, actNumber: 1, heading: 'INT. CABIN - DAWN' };

const scenes = async (eddie: Caller) => (await eddie.get(url)).json() as Scene[];
const elements = async (eddie: Caller) =>
  (await eddie.get(`/api/projects/${project.id}/script-elements`)).json() as Element[];
const change = async (eddie: Caller, id: number, patch: object) =>
  (await eddie.patch(`/api/scenes/${id}`, patch)).json() as Scene;
const history = (server: TestApp) =>
  server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, project.id))
    .orderBy(scriptHistory.id);
const moves = (server: TestApp) =>
  server.db.select().from(scriptMoves).where(eq(scriptMoves.projectId, project.id));
const changes = (server: TestApp) =>
  server.db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, project.id))
    .orderBy(projectChanges.rev);
const activities = (server: TestApp) =>
  server.db.select().from(userActivityLogs).where(eq(userActivityLogs.projectId, project.id));

async function sceneNumbered(eddie: Caller, number: number): Promise<Scene> {
  const scene = (await scenes(eddie))[number - 1];
  if (!scene) throw new Error(`There is no scene ${number}`);
  return scene;
}

async function aSequence(server: TestApp, actNumber: number, projectId = project.id): Promise<number> {
  const row = { projectId, actNumber, name: 'Boarding', orderIndex: 0 };
  const [sequence] = await server.db.insert(sequences).values(row).returning();
  return sequence?.id ?? 0;
}

describe('PATCH /api/scenes/:id', () => {
  test('changes the heading element, location and time with the heading', async ({ server, eddie }) => {
    const before = await elements(eddie);
    const scene = await change(eddie, harbour, { heading: 'int. lifeboat - day' });
    expect(scene).toMatchObject({ heading: 'INT. LIFEBOAT - DAY', location: 'LIFEBOAT', timeOfDay: 'DAY' });
    const [heading, ...others] = await elements(eddie);
    expect(heading).toMatchObject({ id: before[0]?.id, content: 'INT. LIFEBOAT - DAY', version: 2 });
    expect(others).toEqual(before.slice(1));
    expect((await history(server)).at(-1)).toMatchObject({
      action: 'update',
      previousContent: 'EXT. HARBOUR - NIGHT',
      newContent: 'INT. LIFEBOAT - DAY',
    });
  });

  test('keeps an explicit location until the heading changes', async ({ eddie }) => {
    await change(eddie, harbour, { location: 'Pier 4', timeOfDay: 'Late' });
    expect(await change(eddie, harbour, { notes: 'Wet.', sceneNumber: 2 })).toMatchObject({
      location: 'Pier 4',
      timeOfDay: 'Late',
    });
    expect(await change(eddie, harbour, { heading: 'EXT. QUAY - DAY' })).toMatchObject({
      location: 'QUAY',
      timeOfDay: 'DAY',
    });
    expect(await change(eddie, harbour, { heading: 'EXT. PIER - DAY', location: 'Pier 4' })).toMatchObject({
      location: 'Pier 4',
      timeOfDay: 'DAY',
    });
    expect(await change(eddie, harbour, { location: null })).toMatchObject({ location: 'PIER' });
  });

  test('does not change the script for fields of the row alone', async ({ server, eddie }) => {
    const before = await elements(eddie);
    const entries = await history(server);
    expect(await change(eddie, harbour, { notes: 'Wet.', pageNumber: 4, actNumber: 3 })).toMatchObject({
      notes: 'Wet.',
      pageNumber: 4,
      actNumber: 3,
      heading: 'EXT. HARBOUR - NIGHT',
    });
    expect(await change(eddie, harbour, { notes: null, pageNumber: null })).toMatchObject({
      notes: null,
      pageNumber: null,
    });
    expect([await elements(eddie), await history(server)]).toEqual([before, entries]);
  });

  test('changes nothing without a difference', async ({ server, eddie }) => {
    const scene = await sceneNumbered(eddie, 1);
    const known = [await elements(eddie), await history(server), await changes(server)];
    const { sceneNumber, actNumber, heading, location, timeOfDay, notes } = scene;
    const same = { sceneNumber, actNumber, heading, location, timeOfDay, notes, sequenceId: null };
    expect(await change(eddie, harbour, same)).toEqual(scene);
    expect(await change(eddie, harbour, { heading: 'ext. harbour - night' })).toEqual(scene);
    expect([await elements(eddie), await history(server), await changes(server)]).toEqual(known);
    expect(await moves(server)).toEqual([]);
  });

  test('keeps the emphasis of an equal heading', async ({ eddie }) => {
    const [heading] = await elements(eddie);
    await eddie.patch(`/api/script-elements/${heading?.id}`, { content: 'EXT. *HARBOUR* - NIGHT' });
    await change(eddie, harbour, { heading: 'EXT. HARBOUR - NIGHT', notes: 'Wet.' });
    expect((await elements(eddie))[0]?.content).toBe('EXT. *HARBOUR* - NIGHT');
  });

  test('clears the sequence of the old act in another act', async ({ server, eddie }) => {
    const [first, second] = [await aSequence(server, 1), await aSequence(server, 2)];
    expect(await change(eddie, harbour, { sequenceId: first })).toMatchObject({
      actNumber: 1,
      sequenceId: first,
    });
    expect(await change(eddie, harbour, { actNumber: 1 })).toMatchObject({ sequenceId: first });
    expect(await change(eddie, harbour, { actNumber: 2 })).toMatchObject({ actNumber: 2, sequenceId: null });
    expect(await change(eddie, harbour, { sequenceId: second })).toMatchObject({
      actNumber: 2,
      sequenceId: second,
    });
    expect(await change(eddie, harbour, { actNumber: 1, sequenceId: first })).toMatchObject({
      actNumber: 1,
      sequenceId: first,
    });
    expect(await change(eddie, harbour, { sequenceId: null })).toMatchObject({
      actNumber: 1,
      sequenceId: null,
    });
  });

  test.for([
    ['The sequence is in another act.', {}, 2],
    ['The sequence is in another act.', { actNumber: 3 }, 2],
    ['Sequence not found', {}, null],
  ] as const)('is rejected as a whole: %s', async ([message, patch, act], { server, eddie }) => {
    const sequenceId = act === null ? 999_999 : await aSequence(server, act);
    const before = [await scenes(eddie), await elements(eddie)];
    const answer = await eddie.patch(`/api/scenes/${harbour}`, {
      ...{ heading: 'INT. LIFEBOAT', sceneNumber: 2, ...patch },
      sequenceId,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect([await scenes(eddie), await elements(eddie)]).toEqual(before);
  });

  test.for([
    ['body', {}],
    ['body', { imageUrl: '/uploads/x.png' }],
    ['heading', { heading: ' ' }],
    ['heading', { heading: null }],
    ['sceneNumber', { sceneNumber: 0 }],
    ['actNumber', { actNumber: null }],
    ['pageNumber', { pageNumber: '4' }],
  ] as const)('is rejected with a wrong %s', async ([field, patch], { eddie }) => {
    const answer = await eddie.patch(`/api/scenes/${harbour}`, patch);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test('is announced to other browsers and logged', async ({ server, world, eddie }) => {
    await change(eddie, harbour, { notes: 'Wet.' });
    expect((await changes(server)).at(-1)).toMatchObject({
      entity: 'scene',
      ids: [harbour],
      actor: world.eddie.id,
    });
    expect(await activities(server)).toEqual([
      expect.objectContaining({ action: 'scene.update', details: { sceneId: harbour, fields: ['notes'] } }),
    ]);
  });

  test('returns 404 for a missing scene', async ({ eddie }) => {
    for (const id of ['999999', '0', 'one', '99999999999']) {
      const answer = await eddie.patch(`/api/scenes/${id}`, { notes: 'Wet.' });
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Scene not found']);
    }
  });

  test('keeps both of two concurrent changes', async ({ server, world, eddie }) => {
    const olive = server.as(world.olive);
    const answers = await Promise.all([
      eddie.patch(`/api/scenes/${harbour}`, { notes: 'Wet.' }),
      olive.patch(`/api/scenes/${harbour}`, { heading: 'INT. LIFEBOAT' }),
      eddie.patch(`/api/scenes/${harbour}`, { sceneNumber: 2 }),
      eddie.post(url, { ...cabin, sceneNumber: 1 }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 201]);
    expect((await scenes(eddie)).find(({ id }) => id === harbour)).toMatchObject({
      notes: 'Wet.',
      heading: 'INT. LIFEBOAT',
    });
    expect((await scenes(eddie)).map(({ sceneNumber }) => sceneNumber)).toEqual([1, 2, 3]);
  });
});
