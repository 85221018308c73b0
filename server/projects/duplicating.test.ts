import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { acts, sequences, storyBeats } from '#server/db/schema/planning.ts';
import { files, projects } from '#server/db/schema/projects.ts';
import { characters, scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { anElement, aProject, aScene } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { nameOfCopy } from './duplicating.service.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');

/**
 * Return a project's contents as a reader sees them, with ids replaced by positions in the lists.
 */
async function contentsOf(olive: Caller, project: string) {
  const lists = ['scenes', 'script-elements', 'characters', 'acts', 'sequences', 'story-beats', 'outlines'];
  const read = async (list: string) => (await olive.get(`/api/projects/${project}/${list}`)).json();
  const found = await Promise.all([...lists, 'tension-points'].map(read));
  const places = new Map(
    found.flatMap((list, at) =>
      list.map(({ id }: { id: number }, place: number) => [
        `${lists[at]} ${id}`,
        `${lists[at]} no. ${place}`,
      ]),
    ),
  );
  const kinds: Record<string, string> = {
    sceneId: 'scenes',
    scriptElementId: 'script-elements',
    actId: 'acts',
    sequenceId: 'sequences',
    storyBeatId: 'story-beats',
  };
  const comparable = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([field]) => !['id', 'projectId', 'createdAt', 'updatedAt'].includes(field))
        .map(([field, value]) => {
          if (typeof value === 'string' && value.startsWith('/uploads/')) return [field, 'a file'];
          return [field, kinds[field] && value ? places.get(`${kinds[field]} ${value}`) : value];
        }),
    );
  return found.map((list) => list.map(comparable));
}

/** Night Ferry with a plan, and with a picture of its first scene. */
async function planned(server: TestApp, world: World) {
  const { db, storage } = server;
  const projectId = world.project.id;
  const imageUrl = await storage.put(png, 'image/png');
  await attachFile(db, imageUrl, { projectId });
  const [scene] = await db.select().from(scenes).where(eq(scenes.projectId, projectId)).orderBy(scenes.id);
  const [act] = await db
    .insert(acts)
    .values({ projectId, number: 1, title: 'One', orderIndex: 0 })
    .returning();
  const [other] = await db
    .insert(acts)
    .values({ projectId, number: 2, title: 'Two', orderIndex: 1 })
    .returning();
  const [sequence] = await db
    .insert(sequences)
    .values({ projectId, name: 'Boarding', orderIndex: 0 })
    .returning();
  if (!scene || !act || !other || !sequence) throw new Error('Not stored');
  const sequenceId = sequence.id;
  await db.update(scenes).set({ imageUrl, sequenceId }).where(eq(scenes.id, scene.id));
  const beats = await db
    .insert(storyBeats)
    .values([
      { projectId, actId: other.id, actNumber: 2, title: 'The ramp falls', orderIndex: 0 },
      { projectId, actId: act.id, sequenceId, title: 'One too many', orderIndex: 0 },
    ])
    .returning();
  await db.insert(tensionPoints).values({
    projectId,
    storyBeatId: beats[1]?.id ?? null,
    sceneId: scene.id,
    tensionLevel: 0.5,
    position: 0.25,
  });
  return imageUrl;
}

test('POST /api/projects/:id/duplicate creates a separate script, plan, characters and files', async ({
  server,
  world,
  olive,
}) => {
  const imageUrl = await planned(server, world);
  const answer = await olive.post(`${world.projectUrl}/duplicate`);
  expect(answer.statusCode).toBe(201);
  const copy = answer.json();
  const duplicated = eq(userActivityLogs.action, 'project.duplicate');
  expect(await server.db.select().from(userActivityLogs).where(duplicated)).toMatchObject([
    { userId: world.olive.id, projectId: copy.id },
  ]);
  const original = (await olive.get(world.projectUrl)).json();
  expect(copy).toEqual({
    ...original,
    id: copy.id,
    name: nameOfCopy(original.name),
    revision: 0,
    createdAt: copy.createdAt,
    updatedAt: copy.updatedAt,
  });
  const contents = await contentsOf(olive, `${copy.id}`);
  expect(contents).toEqual(await contentsOf(olive, `${original.id}`));
  expect(contents.map((list) => list.length > 0)).toEqual([true, true, true, true, true, true, false, true]);

  const [scene] = (await olive.get(`/api/projects/${copy.id}/scenes`)).json();
  expect(scene.imageUrl).not.toBe(imageUrl);
  const owned = await server.db.select().from(files).where(eq(files.projectId, copy.id));
  expect(owned.map(({ name }) => `/uploads/${name}`)).toEqual([scene.imageUrl]);
  await olive.delete(world.projectUrl);
  expect((await olive.get(scene.imageUrl)).statusCode).toBe(200);
  expect(await contentsOf(olive, `${copy.id}`)).toEqual(contents);
  world.project = { ...world.project, id: copy.id };
});

