import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
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
const headings = async (eddie: Caller) => (await scenes(eddie)).map(({ heading }) => heading);
const add = async (eddie: Caller, scene: object) =>
  (await eddie.post(url, { ...cabin, ...scene })).json() as Scene;
const change = async (eddie: Caller, id: number, patch: object) =>
  (await eddie.patch(`/api/scenes/${id}`, patch)).json() as Scene;
const history = (server: TestApp) =>
  server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, project.id))
    .orderBy(scriptHistory.id);
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

describe('POST /api/projects/:id/scenes', () => {
  test('inserts a heading, at the end for a number beyond it', async ({ eddie }) => {
    const before = await elements(eddie);
    const answer = await eddie.post(url, {
      ...cabin,
      heading: '  int. cabin - dawn ',
      notes: 'Rain machine.',
      pageNumber: 3,
    });
    const scene: Scene = answer.json();
    expect([answer.statusCode, scene]).toEqual([
      201,
      {
        id: expect.any(Number),
        projectId: project.id,
        sequenceId: null,
        beatId: null,
        colorTheme: null,
        sceneNumber: 3,
        displayNumber: null,
        heading: 'INT. CABIN - DAWN',
        location: 'CABIN',
        timeOfDay: 'DAWN',
        pageNumber: 3,
        notes: 'Rain machine.',
        actNumber: 1,
        imageUrl: null,
        imagePrompt: null,
        videoUrl: null,
        videoPrompt: null,
        videoStatus: null,
        videoProblem: null,
      },
    ]);
    const after = await elements(eddie);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({
      elementType: 'scene_heading',
      content: 'INT. CABIN - DAWN',
      sceneId: scene.id,
    });
    expect((await scenes(eddie)).at(-1)).toEqual(scene);
  });

  test('inserts the heading at its number, and renumbers later scenes', async ({ eddie }) => {
    await add(eddie, { sceneNumber: 2 });
    await add(eddie, { sceneNumber: 1, heading: 'EXT. PIER - DAY' });
    expect(await headings(eddie)).toEqual([
      'EXT. PIER - DAY',
      'EXT. HARBOUR - NIGHT',
      'INT. CABIN - DAWN',
      'INT. CAR DECK - LATER',
    ]);
    expect((await scenes(eddie)).map(({ sceneNumber }) => sceneNumber)).toEqual([1, 2, 3, 4]);
    const inScript = (await elements(eddie)).filter(({ elementType }) => elementType === 'scene_heading');
    expect(inScript.map(({ content }) => content)).toEqual(await headings(eddie));
  });

  test('takes no line from the previous scene', async ({ eddie }) => {
    const before = (await elements(eddie)).filter(({ sceneId }) => sceneId === harbour).map(({ id }) => id);
    await add(eddie, { sceneNumber: 2 });
    expect((await elements(eddie)).filter(({ sceneId }) => sceneId === harbour).map(({ id }) => id)).toEqual(
      before,
    );
  });

  test('creates the first scene of an empty project', async ({ server, world }) => {
    const empty = await aProject(server.db, { userId: world.olive.id });
    const olive = server.as(world.olive);
    const answer = await olive.post(`/api/projects/${empty.id}/scenes`, { ...cabin, sceneNumber: 7 });
    expect([answer.statusCode, answer.json().sceneNumber]).toEqual([201, 1]);
    expect((await olive.get(`/api/projects/${empty.id}/script-elements`)).json()).toMatchObject([
      { content: 'INT. CABIN - DAWN', orderIndex: 10 },
    ]);
  });

  test('stores the given location and time, by default those of the heading', async ({ eddie }) => {
    expect(await add(eddie, { location: 'Cabin 41', timeOfDay: null })).toMatchObject({
      location: 'Cabin 41',
      timeOfDay: 'DAWN',
    });
    expect(await add(eddie, { location: '  ', timeOfDay: 'First light' })).toMatchObject({
      location: 'CABIN',
      timeOfDay: 'First light',
    });
  });

  test('accepts a missing act, and a sequence of its act', async ({ server, eddie }) => {
    expect(await add(eddie, { actNumber: 7 })).toMatchObject({ actNumber: 7, sequenceId: null });
    const sequenceId = await aSequence(server, 2);
    expect(await add(eddie, { actNumber: 2, sequenceId })).toMatchObject({ actNumber: 2, sequenceId });
  });

  test('creates a scene without a sequence by default, wherever it is', async ({ server, eddie }) => {
    const sequenceId = await aSequence(server, 1);
    await change(eddie, harbour, { sequenceId });
    expect(await add(eddie, { sceneNumber: 2 })).toMatchObject({ sequenceId: null });
  });

  test('prints emphasis marks of the heading as text', async ({ eddie }) => {
    const scene = await add(eddie, { heading: 'INT. DECK *B*_C_' });
    expect(scene.heading).toBe('INT. DECK *B*_C_');
    expect((await elements(eddie)).at(-1)?.content).toBe('INT. DECK \\*B\\*\\_C\\_');
  });

  test('joins the heading to one line', async ({ eddie }) => {
    expect((await add(eddie, { heading: 'INT. CABIN\r\n - DAWN' })).heading).toBe('INT. CABIN - DAWN');
  });

  test('is recorded in the history, announced to other browsers and logged', async ({
    server,
    world,
    eddie,
  }) => {
    const known = (await history(server)).length;
    const revisions = (await changes(server)).length;
    const scene = await add(eddie, {});
    expect((await history(server)).slice(known)).toEqual([
      expect.objectContaining({ action: 'create', newContent: 'INT. CABIN - DAWN', userId: world.eddie.id }),
    ]);
    const announced = (await changes(server)).slice(revisions);
    expect(announced.map(({ entity, ids }) => [entity, ids])).toContainEqual(['scene', [scene.id]]);
    expect(announced.map(({ entity }) => entity)).toContain('element');
    expect(await activities(server)).toEqual([
      expect.objectContaining({
        userId: world.eddie.id,
        projectId: project.id,
        action: 'scene.create',
        details: { sceneId: scene.id },
      }),
    ]);
  });

  test.for([
    ['sceneNumber', { sceneNumber: undefined }],
    ['sceneNumber', { sceneNumber: 0 }],
    ['sceneNumber', { sceneNumber: 1.5 }],
    ['actNumber', { actNumber: undefined }],
    ['actNumber', { actNumber: 0 }],
    ['heading', { heading: undefined }],
    ['heading', { heading: ' \n' }],
    ['heading', { heading: 'x'.repeat(301) }],
    ['heading', { heading: 'NUL \0' }],
    ['location', { location: 'x'.repeat(201) }],
    ['timeOfDay', { timeOfDay: 'x'.repeat(101) }],
    ['pageNumber', { pageNumber: 0 }],
    ['notes', { notes: 'x'.repeat(10_001) }],
    ['sequenceId', { sequenceId: 'one' }],
    ['sequenceId', { sequenceId: 999_999 }],
  ] as const)('is rejected with a wrong %s', async ([field, wrong], { eddie }) => {
    const answer = await eddie.post(url, { ...cabin, ...wrong });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect(await headings(eddie)).toHaveLength(2);
  });

  test('rejects a missing heading with a message', async ({ eddie }) => {
    expect((await eddie.post(url, { ...cabin, heading: '' })).json().fields).toEqual({
      heading: 'Heading is required',
    });
  });

  test('rejects a sequence of another act or project and creates nothing', async ({ server, eddie }) => {
    const elsewhere = await aSequence(server, 1, (await aProject(server.db)).id);
    const rejected = await eddie.post(url, { ...cabin, sequenceId: elsewhere });
    expect([rejected.statusCode, rejected.json().message]).toEqual([400, 'Sequence not found']);
    const other = await eddie.post(url, { ...cabin, sequenceId: await aSequence(server, 2) });
    expect([other.statusCode, other.json().message]).toEqual([400, 'The sequence is in another act.']);
    expect(await headings(eddie)).toHaveLength(2);
    expect((await elements(eddie)).at(-1)?.elementType).toBe('transition');
  });
});

test('returns 404 for a scene of another project', async ({ server, eddie }) => {
  const theirs = await aProject(server.db);
  const owner = server.as({ id: theirs.userId });
  const { id } = (await owner.post(`/api/projects/${theirs.id}/scenes`, cabin)).json();
  const answers = [
    await eddie.patch(`/api/scenes/${id}`, { notes: 'Mine.' }),
    await eddie.delete(`/api/scenes/${id}`),
    await eddie.post(`/api/scenes/${id}/generate-image`),
  ];
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Scene not found']);
  }
  const rows = await server.db.select().from(scriptHistory).where(eq(scriptHistory.projectId, theirs.id));
  expect(rows).toHaveLength(1);
});
