import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { projects, readingLinks } from '#server/db/schema/projects.ts';
import { comments, scriptElements } from '#server/db/schema/script.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

let project: ProjectRow;
let url: string;

test.beforeEach(async ({ server, world }) => {
  project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  url = `/api/projects/${project.id}/reading-link`;
});

const create = async (olive: Caller, body: object = {}) => (await olive.post(url, body)).json().link;
const read = (server: TestApp, path: string, who: Caller = server.visitor) =>
  who.get(path, { accept: 'text/html' });

test('read-only link does not exist until the owner creates it', async ({ olive }) => {
  expect((await olive.get(url)).json()).toEqual({ link: null });
});

describe('read-only link', () => {
  test('shows the script to a visitor, without indexing and caching', async ({ server, olive }) => {
    const link = await create(olive);
    expect(link.path).toMatch(/^\/read\/[\w-]{43}$/);
    const { statusCode, headers, body } = await read(server, link.path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['x-robots-tag']).toBe('noindex, nofollow, noarchive');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).toContain('<meta name="robots" content="noindex, nofollow, noarchive" />');
    expect(body).toContain('<title>Night Ferry');
    expect(body).toContain('Rain on black water. A ferry strains at her ropes.');
  });

  test('shows the pages and nothing else of the project', async ({ server, world, olive }) => {
    await server.db
      .update(projects)
      .set({ logline: 'A secret logline', synopsis: 'A secret synopsis', description: 'A secret word' })
      .where(eq(projects.id, project.id));
    const remark = { projectId: project.id, userId: world.eddie.id, content: 'A secret comment' };
    await server.db.insert(comments).values(remark);
    const { body, headers } = await read(server, (await create(olive)).path);
    expect(body).not.toContain('secret');
    for (const who of [world.olive, world.eddie]) expect(body).not.toContain(who.email);
    // Nowhere to go from here, and no session comes of it.
    expect(body).not.toMatch(/href="\/(projects|api)/);
    expect(body).not.toContain('type="module"');
    expect(headers['set-cookie']).toBeUndefined();
    const token = (await create(olive)).path.split('/').at(-1);
    for (const path of ['', '/script-elements', '/export/pdf', '/comments'])
      expect((await server.visitor.get(`/api/projects/${token}${path}`)).statusCode).toBe(401);
  });

  test('shows markup of a script as text', async ({ server, olive }) => {
    const bad = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    await server.db
      .update(scriptElements)
      .set({ content: bad })
      .where(eq(scriptElements.projectId, project.id));
    await server.db.update(projects).set({ name: bad, titlePage: null }).where(eq(projects.id, project.id));
    const { body } = await read(server, (await create(olive)).path);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toMatch(/<img/i);
  });

  test('ends at once for everybody when the owner revokes it', async ({ server, olive }) => {
    const { path } = await create(olive);
    expect((await olive.delete(url)).statusCode).toBe(204);
    const { statusCode, headers, body } = await read(server, path);
    expect(statusCode).toBe(404);
    expect(body).toContain('This link does not work any more');
    expect(headers['x-robots-tag']).toContain('noindex');
    expect((await olive.get(url)).json()).toEqual({ link: null });
    expect((await olive.delete(url)).statusCode).toBe(204);
  });

  test('is replaced by each new one', async ({ server, olive }) => {
    const [first, second] = [await create(olive), await create(olive)];
    expect(second.path).not.toBe(first.path);
    expect((await read(server, first.path)).statusCode).toBe(404);
    expect((await read(server, second.path)).statusCode).toBe(200);
    expect((await olive.get(url)).json().link).toEqual(second);
  });

  test.for([1, 3, 7, 14, 30])('expires after %i days', async (days, { server, olive }) => {
    const link = await create(olive, { expireDays: days });
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(days * 86_400_000);
    const over = { expiresAt: new Date(Date.now() - 1000) };
    await server.db.update(readingLinks).set(over).where(eq(readingLinks.projectId, project.id));
    expect((await read(server, link.path)).statusCode).toBe(404);
    expect((await olive.get(url)).json()).toEqual({ link: null });
  });

  test('expires after seven days by default, and cannot be unlimited', async ({ olive }) => {
    const link = await create(olive);
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * 86_400_000);
    for (const expireDays of [0, -1, 2, 365, 1e9, null, '7']) {
      const answer = await olive.post(url, { expireDays });
      expect([expireDays, answer.statusCode]).toEqual([expireDays, 400]);
    }
    expect((await olive.get(url)).json().link).toEqual(link);
  });

  test.for(['x', 'A'.repeat(43), '%00', "'--", '__proto__', 'a'.repeat(400)])(
    'cannot be %s',
    async (token, { server }) => {
      const { statusCode, headers } = await read(server, `/read/${token}`);
      expect([statusCode, headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow, noarchive']);
    },
  );

  test('is deleted with the project', async ({ server, olive }) => {
    const { path } = await create(olive);
    await olive.delete(`/api/projects/${project.id}`);
    expect((await read(server, path)).statusCode).toBe(404);
  });

  test('is logged in the activity log without the token', async ({ server, olive }) => {
    const { path } = await create(olive, { expireDays: 3 });
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
