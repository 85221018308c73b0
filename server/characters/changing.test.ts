import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { files, projectChanges } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { Character } from '#shared/contract/characters.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

/** A Night Ferry for each test, with MARA and TOBIAS. */
let projectId: number;
let mara: Character;
let tobias: Character;

test.beforeEach(async ({ server, world, olive }) => {
  projectId = (await nightFerry(server.db, world.olive)).id;
  [mara, tobias] = (await listed(olive)) as [Character, Character];
});

const listed = async (olive: Caller) =>
  (await olive.get(`/api/projects/${projectId}/characters`)).json() as Character[];
const change = (olive: Caller, body: object, { id } = mara) => olive.patch(`/api/characters/${id}`, body);
const loggedChanges = (server: TestApp) =>
  server.db
    .select({ entity: projectChanges.entity, ids: projectChanges.ids, actor: projectChanges.actor })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(projectChanges.rev);

describe('PATCH /api/characters/:id', () => {
  test('changes the given fields only', async ({ olive }) => {
    const fields = {
      name: 'Mara Voss',
      role: 'Deckhand',
      age: 44,
      description: 'Counts cars.',
      arc: 'Learns to lose count.',
      visualAesthetic: 'Oilskins',
      characterType: 'protagonist',
      voiceId: 'harbour-1',
      voiceSettings: { stability: 0, similarity_boost: 1, style: 0.25, use_speaker_boost: false },
    };
    for (const [field, value] of Object.entries(fields)) {
      const answer = await change(olive, { [field]: value });
      expect([field, answer.statusCode, answer.json()[field]]).toEqual([field, 200, value]);
    }
    expect(await listed(olive)).toEqual([{ ...mara, ...fields }, tobias]);
    const none = {
      role: null,
      age: null,
      description: null,
      arc: null,
      visualAesthetic: null,
      voiceId: null,
    };
    expect((await change(olive, none)).json()).toEqual({ ...mara, ...fields, ...none });
  });

  test('notifies members and names the user', async ({ server, world, olive }) => {
    await change(olive, { age: 44 });
    expect(await loggedChanges(server)).toEqual([
      { entity: 'character', ids: [mara.id], actor: world.olive.id },
    ]);
  });

  test('trims the name and accepts a change of case', async ({ olive }) => {
    expect((await change(olive, { name: '  Mara ' })).json().name).toBe('Mara');
  });

  test('returns 409 for a name used by another character in any case', async ({ server, olive }) => {
    const answer = await change(olive, { name: 'tobias', age: 44 });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'A character with this name already exists.',
    ]);
    expect(await listed(olive)).toEqual([mara, tobias]);
    expect(await loggedChanges(server)).toEqual([]);
  });

  test('does not change the script', async ({ olive }) => {
    const script = async () => (await olive.get(`/api/projects/${projectId}/script-elements`)).json();
    const before = await script();
    await change(olive, { name: 'Marina' });
    expect(await script()).toEqual(before);
  });

  test.for([
    [{}, 'Nothing to change', { body: 'Nothing to change' }],
    [{ displayOrder: 1, avatarUrl: '/uploads/x.png' }, 'Nothing to change', { body: 'Nothing to change' }],
    [{ name: ' ' }, 'Character name is required', { name: 'Character name is required' }],
    [{ name: 'M'.repeat(101) }, 'Must be at most 100 characters', { name: 'Must be at most 100 characters' }],
    [{ role: 'R'.repeat(201) }, 'Must be at most 200 characters', { role: 'Must be at most 200 characters' }],
    [{ age: 4.5 }, 'Some fields are not valid.', { age: 'Must be a whole number' }],
    [{ age: -1 }, 'Some fields are not valid.', { age: 'Must be at least 0' }],
    [{ age: 1000 }, 'Some fields are not valid.', { age: 'Must be at most 999' }],
    [{ age: '44' }, 'Some fields are not valid.', { age: 'Must be a number' }],
    [
      { characterType: 'ghost' },
      'Some fields are not valid.',
      { characterType: 'Must be one of protagonist, antagonist, supporting' },
    ],
    [
      { voiceSettings: { stability: 2, similarity_boost: 0, style: 0, use_speaker_boost: true } },
      'Some fields are not valid.',
      { 'voiceSettings.stability': 'Must be at most 1' },
    ],
    [
      { arc: 'A'.repeat(10_001) },
      'Must be at most 10000 characters',
      { arc: 'Must be at most 10000 characters' },
    ],
  ] as const)('rejects %j', async ([body, message, fields], { olive }) => {
    const answer = await change(olive, body);
    expect([answer.statusCode, answer.json().message, answer.json().fields]).toEqual([400, message, fields]);
    expect(await listed(olive)).toEqual([mara, tobias]);
  });

  test('accepts its own project id in either form and rejects another', async ({ world, olive }) => {
    expect((await change(olive, { age: 44, projectId })).statusCode).toBe(200);
    expect((await change(olive, { age: 45, projectId: encodeProjectId(projectId) })).statusCode).toBe(200);
    const other = await change(olive, { age: 46, projectId: world.project.id });
    expect([other.statusCode, other.json().fields]).toEqual([
      400,
      { projectId: 'Must be the project of the character' },
    ]);
  });

  test.for(['0', 'abc', '2147483648', '2147483647'])('returns 404 for the id %s', async (id, { olive }) => {
    for (const answer of [
      await olive.patch(`/api/characters/${id}`, { age: 44 }),
      await olive.delete(`/api/characters/${id}`),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Character not found']);
  });
});

