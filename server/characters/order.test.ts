import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import type { Character } from '#shared/contract/characters.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aCharacter, aProject, aShare } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { aWorld, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let olive: Caller;
let projectId: number;
let url: string;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
beforeEach(async () => {
  projectId = (await aProject(server.db, { userId: world.olive.id })).id;
  url = `/api/projects/${projectId}/characters`;
});
afterAll(() => server.close());

const listed = async () => (await olive.get(url)).json() as Character[];
const add = async (name: string) => ((await olive.post(url, { name })).json() as Character).id;
const reorder = (characterIds: unknown, who = olive) => who.post('/api/characters/reorder', { characterIds });
const notWhole = [400, 'The list must contain every character exactly once.'];

async function refused(characterIds: unknown, who = olive) {
  const answer = await reorder(characterIds, who);
  return [answer.statusCode, answer.json().message];
}

describe('POST /api/characters/reorder', () => {
  test('stores the display order', async () => {
    const ids = [await add('MARA'), await add('TOBIAS'), await add('THE CAPTAIN')];
    const [mara, tobias, captain] = ids;
    const answer = await reorder([captain, mara, tobias]);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await listed()).map(({ id, displayOrder }) => [id, displayOrder])).toEqual([
      [captain, 0],
      [mara, 1],
      [tobias, 2],
    ]);
    const changes = await server.db
      .select()
      .from(projectChanges)
      .where(eq(projectChanges.projectId, projectId))
      .orderBy(projectChanges.rev);
    expect(changes.at(-1)).toMatchObject({ entity: 'character', ids: [captain, mara, tobias] });
    await reorder([captain, mara, tobias]);
    expect((await olive.get(`/api/projects/${projectId}`)).json().revision).toBe(4);
  });

  test('requires every character exactly once', async () => {
    const [mara, tobias] = [await add('MARA'), await add('TOBIAS')];
    expect(await refused([mara])).toEqual(notWhole);
    expect(await refused([mara, tobias, mara])).toEqual(notWhole);
    expect(await refused([mara, mara])).toEqual(notWhole);
    expect(await refused([])).toEqual(notWhole);
    expect((await listed()).map(({ id }) => id)).toEqual([mara, tobias]);
  });

  test('requires a list of ids', async () => {
    for (const list of [undefined, null, 'all', [1.5], ['MARA'], [-1], [{}]])
      expect((await reorder(list)).statusCode).toBe(400);
  });

  test('rejects a character of another project', async () => {
    const mara = await add('MARA');
    const elsewhere = await aProject(server.db, { userId: world.olive.id });
    const other = await aCharacter(server.db, { projectId: elsewhere.id });
    expect(await refused([mara, other.id])).toEqual(notWhole);
  });

  test('returns 404 for unknown or inaccessible characters, and 403 to readers', async () => {
    const mara = await add('MARA');
    const strange = await aCharacter(server.db);
    expect(await refused([mara, 2147483647])).toEqual([404, 'Character not found']);
    expect(await refused([mara, strange.id])).toEqual([404, 'Character not found']);
    expect(await refused([strange.id])).toEqual([404, 'Character not found']);
    const theirs = await aProject(server.db, { userId: world.sam.id });
    const seen = await aCharacter(server.db, { projectId: theirs.id });
    await aShare(server.db, theirs, world.olive, { role: 'viewer' });
    expect(await refused([seen.id])).toEqual([403, "You don't have permission to do this."]);
    expect(await refused([mara, seen.id])).toEqual([403, "You don't have permission to do this."]);
  });

  test('requires an accepted invitation', async () => {
    const theirs = await aProject(server.db, { userId: world.sam.id });
    const { id } = await aCharacter(server.db, { projectId: theirs.id });
    await aShare(server.db, theirs, world.olive, { role: 'editor', status: 'pending' });
    expect(await refused([id])).toEqual([404, 'Character not found']);
  });
});

test('adding a character closes gaps and duplicates in the display order', async () => {
  for (const [name, displayOrder] of [
    ['MARA', 4],
    ['TOBIAS', 0],
    ['THE CAPTAIN', 4],
  ] as const)
    await aCharacter(server.db, { projectId, name, displayOrder });
  await add('A GULL');
  expect((await listed()).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
    ['TOBIAS', 0],
    ['MARA', 1],
    ['THE CAPTAIN', 2],
    ['A GULL', 3],
  ]);
});

test.each([1, 2, 3])('200 random changes leave no gaps in the display order, seed %i', async (seed) => {
  const { below, chance, pick } = seeded(seed);
  let order: number[] = [];
  for (let step = 0; step < 200; step++) {
    const does = order.length === 0 ? 'add' : pick(['add', 'add', 'remove', 'reorder'] as const);
    if (does === 'add') order.push(await add(`PASSENGER ${step}`));
    else if (does === 'remove') {
      const id = pick(order);
      expect((await olive.delete(`/api/characters/${id}`)).statusCode).toBe(204);
      order = order.filter((each) => each !== id);
    } else {
      const from = below(order.length);
      const moved = order.toSpliced(from, 1).toSpliced(below(order.length), 0, order[from] ?? 0);
      expect((await reorder(moved)).statusCode).toBe(200);
      order = moved;
    }
    if (chance(0.8)) continue;
    const stored = await server.db.select().from(characters).where(eq(characters.projectId, projectId));
    stored.sort((a, b) => a.displayOrder - b.displayOrder);
    expect(stored.map(({ id, displayOrder }) => [id, displayOrder])).toEqual(order.map((id, i) => [id, i]));
  }
});

test('characters added concurrently have distinct positions', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, i) => add(`PASSENGER ${i}`)));
  expect((await listed()).map(({ displayOrder }) => displayOrder)).toEqual(
    Array.from({ length: 12 }, (_, i) => i),
  );
});
