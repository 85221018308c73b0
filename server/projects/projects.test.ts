import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { projects } from '#server/db/schema/projects.ts';
import { characters, scenes, scriptElements } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import type { TestApp } from '#test/app.ts';
import { aProject, aShare, aUser } from '#test/factories.ts';
import { action } from '#test/script.ts';
import { test } from '#test/serverTest.ts';
import { statementsOf } from '#test/statements.ts';
import { nightFerry } from '#test/world.ts';
import { emptyProject, removeBrokenImports, removeProject } from './projects.service.ts';

const activitiesOf = (server: TestApp, action: string, userId: string) =>
  server.db
    .select()
    .from(userActivityLogs)
    .where(and(eq(userActivityLogs.action, action), eq(userActivityLogs.userId, userId)))
    .orderBy(userActivityLogs.id);

describe('GET /api/projects', () => {
  test('lists own and accepted projects with the role in each, last edited first', async ({
    server,
    world,
  }) => {
    const reader = await aUser(server.db);
    const day = (date: number) => new Date(Date.UTC(2026, 0, date));
    const own = await aProject(server.db, { userId: reader.id, name: 'Own', updatedAt: day(2) });
    const shared = await aProject(server.db, { userId: world.olive.id, name: 'Shared', updatedAt: day(3) });
    const older = await aProject(server.db, { userId: world.olive.id, name: 'Older', updatedAt: day(1) });
    const closed = await aProject(server.db, { userId: world.olive.id, name: 'Closed' });
    await aProject(server.db, { userId: reader.id, name: 'Half imported', isImporting: true });
    await aShare(server.db, shared, reader, { role: 'editor' });
    await aShare(server.db, older, reader, { role: 'viewer' });
    await aShare(server.db, closed, reader, { status: 'pending' });
    const answer = await server.as(reader).get('/api/projects');
    const projects = answer.json().map((p: Record<string, unknown>) => [p.id, p.name, p.role, p.ownerId]);
    expect(projects).toEqual([
      [shared.id, 'Shared', 'editor', world.olive.id],
      [own.id, 'Own', 'owner', reader.id],
      [older.id, 'Older', 'viewer', world.olive.id],
    ]);
    const { id } = own;
    await server.as(reader).patch(`/api/projects/${id}`, { description: 'Edited' });
    expect((await server.as(reader).get('/api/projects')).json()[0]).toMatchObject({
      id,
      description: 'Edited',
    });
  });

  test('is empty for a new user, and omits large fields', async ({ server, olive }) => {
    expect((await server.as(await aUser(server.db)).get('/api/projects')).json()).toEqual([]);
    const [first] = (await olive.get('/api/projects')).json();
    for (const field of ['titlePage', 'format', 'sourceExtras']) expect(first).not.toHaveProperty(field);
  });
});

