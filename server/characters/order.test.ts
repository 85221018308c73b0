import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { projectChanges } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Caller } from '#test/app.ts';
import { aCharacter, aProject, aShare } from '#test/factories.ts';
import { seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';

let projectId: number;
let url: string;

test.beforeEach(async ({ server, world }) => {
  projectId = (await aProject(server.db, { userId: world.olive.id })).id;
  url = `/api/projects/${projectId}/characters`;
});

const listed = async (olive: Caller) => (await olive.get(url)).json() as Character[];
const add = async (olive: Caller, name: string) => ((await olive.post(url, { name })).json() as Character).id;
const reorder = (olive: Caller, characterIds: unknown, who = olive) =>
  who.post('/api/characters/reorder', { characterIds });
const notWhole = [400, 'The list must contain every character exactly once.'];

async function rejected(olive: Caller, characterIds: unknown, who = olive) {
  const answer = await reorder(olive, characterIds, who);
  return [answer.statusCode, answer.json().message];
}

describe('POST /api/characters/reorder', () => {
  test('stores the display order', async ({ server, olive }) => {
    const ids = [await add(olive, 'MARA'), await add(olive, 'TOBIAS'), await add(olive, 'THE CAPTAIN')];
    const [mara, tobias, captain] = ids;
    const answer = await reorder(olive, [captain, mara, tobias]);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await listed(olive)).map(({ id, displayOrder }) => [id, displayOrder])).toEqual([
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
    await reorder(olive, [captain, mara, tobias]);
    expect((await olive.get(`/api/projects/${projectId}`)).json().revision).toBe(4);
  });

  test('requires every character exactly once', async ({ olive }) => {
    const [mara, tobias] = [await add(olive, 'MARA'), await add(olive, 'TOBIAS')];
    expect(await rejected(olive, [mara])).toEqual(notWhole);
    expect(await rejected(olive, [mara, tobias, mara])).toEqual(notWhole);
    expect(await rejected(olive, [mara, mara])).toEqual(notWhole);
    expect(await rejected(olive, [])).toEqual(notWhole);
    expect((await listed(olive)).map(({ id }) => id)).toEqual([mara, tobias]);
  });

  test('requires a list of ids', async ({ olive }) => {
    for (const list of [undefined, null, 'all', [1.5], ['MARA'], [-1], [{}]])
      expect((await reorder(olive, list)).statusCode).toBe(400);
  });

  test('rejects a character of another project', async ({ server, world, olive }) => {
    const mara = await add(olive, 'MARA');
    const elsewhere = await aProject(server.db, { userId: world.olive.id });
    const other = await aCharacter(server.db, { projectId: elsewhere.id });
    expect(await rejected(olive, [mara, other.id])).toEqual(notWhole);
  });

  test('returns 404 for unknown or inaccessible characters, and 403 to readers', async ({
    server,
    world,
    olive,
  }) => {
    const mara = await add(olive, 'MARA');
    const strange = await aCharacter(server.db);
    expect(await rejected(olive, [mara, 2147483647])).toEqual([404, 'Character not found']);
    expect(await rejected(olive, [mara, strange.id])).toEqual([404, 'Character not found']);
    expect(await rejected(olive, [strange.id])).toEqual([404, 'Character not found']);
    const theirs = await aProject(server.db, { userId: world.sam.id });
    const seen = await aCharacter(server.db, { projectId: theirs.id });
    await aShare(server.db, theirs, world.olive, { role: 'viewer' });
    expect(await rejected(olive, [seen.id])).toEqual([403, "You don't have permission to do this."]);
    expect(await rejected(olive, [mara, seen.id])).toEqual([403, "You don't have permission to do this."]);
  });

  test('requires an accepted invitation', async ({ server, world, olive }) => {
    const theirs = await aProject(server.db, { userId: world.sam.id });
    const { id } = await aCharacter(server.db, { projectId: theirs.id });
    await aShare(server.db, theirs, world.olive, { role: 'editor', status: 'pending' });
    expect(await rejected(olive, [id])).toEqual([404, 'Character not found']);
  });
});

test('adding a character closes gaps and duplicates in the display order', async ({ server, olive }) => {
  for (const [name, displayOrder] of [
    ['MARA', 4],
    ['TOBIAS', 0],
    ['THE CAPTAIN', 4],
  ] as const)
    await aCharacter(server.db, { projectId, name, displayOrder });
  await add(olive, 'A GULL');
  expect((await listed(olive)).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
    ['TOBIAS', 0],
    ['MARA', 1],
    ['THE CAPTAIN', 2],
    ['A GULL', 3],
  ]);
});

test.for([1, 2, 3])(
  '200 random changes leave no gaps in the display order, seed %i',
  async (seed, { server, olive }) => {
    const { below, chance, pick } = seeded(seed);
    let order: number[] = [];
    for (let step = 0; step < 200; step++) {
      const does = order.length === 0 ? 'add' : pick(['add', 'add', 'remove', 'reorder'] as const);
      if (does === 'add') order.push(await add(olive, `PASSENGER ${step}`));
      else if (does === 'remove') {
        const id = pick(order);
        expect((await olive.delete(`/api/characters/${id}`)).statusCode).toBe(204);
        order = order.filter((each) => each !== id);
      } else {
        const from = below(order.length);
        const moved = order.toSpliced(from, 1).toSpliced(below(order.length), 0, order[from] ?? 0);
        expect((await reorder(olive, moved)).statusCode).toBe(200);
        order = moved;
      }
      if (chance(0.8)) continue;
      const stored = await server.db.select().from(characters).where(eq(characters.projectId, projectId));
      stored.sort((a, b) => a.displayOrder - b.displayOrder);
      expect(stored.map(({ id, displayOrder }) => [id, displayOrder])).toEqual(order.map((id, i) => [id, i]));
    }
  },
);

test('characters added concurrently have distinct positions', async ({ olive }) => {
  await Promise.all(Array.from({ length: 12 }, (_, i) => add(olive, `PASSENGER ${i}`)));
  expect((await listed(olive)).map(({ displayOrder }) => displayOrder)).toEqual(
    Array.from({ length: 12 }, (_, i) => i),
  );
});
