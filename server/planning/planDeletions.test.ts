import { and, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { planDeletions } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { PlanKind } from '#shared/contract/planDeletions.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { prunePlanDeletions } from './planDeletions.queries.ts';
import { aPlan } from './testing.ts';

/**
 * Departure (sequence Casting off with Breakfast; Ropes), Open sea (The storm); both scenes are in
 * Departure.
 */

test.beforeEach(async ({ server, world, eddie }) => {
  const [breakfast = 0] = await aPlan(server.db, world.project.id);
  const [sequence] = await read<Sequence>(world, eddie, '/sequences');
  const [first] = await read<Scene>(world, eddie, '/scenes');
  await server.db
    .update(scenes)
    .set({ beatId: breakfast, ...(sequence && { sequenceId: sequence.id }) })
    .where(eq(scenes.id, first?.id ?? 0));
  await server.db.insert(tensionPoints).values({
    ...{ projectId: world.project.id, storyBeatId: breakfast, sceneId: first?.id },
    ...{ tensionLevel: 0.4, position: 0 },
  });
});

async function read<Row>(world: World, eddie: Caller, below: string): Promise<Row[]> {
  return (await eddie.get(world.projectUrl + below)).json();
}

async function wholePlan(server: TestApp, world: World, eddie: Caller) {
  return {
    acts: await read<Act>(world, eddie, '/acts'),
    sequences: await read<Sequence>(world, eddie, '/sequences'),
    beats: await read<StoryBeat>(world, eddie, '/story-beats'),
    scenes: await read<Scene>(world, eddie, '/scenes'),
    tension: await server.db.select().from(tensionPoints),
  };
}

const restore = (world: World, olive: Caller, kind: PlanKind, rowId: number, who = olive) =>
  who.post(`${world.projectUrl}/plan/restore`, { kind, rowId });
const idOf = async (world: World, eddie: Caller, below: string, name: string) =>
  (await read<{ id: number; title?: string; name?: string }>(world, eddie, below)).find(
    (row) => (row.title ?? row.name) === name,
  )?.id ?? 0;

describe('POST /api/projects/:id/plan/restore', () => {
  test('restores an act with its beats, sequences, scenes and tension, under the same ids', async ({
    server,
    world,
    olive,
    eddie,
  }) => {
    const before = await wholePlan(server, world, eddie);
    const id = await idOf(world, eddie, '/acts', 'Departure');
    expect((await olive.delete(`/api/acts/${id}`)).statusCode).toBe(204);
    expect((await read(world, eddie, '/story-beats')).length).toBe(1);
    expect((await restore(world, olive, 'act', id)).statusCode).toBe(204);
    expect(await wholePlan(server, world, eddie)).toEqual(before);
  });

  test('restores a sequence with its beats and scenes', async ({ server, world, olive, eddie }) => {
    const before = await wholePlan(server, world, eddie);
    const id = await idOf(world, eddie, '/sequences', 'Casting off');
    await olive.delete(`/api/sequences/${id}`);
    expect(
      (await read<StoryBeat>(world, eddie, '/story-beats')).every(({ sequenceId }) => sequenceId === null),
    ).toBe(true);
    expect((await restore(world, olive, 'sequence', id)).statusCode).toBe(204);
    expect(await wholePlan(server, world, eddie)).toEqual(before);
  });

  test('restores a beat at its position, with its scene and its tension', async ({
    server,
    world,
    olive,
    eddie,
  }) => {
    const before = await wholePlan(server, world, eddie);
    const id = await idOf(world, eddie, '/story-beats', 'Breakfast');
    await olive.delete(`/api/story-beats/${id}`);
    expect((await restore(world, olive, 'beat', id)).statusCode).toBe(204);
    expect(await wholePlan(server, world, eddie)).toEqual(before);
  });

  test('restores each of several beats that were deleted in one step', async ({
    server,
    world,
    olive,
    eddie,
  }) => {
    const before = await wholePlan(server, world, eddie);
    const beatIds = before.beats.map(({ id }) => id);
    await olive.post(`${world.projectUrl}/story-beats/delete`, { beatIds });
    expect(await read(world, eddie, '/story-beats')).toEqual([]);
    for (const id of beatIds) expect((await restore(world, olive, 'beat', id)).statusCode).toBe(204);
    expect(await wholePlan(server, world, eddie)).toEqual(before);
  });

  test('restores an act into a plan that other users have changed since', async ({
    server,
    world,
    olive,
    eddie,
  }) => {
    const id = await idOf(world, eddie, '/acts', 'Departure');
    await olive.delete(`/api/acts/${id}`);
    await eddie.post(`${world.projectUrl}/acts`, { title: 'Landfall' });
    await eddie.patch(`/api/acts/${await idOf(world, eddie, '/acts', 'Open sea')}`, { title: 'High sea' });
    await eddie.post(`${world.projectUrl}/story-beats`, { title: 'Gulls', actNumber: 1, orderIndex: 0 });
    const [first] = await read<Scene>(world, eddie, '/scenes');
    await eddie.patch(`/api/scenes/${first?.id}`, { actNumber: 2 });
    expect((await restore(world, olive, 'act', id)).statusCode).toBe(204);
    const { acts, beats, scenes: shown } = await wholePlan(server, world, eddie);
    expect(acts.map(({ number, title }) => `${number} ${title}`)).toEqual([
      ...['1 Departure', '2 High sea', '3 Landfall'],
    ]);
    expect(beats.map(({ actNumber, title }) => `${actNumber} ${title}`)).toEqual([
      ...['1 Ropes', '1 Breakfast', '2 Gulls', '2 The storm'],
    ]);
    // One scene was put into Landfall by hand and stays there; the other one is back.
    expect(shown.map(({ actNumber }) => actNumber)).toEqual([3, 1]);
  });

  test('announces the restored rows to every tab', async ({ server, world, olive, eddie }) => {
    const id = await idOf(world, eddie, '/acts', 'Departure');
    const beats = (await read<StoryBeat>(world, eddie, '/story-beats')).filter(({ actId }) => actId === id);
    await olive.delete(`/api/acts/${id}`);
    const [{ last = 0 } = {}] = await server.db
      .select({ last: sql<number>`max(${projectChanges.rev})` })
      .from(projectChanges);
    await restore(world, olive, 'act', id);
    const changes = await server.db
      .select()
      .from(projectChanges)
      .where(and(eq(projectChanges.projectId, world.project.id), sql`${projectChanges.rev} > ${last}`));
    const idsOf = (entity: string) =>
      changes.filter((row) => row.entity === entity).flatMap(({ ids }) => ids);
    expect(idsOf('act')).toContain(id);
    expect(idsOf('beat')).toEqual(expect.arrayContaining(beats.map((beat) => beat.id)));
    expect([...new Set(changes.map(({ entity }) => entity))].sort()).toEqual([
      ...['act', 'beat', 'scene', 'sequence', 'tension'],
    ]);
  });

  test('changes nothing when the call is repeated, and answers 404 for what was never deleted', async ({
    server,
    world,
    olive,
    eddie,
  }) => {
    const id = await idOf(world, eddie, '/acts', 'Open sea');
    await olive.delete(`/api/acts/${id}`);
    await restore(world, olive, 'act', id);
    const once = await wholePlan(server, world, eddie);
    expect((await restore(world, olive, 'act', id)).statusCode).toBe(204);
    expect(await wholePlan(server, world, eddie)).toEqual(once);
    const answer = await restore(world, olive, 'beat', 999_999);
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Deleted beat not found']);
  });

  test('answers 409 for a beat while its act is deleted, and restores it after the act', async ({
    world,
    olive,
    eddie,
  }) => {
    const beat = await idOf(world, eddie, '/story-beats', 'The storm');
    const act = await idOf(world, eddie, '/acts', 'Open sea');
    await olive.delete(`/api/story-beats/${beat}`);
    await olive.delete(`/api/acts/${act}`);
    const rejected = await restore(world, olive, 'beat', beat);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      'The act of this beat is deleted, too. Restore the act first.',
    ]);
    await restore(world, olive, 'act', act);
    expect((await restore(world, olive, 'beat', beat)).statusCode).toBe(204);
    expect(await idOf(world, eddie, '/story-beats', 'The storm')).toBe(beat);
  });

  test('restores no row of another project', async ({ server, world, olive, eddie }) => {
    const id = await idOf(world, eddie, '/acts', 'Departure');
    await olive.delete(`/api/acts/${id}`);
    const other = (await server.as(world.sam).post('/api/projects', { name: 'Day Ferry' })).json();
    const answer = await server
      .as(world.sam)
      .post(`/api/projects/${other.id}/plan/restore`, { kind: 'act', rowId: id });
    expect(answer.statusCode).toBe(404);
  });

  test('restores a row for 29 days and rejects it after 30', async ({ server, world, olive, eddie }) => {
    const [first, second] = (await read<Act>(world, eddie, '/acts')).map(({ id }) => id);
    for (const id of [first, second]) await olive.delete(`/api/acts/${id}`);
    const age = (id: number | undefined, days: number) =>
      server.db
        .update(planDeletions)
        .set({ deletedAt: new Date(Date.now() - days * 86_400_000) })
        .where(eq(planDeletions.rowId, id ?? 0));
    await age(first, 29);
    await age(second, 30.01);
    expect((await restore(world, olive, 'act', second ?? 0)).statusCode).toBe(404);
    await prunePlanDeletions(server.db);
    expect(await server.db.$count(planDeletions)).toBe(1);
    expect((await restore(world, olive, 'act', first ?? 0)).statusCode).toBe(204);
    expect(await server.db.$count(planDeletions)).toBe(0);
  });
});
