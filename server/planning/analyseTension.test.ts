import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { aWorld, type World } from '#test/world.ts';
import { aPlan as aPlanIn } from './testing.ts';

let server: TestApp;
let world: World;
let eddie: Caller;

beforeAll(async () => {
  server = await anApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await clear(server.db);
  await seedPrices(server.db, server.env);
  world = await aWorld(server.db);
  eddie = server.as(world.eddie);
});

const aPlan = () => aPlanIn(server.db, world.project.id);
const analyse = (headers: Record<string, string> = {}, caller = eddie) =>
  caller.inject({ method: 'POST', url: `${world.projectUrl}/analyze-story-beat-tension`, headers });
const stored = async (): Promise<TensionPoint[]> =>
  (await server.as(world.vic).get(`${world.projectUrl}/tension-points`)).json();
const state = async () => (await eddie.get(`${world.projectUrl}/ai`)).json();

describe('without a key the tension of the beats', () => {
  test('is analysed in story order, one point a beat, and stored', async () => {
    const [breakfast, ropes, storm] = await aPlan();
    const answer = await analyse();
    expect([answer.statusCode, answer.json()]).toEqual([200, await stored()]);
    const point = {
      ...{ id: expect.any(Number), projectId: world.project.id, sceneId: null, scriptElementId: null },
      ...{
        pageNumber: null,
        tensionLevel: expect.any(Number),
        analysisType: expect.stringMatching(/^(ai_generated|no_evidence)$/),
      },
    };
    expect(answer.json()).toEqual([
      { ...point, storyBeatId: breakfast, position: 0, context: expect.stringContaining('“breakfast”') },
      { ...point, storyBeatId: ropes, position: 0.5, context: expect.any(String) },
      { ...point, storyBeatId: storm, position: 1, context: expect.stringContaining('“fight”') },
    ]);
    const [low, , high] = answer.json() as TensionPoint[];
    expect(high?.tensionLevel).toBeGreaterThan((low?.tensionLevel ?? 1) + 0.2);
  });

  test('costs nothing, and is logged and told', async () => {
    await aPlan();
    const points: TensionPoint[] = (await analyse()).json();
    expect((await state()).tensionPrice).toEqual({ exact: 0 });
    expect((await state()).creditBalance).toBe(500);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([
      expect.objectContaining({ feature: 'script_analysis', model: 'built-in', success: true, cost: 0 }),
    ]);
    expect(await server.db.select().from(userActivityLogs)).toEqual([
      expect.objectContaining({
        ...{ userId: world.eddie.id, projectId: world.project.id },
        ...{ action: 'ai.script_analysis', details: { task: 'tension' } },
      }),
    ]);
    expect(await server.db.select().from(projectChanges)).toEqual([
      expect.objectContaining({ entity: 'tension', ids: points.map(({ id }) => id), actor: world.eddie.id }),
    ]);
  });

  test('takes the place of the analysis before', async () => {
    await aPlan();
    const first: TensionPoint[] = (await analyse()).json();
    const second: TensionPoint[] = (await analyse()).json();
    expect(await stored()).toEqual(second);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    expect((await server.db.select().from(projectChanges)).at(-1)?.ids).toEqual(ids);
  });

  test('is the same for many parallel calls', async () => {
    await aPlan();
    const answers = await Promise.all(Array.from({ length: 5 }, () => analyse()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(answers.map((answer) => answer.json())).toContainEqual(await stored());
  });

  test('stays when a beat is deleted, whose point then has none', async () => {
    const [, ropes] = await aPlan();
    await analyse();
    expect((await eddie.delete(`/api/story-beats/${ropes}`)).statusCode).toBe(204);
    expect((await stored()).map(({ storyBeatId }) => storyBeatId)).toEqual([
      expect.any(Number),
      null,
      expect.any(Number),
    ]);
  });

  test('is at the beginning for the only beat', async () => {
    const [, ropes, storm] = await aPlan();
    for (const id of [ropes, storm]) await eddie.delete(`/api/story-beats/${id}`);
    expect((await analyse()).json()).toEqual([expect.objectContaining({ position: 0 })]);
  });

  test('needs beats, and without them asks no model', async () => {
    const answer = await analyse();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        message: 'Add story beats before analysing tension.',
        error: 'Add story beats before analysing tension.',
      },
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([]);
  });

  test('is for editors, and for no stranger', async () => {
    await aPlan();
    const statuses = [];
    for (const name of ['vic', 'cora', 'sam', 'ada', 'olive'] as const)
      statuses.push((await analyse({}, server.as(world[name]))).statusCode);
    expect(statuses).toEqual([403, 403, 404, 404, 200]);
    expect((await analyse({}, server.visitor)).statusCode).toBe(401);
  });

  test('is not analysed where AI is off, and is where it may only read', async () => {
    await aPlan();
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    const answer = await analyse();
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'AI is switched off in this project.']);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'read' });
    expect((await analyse()).statusCode).toBe(200);
  });
});
