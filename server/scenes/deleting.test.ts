import fs from 'node:fs';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { files, projectChanges } from '#server/db/schema/projects.ts';
import { scriptElements, scenes as storedScenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

/** A new Night Ferry for each test, and its two scenes. */
let project: ProjectRow;
let url: string;
let harbour: number;
let deck: number;

test.beforeEach(async ({ server, world, eddie }) => {
  project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  url = `/api/projects/${project.id}`;
  [harbour = 0, deck = 0] = (await scenes(eddie)).map(({ id }) => id);
});

const scenes = async (eddie: Caller) => (await eddie.get(`${url}/scenes`)).json() as Scene[];
const elements = async (eddie: Caller) => (await eddie.get(`${url}/script-elements`)).json() as Element[];
const remove = (eddie: Caller, id: number) => eddie.delete(`/api/scenes/${id}`);
const restore = (eddie: Caller, ids: number[]) =>
  eddie.post(`${url}/script-changes`, { edits: ids.map((id): ScriptEdit => ({ type: 'restore', id })) });
const history = (server: TestApp) =>
  server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, project.id))
    .orderBy(asc(scriptHistory.id));

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"></svg>');

/** A stored file of the project. */
async function aFile(server: TestApp): Promise<string> {
  const file = await server.storage.put(svg, 'image/svg+xml');
  await attachFile(server.db, file, { projectId: project.id });
  return file;
}

const onDisk = (server: TestApp, file: string) => fs.existsSync(path.join(server.env.dataDir, file.slice(1)));

test('DELETE /api/scenes/:id deletes the elements of the scene only', async ({ eddie }) => {
  const before = await elements(eddie);
  const answer = await remove(eddie, harbour);
  expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  expect(await elements(eddie)).toEqual(before.filter(({ sceneId }) => sceneId === deck));
  expect(await scenes(eddie)).toMatchObject([{ id: deck, sceneNumber: 1 }]);
  expect((await remove(eddie, harbour)).statusCode).toBe(404);
});

test('records each element of a deleted scene once in the history, in script order', async ({
  server,
  world,
  eddie,
}) => {
  const deleted = (await elements(eddie)).filter(({ sceneId }) => sceneId === deck);
  const known = (await history(server)).length;
  await remove(eddie, deck);
  const entries = (await history(server)).slice(known);
  expect(entries.toReversed().map(({ elementId, previousContent }) => [elementId, previousContent])).toEqual(
    deleted.map(({ id, content }) => [id, content]),
  );
  for (const entry of entries) {
    expect(entry).toMatchObject({ action: 'delete', changeReason: 'Scene deleted', userId: world.eddie.id });
  }
});

test('leaves an empty, writable script after the last scene', async ({ eddie }) => {
  await remove(eddie, harbour);
  await remove(eddie, deck);
  expect([await scenes(eddie), await elements(eddie)]).toEqual([[], []]);
  const cabin = { sceneNumber: 1, actNumber: 1, heading: 'INT. CABIN - DAWN' };
  expect((await eddie.post(`${url}/scenes`, cabin)).statusCode).toBe(201);
  expect(await scenes(eddie)).toHaveLength(1);
});

test('DELETE /api/scenes/:id keeps comments, which report the deleted element', async ({ eddie }) => {
  const line = (await elements(eddie)).find(({ sceneId }) => sceneId === deck);
  const comment = { content: 'Too dark?', scriptElementId: line?.id };
  const { id } = (await eddie.post(`${url}/comments`, comment)).json();
  await remove(eddie, deck);
  expect((await eddie.get(`${url}/comments`)).json()).toMatchObject([
    { id, content: 'Too dark?', scriptElementId: null },
  ]);
});

test('DELETE /api/scenes/:id keeps tension points without their scene, and announces them', async ({
  server,
  eddie,
}) => {
  const [first] = await elements(eddie);
  const point = { projectId: project.id, tensionLevel: 0.5, position: 0.5 };
  const made = await server.db
    .insert(tensionPoints)
    .values([
      { ...point, sceneId: harbour },
      { ...point, scriptElementId: first?.id },
      { ...point, sceneId: deck },
    ])
    .returning();
  await remove(eddie, harbour);
  const kept = await server.db
    .select()
    .from(tensionPoints)
    .where(eq(tensionPoints.projectId, project.id))
    .orderBy(asc(tensionPoints.id));
  expect(kept.map(({ sceneId, scriptElementId }) => [sceneId, scriptElementId])).toEqual([
    [null, null],
    [null, null],
    [deck, null],
  ]);
  const changes = await server.db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, project.id));
  expect(changes.find(({ entity }) => entity === 'tension')?.ids).toEqual(
    made.slice(0, 2).map(({ id }) => id),
  );
  expect(changes.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['scene', 'element']));
});

