import { describe, expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import type { TensionPoint } from '#shared/contract/tension.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { aPlan as aPlanIn } from './testing.ts';

test.beforeEach(async ({ server }) => {
  await seedPrices(server.db, server.env);
});

const aPlan = (server: TestApp, world: World) => aPlanIn(server.db, world.project.id);
const analyse = (world: World, eddie: Caller, headers: Record<string, string> = {}, caller = eddie) =>
  caller.inject({ method: 'POST', url: `${world.projectUrl}/analyze-story-beat-tension`, headers });
const stored = async (server: TestApp, world: World): Promise<TensionPoint[]> =>
  (await server.as(world.vic).get(`${world.projectUrl}/tension-points`)).json();
const state = async (world: World, eddie: Caller) => (await eddie.get(`${world.projectUrl}/ai`)).json();

describe('analyze-story-beat-tension with the built-in engine', () => {
  test('stores one point per beat, in story order', async ({ server, world, eddie }) => {
    const [breakfast, ropes, storm] = await aPlan(server, world);
    const answer = await analyse(world, eddie);
    expect([answer.statusCode, answer.json()]).toEqual([200, await stored(server, world)]);
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

  test('is free of charge, logged and announced', async ({ server, world, eddie }) => {
    await aPlan(server, world);
    const points: TensionPoint[] = (await analyse(world, eddie)).json();
    expect((await state(world, eddie)).tensionPrice).toEqual({ exact: 0 });
    expect((await state(world, eddie)).creditBalance).toBe(500);
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

  test('replaces the previous analysis', async ({ server, world, eddie }) => {
    await aPlan(server, world);
    const first: TensionPoint[] = (await analyse(world, eddie)).json();
    const second: TensionPoint[] = (await analyse(world, eddie)).json();
    expect(await stored(server, world)).toEqual(second);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    expect((await server.db.select().from(projectChanges)).at(-1)?.ids).toEqual(ids);
  });

  test('returns the same for many concurrent calls', async ({ server, world, eddie }) => {
    await aPlan(server, world);
    const answers = await Promise.all(Array.from({ length: 5 }, () => analyse(world, eddie)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(answers.map((answer) => answer.json())).toContainEqual(await stored(server, world));
  });

  test('keeps the point of a deleted beat without the beat', async ({ server, world, eddie }) => {
    const [, ropes] = await aPlan(server, world);
    await analyse(world, eddie);
    expect((await eddie.delete(`/api/story-beats/${ropes}`)).statusCode).toBe(204);
    expect((await stored(server, world)).map(({ storyBeatId }) => storyBeatId)).toEqual([
      expect.any(Number),
      null,
      expect.any(Number),
    ]);
  });

  test('places the only beat at the beginning', async ({ server, world, eddie }) => {
    const [, ropes, storm] = await aPlan(server, world);
    for (const id of [ropes, storm]) await eddie.delete(`/api/story-beats/${id}`);
    expect((await analyse(world, eddie)).json()).toEqual([expect.objectContaining({ position: 0 })]);
  });

  test('rejects a plan without beats and calls no model', async ({ server, world, eddie }) => {
    const answer = await analyse(world, eddie);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        message: 'Add story beats before analysing tension.',
        error: 'Add story beats before analysing tension.',
      },
    ]);
    expect(await server.db.select().from(aiUsageLogs)).toEqual([]);
  });

  test('requires an editor and returns 404 to strangers', async ({ server, world, eddie }) => {
    await aPlan(server, world);
    const statuses = [];
    for (const name of ['vic', 'cora', 'sam', 'ada', 'olive'] as const)
      statuses.push((await analyse(world, eddie, {}, server.as(world[name]))).statusCode);
    expect(statuses).toEqual([403, 403, 404, 404, 200]);
    expect((await analyse(world, eddie, {}, server.visitor)).statusCode).toBe(401);
  });

  test('is rejected when AI is off and allowed with read access', async ({ server, world, eddie }) => {
    await aPlan(server, world);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'off' });
    const answer = await analyse(world, eddie);
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'AI is switched off in this project.']);
    await server.as(world.olive).patch(world.projectUrl, { aiAccess: 'read' });
    expect((await analyse(world, eddie)).statusCode).toBe(200);
  });
});
