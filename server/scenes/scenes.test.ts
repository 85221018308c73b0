import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scriptHistory } from '#server/db/schema/script.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let eddie: Caller;
/** A new Night Ferry for each test, and its first scene. */
let project: ProjectRow;
let url: string;
let harbour: number;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
});
afterAll(() => server.close());

beforeEach(async () => {
  project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  url = `/api/projects/${project.id}/scenes`;
  harbour = (await sceneNumbered(1)).id;
});

const cabin = { sceneNumber: 9, actNumber: 1, heading: 'INT. CABIN - DAWN' };

const scenes = async () => (await eddie.get(url)).json() as Scene[];
const elements = async () =>
  (await eddie.get(`/api/projects/${project.id}/script-elements`)).json() as Element[];
const headings = async () => (await scenes()).map(({ heading }) => heading);
const add = async (scene: object) => (await eddie.post(url, { ...cabin, ...scene })).json() as Scene;
const change = async (id: number, patch: object) =>
  (await eddie.patch(`/api/scenes/${id}`, patch)).json() as Scene;
const history = () =>
  server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, project.id))
    .orderBy(scriptHistory.id);
const changes = () =>
  server.db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, project.id))
    .orderBy(projectChanges.rev);
const activities = () =>
  server.db.select().from(userActivityLogs).where(eq(userActivityLogs.projectId, project.id));

async function sceneNumbered(number: number): Promise<Scene> {
  const scene = (await scenes())[number - 1];
  if (!scene) throw new Error(`There is no scene ${number}`);
  return scene;
}

async function aSequence(actNumber: number, projectId = project.id): Promise<number> {
  const row = { projectId, actNumber, name: 'Boarding', orderIndex: 0 };
  const [sequence] = await server.db.insert(sequences).values(row).returning();
  return sequence?.id ?? 0;
}

describe('a new scene', () => {
  test('has a heading in the script, at the end where its number is beyond', async () => {
    const before = await elements();
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
    const after = await elements();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({
      elementType: 'scene_heading',
      content: 'INT. CABIN - DAWN',
      sceneId: scene.id,
    });
    expect((await scenes()).at(-1)).toEqual(scene);
  });

  test('stands where its number says, and the others are counted on', async () => {
    await add({ sceneNumber: 2 });
    await add({ sceneNumber: 1, heading: 'EXT. PIER - DAY' });
    expect(await headings()).toEqual([
      'EXT. PIER - DAY',
      'EXT. HARBOUR - NIGHT',
      'INT. CABIN - DAWN',
      'INT. CAR DECK - LATER',
    ]);
    expect((await scenes()).map(({ sceneNumber }) => sceneNumber)).toEqual([1, 2, 3, 4]);
    const inScript = (await elements()).filter(({ elementType }) => elementType === 'scene_heading');
    expect(inScript.map(({ content }) => content)).toEqual(await headings());
  });

  test('takes no line from the scene in front of it', async () => {
    const before = (await elements()).filter(({ sceneId }) => sceneId === harbour).map(({ id }) => id);
    await add({ sceneNumber: 2 });
    expect((await elements()).filter(({ sceneId }) => sceneId === harbour).map(({ id }) => id)).toEqual(
      before,
    );
  });

  test('is the first of an empty project', async () => {
    const empty = await aProject(server.db, { userId: world.olive.id });
    const olive = server.as(world.olive);
    const answer = await olive.post(`/api/projects/${empty.id}/scenes`, { ...cabin, sceneNumber: 7 });
    expect([answer.statusCode, answer.json().sceneNumber]).toEqual([201, 1]);
    expect((await olive.get(`/api/projects/${empty.id}/script-elements`)).json()).toMatchObject([
      { content: 'INT. CABIN - DAWN', orderIndex: 10 },
    ]);
  });

  test('has the place and time that are named, and those of its heading where none are', async () => {
    expect(await add({ location: 'Cabin 41', timeOfDay: null })).toMatchObject({
      location: 'Cabin 41',
      timeOfDay: 'DAWN',
    });
    expect(await add({ location: '  ', timeOfDay: 'First light' })).toMatchObject({
      location: 'CABIN',
      timeOfDay: 'First light',
    });
  });

  test('may be in an act that is not there, and in a sequence of its act', async () => {
    expect(await add({ actNumber: 7 })).toMatchObject({ actNumber: 7, sequenceId: null });
    const sequenceId = await aSequence(2);
    expect(await add({ actNumber: 2, sequenceId })).toMatchObject({ actNumber: 2, sequenceId });
  });

  test('is in no sequence unless one is named, wherever it stands', async () => {
    const sequenceId = await aSequence(1);
    await change(harbour, { sequenceId });
    expect(await add({ sceneNumber: 2 })).toMatchObject({ sequenceId: null });
  });

  test('prints marks of emphasis as the letters they are', async () => {
    const scene = await add({ heading: 'INT. DECK *B*_C_' });
    expect(scene.heading).toBe('INT. DECK *B*_C_');
    expect((await elements()).at(-1)?.content).toBe('INT. DECK \\*B\\*\\_C\\_');
  });

  test('is one line', async () => {
    expect((await add({ heading: 'INT. CABIN\r\n - DAWN' })).heading).toBe('INT. CABIN - DAWN');
  });

  test('is recorded in the history, announced to other browsers and logged', async () => {
    const known = (await history()).length;
    const revisions = (await changes()).length;
    const scene = await add({});
    expect((await history()).slice(known)).toEqual([
      expect.objectContaining({ action: 'create', newContent: 'INT. CABIN - DAWN', userId: world.eddie.id }),
    ]);
    const announced = (await changes()).slice(revisions);
    expect(announced.map(({ entity, ids }) => [entity, ids])).toContainEqual(['scene', [scene.id]]);
    expect(announced.map(({ entity }) => entity)).toContain('element');
    expect(await activities()).toEqual([
      expect.objectContaining({
        userId: world.eddie.id,
        projectId: project.id,
        action: 'scene.create',
        details: { sceneId: scene.id },
      }),
    ]);
  });

  test.each([
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
  ])('is refused with a wrong %s', async (field, wrong) => {
    const answer = await eddie.post(url, { ...cabin, ...wrong });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect(await headings()).toHaveLength(2);
  });

  test('needs a heading, and the answer says so', async () => {
    expect((await eddie.post(url, { ...cabin, heading: '' })).json().fields).toEqual({
      heading: 'Heading is required',
    });
  });

  test('is refused a sequence of another act or another project, and nothing is made', async () => {
    const elsewhere = await aSequence(1, (await aProject(server.db)).id);
    const refused = await eddie.post(url, { ...cabin, sequenceId: elsewhere });
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'Sequence not found']);
    const other = await eddie.post(url, { ...cabin, sequenceId: await aSequence(2) });
    expect([other.statusCode, other.json().message]).toEqual([400, 'The sequence is in another act.']);
    expect(await headings()).toHaveLength(2);
    expect((await elements()).at(-1)?.elementType).toBe('transition');
  });
});

test('a scene of another project is no one’s to know of', async () => {
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