test('DELETE /api/scenes/:id deletes the picture and sounds of the scene only', async ({ server, eddie }) => {
  const [picture, film, speech, sound, other] = [
    await aFile(server),
    await aFile(server),
    await aFile(server),
    await aFile(server),
    await aFile(server),
  ];
  const { db } = server;
  await db.update(storedScenes).set({ imageUrl: picture, videoUrl: film }).where(eq(storedScenes.id, deck));
  await db.update(storedScenes).set({ imageUrl: other }).where(eq(storedScenes.id, harbour));
  const [first] = (await elements(eddie)).filter(({ sceneId }) => sceneId === deck);
  await db
    .update(scriptElements)
    .set({ dialogueAudioUrl: speech, soundEffectUrl: sound })
    .where(eq(scriptElements.id, first?.id ?? 0));
  await remove(eddie, deck);
  for (const file of [picture, film, speech, sound]) {
    expect([onDisk(server, file), (await eddie.get(file)).statusCode]).toEqual([false, 404]);
  }
  expect([onDisk(server, other), (await eddie.get(other)).statusCode]).toEqual([true, 200]);
  expect(await db.select().from(files).where(eq(files.projectId, project.id))).toHaveLength(1);
});

test('restoring a deleted scene restores everything except its files', async ({ server, eddie }) => {
  const { db } = server;
  const [picture, speech] = [await aFile(server), await aFile(server)];
  await eddie.patch(`/api/scenes/${deck}`, { notes: 'Rain machine.', actNumber: 3, location: 'Hold' });
  await db.update(storedScenes).set({ imageUrl: picture }).where(eq(storedScenes.id, deck));
  const before = await elements(eddie);
  const [first] = before.filter(({ sceneId }) => sceneId === deck);
  await db
    .update(scriptElements)
    .set({ dialogueAudioUrl: speech })
    .where(eq(scriptElements.id, first?.id ?? 0));
  const known = await scenes(eddie);
  await remove(eddie, deck);
  const ids = before.filter(({ sceneId }) => sceneId === deck).map(({ id }) => id);
  expect((await restore(eddie, ids)).statusCode).toBe(200);
  expect(await scenes(eddie)).toEqual(known.map((scene) => ({ ...scene, imageUrl: null })));
  expect((await elements(eddie)).map(({ version: _, ...element }) => element)).toEqual(
    before.map(({ version: _, ...element }) => element),
  );
});

test('restoring a deleted heading restores the picture of its scene', async ({ server, eddie }) => {
  const picture = await aFile(server);
  await server.db.update(storedScenes).set({ imageUrl: picture }).where(eq(storedScenes.id, deck));
  const [heading] = (await elements(eddie)).filter(({ sceneId }) => sceneId === deck);
  await eddie.delete(`/api/script-elements/${heading?.id}`);
  expect((await scenes(eddie)).map(({ id }) => id)).toEqual([harbour]);
  await restore(eddie, [heading?.id ?? 0]);
  expect((await scenes(eddie))[1]).toMatchObject({ id: deck, imageUrl: picture });
  expect((await eddie.get(picture)).statusCode).toBe(200);
});

test('DELETE /api/scenes/:id deletes the opening like any other scene', async ({ eddie }) => {
  const action = { elementType: 'action', content: 'Black.' } as const;
  await eddie.post(`${url}/script-changes`, {
    edits: [{ type: 'insert', afterId: null, elements: [action, { ...action, content: 'Still black.' }] }],
  });
  const [opening] = await scenes(eddie);
  expect(opening).toMatchObject({ heading: '', sceneNumber: 0 });
  expect((await remove(eddie, opening?.id ?? 0)).statusCode).toBe(204);
  expect((await scenes(eddie)).map(({ id, sceneNumber }) => [id, sceneNumber])).toEqual([
    [harbour, 1],
    [deck, 2],
  ]);
  expect((await elements(eddie))[0]?.elementType).toBe('scene_heading');
});

const kept = (server: TestApp) => server.db.$count(files, eq(files.projectId, project.id));

test('deleting the last element of the opening deletes its picture', async ({ server, eddie }) => {
  const elements = [{ elementType: 'action', content: 'Black.' }] as const;
  const inserted = await eddie.post(`${url}/script-changes`, {
    edits: [{ type: 'insert', afterId: null, elements }],
  });
  const [opening] = await scenes(eddie);
  const imageUrl = await aFile(server);
  await server.db
    .update(storedScenes)
    .set({ imageUrl })
    .where(eq(storedScenes.id, opening?.id ?? 0));
  await eddie.delete(`/api/script-elements/${inserted.json().elements[0].id}`);
  expect([(await scenes(eddie)).length, await kept(server)]).toEqual([2, 0]);
});

test('a picture is stored as long as a heading can restore its scene', async ({ server, eddie }) => {
  const imageUrl = await aFile(server);
  await server.db.update(storedScenes).set({ imageUrl }).where(eq(storedScenes.id, harbour));
  const ids = (await elements(eddie)).filter(({ sceneId }) => sceneId === harbour).map(({ id }) => id);
  for (const id of ids) await eddie.delete(`/api/script-elements/${id}`);
  expect([(await scenes(eddie)).map(({ id }) => id), await kept(server)]).toEqual([[deck], 1]);
  for (const id of ids.toReversed()) await restore(eddie, [id]);
  expect((await scenes(eddie))[0]).toMatchObject({ id: harbour, imageUrl });
});

test('DELETE /api/scenes/:id logs the user', async ({ server, world, eddie }) => {
  await remove(eddie, deck);
  const noted = await server.db
    .select()
    .from(userActivityLogs)
    .where(eq(userActivityLogs.projectId, project.id));
  expect(noted).toEqual([
    expect.objectContaining({ userId: world.eddie.id, action: 'scene.delete', details: { sceneId: deck } }),
  ]);
});