describe('project', () => {
  test('starts empty, with its name on the title page, and is logged', async ({ server, world, olive }) => {
    const answer = await olive.post('/api/projects', { name: '  Day Ferry ', description: 'By daylight.' });
    expect(answer.statusCode).toBe(201);
    const project = answer.json();
    expect(project).toMatchObject({
      id: expect.any(Number),
      name: 'Day Ferry',
      description: 'By daylight.',
      role: 'owner',
      ownerId: world.olive.id,
      userId: world.olive.id,
      revision: 0,
      conceptImageAspectRatio: '16:9',
      titlePage: { title: 'Day Ferry', author: '' },
      format: { paper: 'letter', sceneNumbersShown: false },
    });
    expect(new Date(project.createdAt).toISOString()).toBe(project.createdAt);
    expect((await olive.get(`/api/projects/${project.id}`)).json()).toEqual(project);
    expect((await olive.get(`/api/projects/${project.id}/script-elements`)).json()).toEqual([]);
    expect((await activitiesOf(server, 'project.create', world.olive.id)).at(-1)).toMatchObject({
      projectId: project.id,
    });
  });

  test('changes only the fields in a patch', async ({ server, world }) => {
    const project = await nightFerry(server.db, world.olive);
    await aShare(server.db, project, world.eddie, { role: 'editor' });
    const eddie = server.as(world.eddie);
    const url = `/api/projects/${project.id}`;
    const before = (await eddie.get(url)).json();
    const patch = {
      name: 'Night Crossing',
      logline: 'A ticket for the wrong day.',
      synopsis: 'x'.repeat(20_000),
      conceptImageAspectRatio: '2.35:1',
      sceneImagePromptTemplate: 'A frame of {{heading}}',
      characterAvatarPromptTemplate: null,
    };
    const answer = await eddie.patch(url, patch);
    expect(answer.statusCode).toBe(200);
    const { updatedAt, ...rest } = answer.json();
    expect(rest).toEqual({ ...withoutTime(before), ...patch, revision: before.revision + 1 });
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    expect((await eddie.patch(url, { logline: null })).json()).toMatchObject({
      logline: null,
      name: patch.name,
    });
    expect((await activitiesOf(server, 'project.update', world.eddie.id)).at(0)).toMatchObject({
      projectId: project.id,
      details: { fields: Object.keys(patch) },
    });
  });

  test.for([
    [{}, 'body', 'Nothing to change'],
    [{ unknown: 1 }, 'body', 'Nothing to change'],
    [{ name: '' }, 'name', 'Project name is required'],
    [{ name: '   ' }, 'name', 'Project name is required'],
    [{ name: null }, 'name', 'Project name is required'],
    [{ logline: 'x'.repeat(1001) }, 'logline', 'Must be at most 1000 characters'],
    [{ synopsis: 'x'.repeat(20_001) }, 'synopsis', 'Must be at most 20000 characters'],
    [{ conceptImageAspectRatio: 'wide' }, 'conceptImageAspectRatio', 'Must look like 16:9'],
    [{ conceptImageAspectRatio: '0:1' }, 'conceptImageAspectRatio', 'Must be from 1:100 to 100:1'],
    [{ conceptImageAspectRatio: '0:0' }, 'conceptImageAspectRatio', 'Must be from 1:100 to 100:1'],
    [{ conceptImageAspectRatio: '1000:1' }, 'conceptImageAspectRatio', 'Must be from 1:100 to 100:1'],
    [
      { conceptImageAspectRatio: `1.${'0'.repeat(20)}:1` },
      'conceptImageAspectRatio',
      'Must be at most 20 characters',
    ],
  ] as const)('is not changed by %j', async ([patch, field, message], { world, olive }) => {
    const before = (await olive.get(world.projectUrl)).json();
    const answer = await olive.patch(world.projectUrl, patch);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [field]: message });
    expect((await olive.get(world.projectUrl)).json()).toEqual(before);
  });

  test('rejects owner, id and timestamps in a patch', async ({ world, olive }) => {
    const patch = {
      logline: 'Mine',
      userId: world.sam.id,
      ownerId: world.sam.id,
      id: 1,
      revision: 99,
      isImporting: true,
    };
    const answer = await olive.patch(world.projectUrl, patch);
    expect(answer.json()).toMatchObject({ id: world.project.id, userId: world.olive.id, logline: 'Mine' });
    expect(answer.json().revision).toBeLessThan(99);
  });

  test('is deleted with its content, and the log keeps its id', async ({ server, world, olive }) => {
    const project = await nightFerry(server.db, world.olive);
    const answer = await olive.delete(`/api/projects/${project.id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await olive.get(`/api/projects/${project.id}`)).statusCode).toBe(404);
    expect((await olive.delete(`/api/projects/${project.id}`)).statusCode).toBe(404);
    for (const table of [scenes, scriptElements, characters, scriptHistory])
      expect(await server.db.select().from(table).where(eq(table.projectId, project.id))).toEqual([]);
    expect((await activitiesOf(server, 'project.delete', world.olive.id)).at(-1)).toMatchObject({
      projectId: null,
      details: { projectId: project.id },
    });
    expect((await olive.get(world.projectUrl)).statusCode).toBe(200);
  });

  test('is deleted 250 rows at a time when it has many elements', async ({ server, world }) => {
    const elements = Array.from({ length: 1100 }, (_, i) => action(`Wave ${i}.`));
    const screenplay = { titlePage: emptyTitlePage, elements, format: defaultFormat, source: null };
    const { projectId } = await storeScreenplay(server.db, world.olive.id, 'Waves', screenplay, []);
    const statements = await statementsOf(() => emptyProject(server.db, projectId));
    // Five for its history and for its elements, one for comments, issued elements and scenes each.
    expect(statements).toHaveLength(13);
    for (const table of [scenes, scriptElements, scriptHistory])
      expect(await server.db.$count(table, eq(table.projectId, projectId))).toBe(0);
  });

  test('is hidden after an interrupted deletion, and deleted by removeBrokenImports', async ({
    server,
    world,
    olive,
  }) => {
    const project = await nightFerry(server.db, world.olive);
    const createdAt = new Date(Date.now() - 3_700_000);
    await server.db.update(projects).set({ createdAt }).where(eq(projects.id, project.id));
    const broken = new Proxy(server.db, {
      get: (db, key) =>
        key === 'transaction' ? () => Promise.reject(new Error('away')) : Reflect.get(db, key),
    });
    const { storage } = server;
    await expect(removeProject({ db: broken, storage }, project.id)).rejects.toThrow('away');
    expect((await olive.get(`/api/projects/${project.id}`)).statusCode).toBe(404);
    await removeBrokenImports(server.db);
    expect(await server.db.$count(projects, eq(projects.id, project.id))).toBe(0);
  });

  test('is hidden while it is being imported, and deleted an hour later', async ({
    server,
    world,
    olive,
  }) => {
    const importing = { userId: world.olive.id, isImporting: true };
    const half = await aProject(server.db, importing);
    const left = await aProject(server.db, { ...importing, createdAt: new Date(Date.now() - 3_700_000) });
    for (const { id } of [half, left]) {
      expect((await olive.get(`/api/projects/${id}`)).statusCode).toBe(404);
      expect((await olive.delete(`/api/projects/${id}`)).statusCode).toBe(404);
    }
    await removeBrokenImports(server.db);
    const stillThere = await server.db.select().from(projects).where(eq(projects.isImporting, true));
    expect(stillThere.map(({ id }) => id)).toContain(half.id);
    expect(stillThere.map(({ id }) => id)).not.toContain(left.id);
  });
});

function withoutTime({ updatedAt: _, ...project }: { updatedAt: string }) {
  return project;
}
