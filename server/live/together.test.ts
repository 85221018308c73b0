import os from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { projectShares } from '#server/db/schema/projects.ts';
import { liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { aDatabase } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { openLiveClient } from '#test/live.ts';
import { seeded } from '#test/random.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';
import { openWriterTab, readScript, type WriterTab } from '#test/writerTab.ts';
import { hasRedis, startRedis, type ThrowawayRedis } from '../../scripts/redis.ts';

/*
 * Several users in one script over real connections: on one node, and with Postgres and Redis on
 * two nodes that share only those.
 */

// The variable is empty where the tests run on the embedded database.
const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL);
const isOnTwoNodes = isOnPostgres && hasRedis();
if (isOnPostgres && !isOnTwoNodes) console.log('!!! NOT RUN: two nodes (no redis-server on this machine)');

let redis: ThrowawayRedis | null = null;
let nodes: [TestApp, TestApp];
let world: World;

beforeAll(async () => {
  const database = await aDatabase();
  redis = isOnTwoNodes ? await startRedis() : null;
  const variables = redis ? { REDIS_URL: redis.url } : {};
  const one = await anApp(variables, undefined, { database });
  if (redis === null || database.url === null) nodes = [one, one];
  else {
    const again = await openDatabase({ databaseUrl: database.url, dataDir: os.tmpdir() });
    nodes = [await anApp(variables, undefined, { database: again }), one];
  }
  world = await aWorld(one.db);
});
afterAll(async () => {
  for (const node of new Set(nodes)) await node.close();
  await redis?.stop();
  vi.unstubAllGlobals();
  // The files after this one find no module of a window that was here.
  vi.resetModules();
});

const rounds = Number(process.env.TOGETHER_ROUNDS ?? 3);

test.for(Array.from({ length: rounds }, (_, index) => index + 1))(
  'five windows that write, are cut off and come back end with the same script, and no line is lost (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = seeded(seed);
    const [node] = nodes;
    const { id } = await nightFerry(node.db, world.olive);
    await share(id);
    const desks: WriterTab[] = [];
    for (const user of [world.olive, world.eddie, world.olive, world.eddie, world.olive])
      desks.push(await openWriterTab({ nodes, user, projectId: id, random }));

    for (let step = 1; step <= 60; step++) {
      const desk = random.pick(desks);
      Object.assign(desk.network, { isOffline: random.chance(0.15), losesAnswer: random.chance(0.15) });
      if (random.chance(0.1)) desk.cut();
      else if (random.chance(0.2)) await desk.connect();
      if (random.chance(0.2)) random.pick(desks).sendAll();
      desk.write(step);
      if (random.chance(0.5)) await new Promise(setImmediate);
    }

    for (const desk of desks) await desk.connect();
    await eventually(
      async () => {
        for (const desk of desks) desk.sendAll();
        expect(desks.every((desk) => desk.isSaved())).toBe(true);
        const stored = await readScript(node, world.olive, id);
        for (const desk of desks) expect(desk.elements()).toEqual(stored);
      },
      { timeout: 90_000, interval: 100 },
    );
    const kept = JSON.stringify([
      await readScript(node, world.olive, id),
      await node.db.select().from(scriptHistory),
    ]);
    const taken = desks.flatMap(({ acknowledged }) => [...acknowledged]);
    expect(taken.filter((text) => !kept.includes(text))).toEqual([]);
    expect(taken.length).toBeGreaterThan(20);
    for (const desk of desks) desk.close();
  },
);

async function share(projectId: number): Promise<void> {
  const { id: sharedWithUserId, email: sharedWithEmail } = world.eddie;
  const role = { role: 'editor', status: 'accepted' } as const;
  await nodes[0].db.insert(projectShares).values({ projectId, sharedWithUserId, sharedWithEmail, ...role });
}

describe.runIf(isOnTwoNodes)('on two nodes', () => {
  test('words said on one are heard on the other, but not a viewer’s; who is removed is cut off on both', async () => {
    const [one, other] = nodes;
    const { project } = world;
    const window = await openLiveClient(one, world.olive, project.id);
    const eddies = [
      await openLiveClient(one, world.eddie, project.id),
      await openLiveClient(other, world.eddie, project.id),
    ] as const;
    const vics = await openLiveClient(other, world.vic, project.id);
    await window.next('presence', ({ people }) => people.length === 4);
    const place = { elementId: 2, afterId: null, elementType: 'action' } as const;
    vics.send({ type: 'draft', ...place, text: 'Mine.', caret: 5 });
    // Behind it, on the same way.
    vics.send({ type: 'here', view: 'outline', elementId: null });
    await window.next('presence', ({ people }) => people.some(({ view }) => view === 'outline'));
    eddies[1].send({ type: 'draft', ...place, text: 'Fog.', caret: 4 });
    expect((await window.next('draft')).text).toBe('Fog.');
    expect((await vics.next('draft')).text).toBe('Fog.');
    const access = `/api/projects/${encodeProjectId(project.id)}/access`;
    const people = (await one.as(world.olive).get(access)).json() as { id: string; email: string }[];
    const eddie = people.find(({ email }) => email === world.eddie.email);
    await one.as(world.olive).delete(`${access}/${eddie?.id}`);
    for (const { closed } of eddies) expect(await closed).toBe(liveCloseCodes.noAccess);
    await window.next('presence', ({ people: left }) => left.length === 2);
    window.disconnect();
    vics.disconnect();
  });
});
