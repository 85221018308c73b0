import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { acts, storyBeats } from '#server/db/schema/planning.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { TestApp } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { replaceTensionPoints } from './tension.queries.ts';

const listed = async (server: TestApp, world: World) =>
  (await server.as(world.vic).get(`${world.projectUrl}/tension-points`)).json();

test('GET /api/projects/:id/tension-points returns the points in story order to every member, free of charge', async ({
  server,
  world,
}) => {
  expect(await listed(server, world)).toEqual([]);
  const { db } = server;
  const projectId = world.project.id;
  const [act] = await db
    .insert(acts)
    .values({ projectId, number: 1, title: 'Setup', orderIndex: 0 })
    .returning();
  const row = { projectId, actId: act?.id ?? 0, title: 'She boards', orderIndex: 0 };
  const [beat] = await db.insert(storyBeats).values(row).returning();
  const elsewhere = await aProject(db);
  await db.insert(tensionPoints).values([
    { projectId, tensionLevel: 1, position: 1, context: 'The ramp goes down.' },
    { projectId, tensionLevel: 0, position: 0.25, storyBeatId: beat?.id },
    { projectId, tensionLevel: 0.5, position: 0.25, pageNumber: 3 },
    { projectId: elsewhere.id, tensionLevel: 0.5, position: 0 },
  ]);
  const point = {
    ...{ id: expect.any(Number), projectId, storyBeatId: null, sceneId: null, scriptElementId: null },
    ...{ pageNumber: null, context: null, analysisType: 'ai_generated' },
  };
  expect(await listed(server, world)).toEqual([
    { ...point, tensionLevel: 0, position: 0.25, storyBeatId: beat?.id },
    { ...point, tensionLevel: 0.5, position: 0.25, pageNumber: 3 },
    { ...point, tensionLevel: 1, position: 1, context: 'The ramp goes down.' },
  ]);
});

test.for([
  { tensionLevel: 1.01, position: 0 },
  { tensionLevel: -0.01, position: 0 },
  { tensionLevel: 0, position: 1.01 },
  { tensionLevel: 0, position: -0.01 },
])('tension_points rejects %j', async (point, { server, world }) => {
  const row = { projectId: world.project.id, ...point };
  await expect(server.db.insert(tensionPoints).values(row)).rejects.toMatchObject({
    cause: { code: '23514' },
  });
});

test('analyze-story-beat-tension returns a point for each of many beats', async ({ server }) => {
  const { id } = await aProject(server.db);
  const point = { tensionLevel: 0.5, position: 0, context: 'A storm.', storyBeatId: null };
  const points = Array<typeof point>(14_000).fill(point);
  expect(await replaceTensionPoints(server.db, id, points)).toHaveLength(points.length);
  expect(await server.db.$count(tensionPoints, eq(tensionPoints.projectId, id))).toBe(points.length);
});