test('POST /api/projects/:id/duplicate starts a new history without text of other users', async ({
  world,
  olive,
}) => {
  const copy = (await olive.post(`/api/projects/${world.project.id}/duplicate`)).json();
  const { history } = (await olive.get(`/api/projects/${copy.id}/script-history/paginated`)).json();
  const { length } = (await olive.get(`/api/projects/${copy.id}/script-elements`)).json();
  expect(history).toMatchObject([{ changeReason: 'Copy', elementCount: length }]);
  expect((await olive.get(`/api/projects/${copy.id}/comments`)).json()).toEqual([]);
  const before = (await olive.get(`/api/projects/${copy.id}/script-at?historyId=0`)).json();
  expect(before.elements).toEqual([]);
});

test('POST /api/projects/:id/duplicate by an editor creates a project of the editor without members', async ({
  server,
  world,
  olive,
}) => {
  const eddie = server.as(world.eddie);
  const project = await aProject(server.db, { userId: world.eddie.id });
  const copy = (await eddie.post(`/api/projects/${project.id}/duplicate`)).json();
  expect([copy.role, copy.ownerId]).toEqual(['owner', world.eddie.id]);
  expect((await olive.get(`/api/projects/${copy.id}`)).statusCode).toBe(404);
});

test('POST /api/projects/:id/duplicate keeps the order and scenes of a long script', async ({
  server,
  world,
  olive,
}) => {
  const project = await aProject(server.db, { userId: world.olive.id });
  const scene = await aScene(server.db, { projectId: project.id });
  const count = 2300;
  await anElement(server.db, {
    projectId: project.id,
    sceneId: scene.id,
    orderIndex: count + 1,
    content: 'Last.',
  });
  const { scriptElements } = await import('#server/db/schema/script.ts');
  await server.db.insert(scriptElements).values(
    Array.from({ length: count }, (_, index) => ({
      projectId: project.id,
      sceneId: scene.id,
      elementType: 'action' as const,
      content: `Line ${index}.`,
      orderIndex: index + 1,
    })),
  );
  const copy = (await olive.post(`/api/projects/${project.id}/duplicate`)).json();
  expect(await contentsOf(olive, `${copy.id}`)).toEqual(await contentsOf(olive, `${project.id}`));
});

test('POST /api/projects/:id/duplicate leaves nothing behind after a failure', async ({
  server,
  world,
  olive,
}) => {
  const project = await aProject(server.db, { userId: world.olive.id });
  const character = { projectId: project.id, name: 'MARA', avatarUrl: '/uploads/gone.png' };
  await server.db.insert(characters).values(character);
  const count = () => server.db.$count(projects);
  const before = await count();
  const { put } = server.storage;
  const url = await put(png, 'image/png');
  await attachFile(server.db, url, { projectId: project.id });
  server.storage.put = () => Promise.reject(new Error('The disk is full'));
  const answer = await olive.post(`/api/projects/${project.id}/duplicate`);
  server.storage.put = put;
  expect([answer.statusCode, await count()]).toEqual([500, before]);
  const copy = (await olive.post(`/api/projects/${project.id}/duplicate`)).json();
  const [cast] = (await olive.get(`/api/projects/${copy.id}/characters`)).json();
  expect([cast.name, cast.avatarUrl]).toEqual(['MARA', null]);
});

test('nameOfCopy appends (copy) within the length limit', () => {
  expect(nameOfCopy('Night Ferry')).toBe('Night Ferry (copy)');
  expect(nameOfCopy('N'.repeat(200))).toHaveLength(200);
});
