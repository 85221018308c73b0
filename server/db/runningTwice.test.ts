import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitationsPerAddress } from '#server/sharing/sharing.service.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aDatabase } from '#test/db.ts';
import { runningTwice } from '#test/runningTwice.ts';
import { aWorld, type World } from '#test/world.ts';

/** As after a deadlock, which Postgres ends by rolling one side back. */
describe('repeated transaction', () => {
  let server: TestApp;
  let world: World;
  let olive: Caller;

  beforeAll(async () => {
    const database = await aDatabase();
    server = await anApp({}, undefined, { database: { ...database, db: runningTwice(database.db) } });
    world = await aWorld(server.db);
    olive = server.as(world.olive);
  });
  afterAll(() => server.close());

  test('copies every row of a project', async () => {
    const copy = (await olive.post(`${world.projectUrl}/duplicate`)).json();
    const lists = async (url: string) =>
      Promise.all(
        ['scenes', 'script-elements', 'characters'].map(
          async (list) => (await olive.get(`${url}/${list}`)).json().length,
        ),
      );
    const found = await lists(world.projectUrl);
    expect(Math.min(...found)).toBeGreaterThan(0);
    expect(await lists(`/api/projects/${copy.encodedId ?? copy.id}`)).toEqual(found);
  });

  test('counts an invitation once', async () => {
    const invite = () =>
      olive.post(`${world.projectUrl}/invite`, { email: 'guest@example.com', role: 'viewer' });
    for (let invited = 0; invited < invitationsPerAddress; invited++)
      expect((await invite()).statusCode).toBeLessThan(300);
    expect((await invite()).statusCode).toBe(429);
  });
});
