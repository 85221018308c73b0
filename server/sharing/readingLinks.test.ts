import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { projects, readingLinks } from '#server/db/schema/projects.ts';
import { comments, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let olive: Caller;
let project: ProjectRow;
let url: string;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
beforeEach(async () => {
  project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  url = `/api/projects/${project.id}/reading-link`;
});
afterAll(() => server.close());

const create = async (body: object = {}) => (await olive.post(url, body)).json().link;
const read = (path: string, who: Caller = server.visitor) => who.get(path, { accept: 'text/html' });

test('is off until the owner asks for it', async () => {
  expect((await olive.get(url)).json()).toEqual({ link: null });
});

describe('the link for readers', () => {
  test('shows the script to a visitor, and is kept by no index and no cache', async () => {
    const link = await create();
    expect(link.path).toMatch(/^\/read\/[\w-]{43}$/);
    const { statusCode, headers, body } = await read(link.path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).toContain('<meta name="robots" content="noindex, nofollow, noarchive" />');
    expect(body).toContain('<title>Night Ferry');
    expect(body).toContain('Rain on black water. A ferry strains at her ropes.');
  });

  test('shows the pages and nothing else of the project', async () => {
    await server.db
      .update(projects)
      .set({ logline: 'A secret logline', synopsis: 'A secret synopsis', description: 'A secret word' })
      .where(eq(projects.id, project.id));
    const remark = { projectId: project.id, userId: world.eddie.id, content: 'A secret comment' };
    await server.db.insert(comments).values(remark);
    const { body, headers } = await read((await create()).path);
    expect(body).not.toContain('secret');
    for (const who of [world.olive, world.eddie]) expect(body).not.toContain(who.email);
    // Nowhere to go from here, and no session comes of it.
    expect(body).not.toMatch(/href="\/(projects|api)/);
    expect(body).not.toContain('type="module"');
    expect(headers['set-cookie']).toBeUndefined();
    const token = (await create()).path.split('/').at(-1);
    for (const path of ['', '/script-elements', '/export/pdf', '/comments'])
      expect((await server.visitor.get(`/api/projects/${token}${path}`)).statusCode).toBe(401);
  });

  test('shows markup of a script as the text that it is', async () => {
    const bad = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    await server.db
      .update(scriptElements)
      .set({ content: bad })
      .where(eq(scriptElements.projectId, project.id));
    await server.db.update(projects).set({ name: bad, titlePage: null }).where(eq(projects.id, project.id));
    const { body } = await read((await create()).path);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toMatch(/<img/i);
  });

  test('ends when the owner ends it, for everybody and at once', async () => {
    const { path } = await create();
    expect((await olive.delete(url)).statusCode).toBe(204);
    const { statusCode, headers, body } = await read(path);
    expect(statusCode).toBe(404);
    expect(body).toContain('This link does not work any more');
    expect(headers['x-robots-tag']).toContain('noindex');
    expect((await olive.get(url)).json()).toEqual({ link: null });
    expect((await olive.delete(url)).statusCode).toBe(204);
  });

  test('is another one each time, and the one before it ends', async () => {
    const [first, second] = [await create(), await create()];
    expect(second.path).not.toBe(first.path);
    expect((await read(first.path)).statusCode).toBe(404);
    expect((await read(second.path)).statusCode).toBe(200);
    expect((await olive.get(url)).json().link).toEqual(second);
  });

  test.each([1, 3, 7, 14, 30])('ends by itself after %i days', async (days) => {
    const link = await create({ expireDays: days });
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(days * 86_400_000);
    const over = { expiresAt: new Date(Date.now() - 1000) };
    await server.db.update(readingLinks).set(over).where(eq(readingLinks.projectId, project.id));
    expect((await read(link.path)).statusCode).toBe(404);
    expect((await olive.get(url)).json()).toEqual({ link: null });
  });

  test('is open for seven days unless it says otherwise, and never for ever', async () => {
    const link = await create();
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * 86_400_000);
    for (const expireDays of [0, -1, 2, 365, 1e9, null, '7']) {
      const answer = await olive.post(url, { expireDays });
      expect([expireDays, answer.statusCode]).toEqual([expireDays, 400]);
    }
    expect((await olive.get(url)).json().link).toEqual(link);
  });

  test.each(['x', 'A'.repeat(43), '%00', "'--", '__proto__', 'a'.repeat(400)])('is not %s', async (token) => {
    const { statusCode, headers } = await read(`/read/${token}`);
    expect([statusCode, headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow, noarchive']);
  });

  test('goes with the project', async () => {
    const { path } = await create();
    await olive.delete(`/api/projects/${project.id}`);
    expect((await read(path)).statusCode).toBe(404);
  });

  test('is noted in the activity log, without the token', async () => {
    const { path } = await create({ expireDays: 3 });
    await olive.delete(url);
    const notes = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.projectId, project.id));
    expect(notes.map(({ action, details }) => [action, details])).toEqual([
      ['share.link_create', { expireDays: 3 }],
      ['share.link_remove', {}],
    ]);
    expect(JSON.stringify(notes)).not.toContain(path.split('/').at(-1));
  });
});
