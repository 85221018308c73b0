import { describe, expect, test } from 'vitest';
import { files } from '#server/db/schema/projects.ts';
import { anApp } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { aWorld } from '#test/world.ts';

const megabyte = 1_048_576;

/** Start a server with quotas, and give a project of Olive files of that size. */
async function limited(variables: Record<string, string>, projectMb: number) {
  const server = await anApp(variables);
  const world = await aWorld(server.db);
  const file = { contentType: 'image/png', sizeBytes: projectMb * megabyte };
  await server.db.insert(files).values({ ...file, name: 'big.png', projectId: world.project.id });
  return { server, world };
}

describe('limitQuotas', () => {
  test.each([
    ['QUOTA_PROJECT_STORAGE_MB', 'The files of this project take 5 MB'],
    ['QUOTA_PERSON_STORAGE_MB', 'The files of these projects and of their owner take 5 MB'],
    ['QUOTA_ORGANISATION_STORAGE_MB', 'The files of all projects on this server take 5 MB'],
  ])('rejects new files over %s in words, and everything else goes on', async (name, text) => {
    const { server, world } = await limited({ [name]: '5' }, 5);
    try {
      // An editor's file counts for the owner of the project.
      const eddie = server.as(world.eddie);
      const answer = await eddie.post(`${world.projectUrl}/generate-concept-image`, {});
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
      expect(answer.json().message).toContain(text);
      expect((await eddie.get(`${world.projectUrl}/script-elements`)).statusCode).toBe(200);
    } finally {
      await server.close();
    }
  });

  test('accepts new files below the limit, and in another project of another person', async () => {
    const { server, world } = await limited(
      { QUOTA_PROJECT_STORAGE_MB: '6', QUOTA_PERSON_STORAGE_MB: '6' },
      5,
    );
    try {
      const { id } = await aProject(server.db, { userId: world.eddie.id });
      for (const [user, url] of [
        [world.olive, world.projectUrl],
        [world.eddie, `/api/projects/${id}`],
      ] as const) {
        const answer = await server.as(user).post(`${url}/generate-concept-image`, {});
        expect(answer.json().message).not.toContain('The files of');
      }
    } finally {
      await server.close();
    }
  });

  test('repeats the stored reply of a known request id, although the limit has been reached since', async () => {
    const { server, world } = await limited({ QUOTA_PROJECT_STORAGE_MB: '6' }, 5);
    try {
      const draw = (key: string) =>
        server.as(world.olive).inject({
          ...{
            method: 'POST',
            url: `${world.projectUrl}/generate-concept-image`,
            payload: { title: 'Night Ferry' },
          },
          headers: { 'idempotency-key': key },
        });
      const first = await draw('one');
      expect(first.statusCode).toBe(200);
      const more = { contentType: 'image/png', sizeBytes: megabyte, projectId: world.project.id };
      await server.db.insert(files).values({ ...more, name: 'more.png' });
      expect((await draw('one')).json()).toEqual(first.json());
      expect((await draw('two')).statusCode).toBe(403);
    } finally {
      await server.close();
    }
  });

  test('counts the copy of a project for its maker', async () => {
    const { server, world } = await limited({ QUOTA_PERSON_STORAGE_MB: '5' }, 5);
    try {
      const copied = (user: { id: string }) => server.as(user).post(`${world.projectUrl}/duplicate`, {});
      expect((await copied(world.olive)).statusCode).toBe(403);
      expect((await copied(world.eddie)).statusCode).toBe(201);
    } finally {
      await server.close();
    }
  });

  test('does not count rejected exports of a person for everybody', async () => {
    const { server, world } = await limited(
      { QUOTA_PERSON_EXPORTS_PER_DAY: '1', QUOTA_ORGANISATION_EXPORTS_PER_DAY: '2' },
      1,
    );
    try {
      const exported = async (user: { id: string }) =>
        (await server.as(user).get(`${world.projectUrl}/export/fountain`)).statusCode;
      expect(await exported(world.olive)).toBe(200);
      for (const _ of [1, 2, 3]) expect(await exported(world.olive)).toBe(429);
      expect(await exported(world.eddie)).toBe(200);
    } finally {
      await server.close();
    }
  });

  test('rejects exports over the limits of a day, by person and by project', async () => {
    const { server, world } = await limited(
      { QUOTA_PERSON_EXPORTS_PER_DAY: '2', QUOTA_PROJECT_EXPORTS_PER_DAY: '3' },
      1,
    );
    try {
      const exported = (user: { id: string }) => server.as(user).get(`${world.projectUrl}/export/fountain`);
      for (const _ of [1, 2]) expect((await exported(world.olive)).statusCode).toBe(200);
      const over = await exported(world.olive);
      expect(over.statusCode).toBe(429);
      expect(over.json().message).toBe(
        'You have made 2 exports within a day, which is the limit. Please try again in 24 hours.',
      );
      expect((await exported(world.eddie)).statusCode).toBe(200);
      expect((await exported(world.eddie)).json().message).toContain('This project was exported 3 times');
    } finally {
      await server.close();
    }
  });
});