describe('DELETE /api/characters/:id', () => {
  const remove = (olive: Caller, { id } = mara) => olive.delete(`/api/characters/${id}`);

  test('closes the gap in the display order and reports the moved characters', async ({ server, olive }) => {
    const added = await olive.post(`/api/projects/${projectId}/characters`, { name: 'THE CAPTAIN' });
    const captain: Character = added.json();
    const answer = await remove(olive);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await listed(olive)).toEqual([
      { ...tobias, displayOrder: 0 },
      { ...captain, displayOrder: 1 },
    ]);
    expect((await loggedChanges(server)).at(-1)).toMatchObject({ ids: [mara.id, tobias.id, captain.id] });
    expect((await remove(olive)).statusCode).toBe(404);
  });

  test('does not change the script', async ({ olive }) => {
    const script = async () => (await olive.get(`/api/projects/${projectId}/script-elements`)).json();
    const before = await script();
    await remove(olive);
    expect(await script()).toEqual(before);
  });

  test('deletes its own picture only', async ({ server, olive }) => {
    const { db, storage } = server;
    const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
    const urls: string[] = [];
    for (const { id } of [mara, tobias]) {
      const avatarUrl = await storage.put(png, 'image/png');
      await attachFile(db, avatarUrl, { projectId });
      await db.update(characters).set({ avatarUrl }).where(eq(characters.id, id));
      urls.push(avatarUrl);
    }
    const names = async () =>
      (await db.select().from(files).where(eq(files.projectId, projectId))).map(
        ({ name }) => `/uploads/${name}`,
      );
    expect((await names()).sort()).toEqual([...urls].sort());
    await remove(olive);
    expect(await names()).toEqual([urls[1]]);
    expect(await storage.read(urls[0]?.slice('/uploads/'.length) ?? '')).toBeNull();
    expect((await olive.get(urls[0] ?? '')).statusCode).toBe(404);
    expect((await olive.get(urls[1] ?? '')).statusCode).toBe(200);
  });

  test('does not delete a file of another project', async ({ server, world, olive }) => {
    const { db, storage } = server;
    const other = await aProject(db, { userId: world.sam.id });
    const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
    const avatarUrl = await storage.put(png, 'image/png');
    await attachFile(db, avatarUrl, { projectId: other.id });
    await db.update(characters).set({ avatarUrl }).where(eq(characters.id, mara.id));
    expect((await remove(olive)).statusCode).toBe(204);
    expect((await server.as(world.sam).get(avatarUrl)).statusCode).toBe(200);
  });
});
