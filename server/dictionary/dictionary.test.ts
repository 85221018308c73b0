import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { dictionaryWords } from '#server/db/schema/script.ts';
import { type DictionaryScope, maxDictionaryWords } from '#shared/contract/dictionary.ts';
import type { Caller } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

let url: string;
let projectId: number;

test.beforeEach(async ({ server, world }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  projectId = project.id;
  url = `/api/projects/${project.id}`;
});

const add = (caller: Caller, word: string, scope: DictionaryScope) =>
  scope === 'project'
    ? caller.post(`${url}/dictionary`, { word })
    : caller.post(`${url}/own-words`, { word, scope });
const wordsOf = async (caller: Caller, at = url): Promise<string[]> =>
  (await caller.get(`${at}/dictionary`))
    .json()
    .map(({ word, scope }: { word: string; scope: string }) => `${scope} ${word}`);

describe('the dictionaries of a script', () => {
  test('have words of the user, of the project for everybody, and of the user in it', async ({
    server,
    world,
    olive,
    eddie,
    vic,
  }) => {
    await add(olive, 'Skerry', 'person');
    await add(olive, 'Linnea', 'project');
    await add(olive, 'brrr', 'script');
    await add(vic, 'Foghorner', 'script');
    expect(await wordsOf(olive)).toEqual(['person Skerry', 'project Linnea', 'script brrr']);
    expect(await wordsOf(eddie)).toEqual(['project Linnea']);
    expect(await wordsOf(vic)).toEqual(['project Linnea', 'script Foghorner']);
    const other = await nightFerry(server.db, world.olive);
    expect(await wordsOf(olive, `/api/projects/${other.id}`)).toEqual(['person Skerry']);
  });

  test('take a word once, in one form of its letters', async ({ server, olive }) => {
    const first = await add(olive, 'Linne\u0301a', 'project');
    const again = await add(olive, 'Linn\u00e9a', 'project');
    expect(again.json()).toEqual(first.json());
    expect(await server.db.$count(dictionaryWords, eq(dictionaryWords.projectId, projectId))).toBe(1);
  });

  test.for(['', 'two words', 'x'.repeat(61), '<b>'])(
    'reject %j, which is no word',
    async (word, { olive }) => {
      expect((await add(olive, word, 'person')).statusCode).toBe(400);
    },
  );

  test('lose a word for its owner only, and words of the project for editors only', async ({
    olive,
    eddie,
    vic,
  }) => {
    const own = (await add(olive, 'Skerry', 'person')).json();
    const shared = (await add(olive, 'Linnea', 'project')).json();
    const remove = async (caller: Caller, path: string) =>
      (await caller.inject({ method: 'DELETE', url: `${url}/${path}` })).statusCode;
    expect(await remove(eddie, `own-words/${own.id}`)).toBe(404);
    expect(await remove(eddie, `own-words/${shared.id}`)).toBe(404);
    expect(await remove(eddie, `dictionary/${own.id}`)).toBe(404);
    expect(await remove(vic, `dictionary/${shared.id}`)).toBe(403);
    expect(await remove(eddie, `dictionary/${shared.id}`)).toBe(204);
    expect(await remove(olive, `own-words/${own.id}`)).toBe(204);
    expect(await wordsOf(olive)).toEqual([]);
  });

  test('are full after some thousand words', async ({ server, world, olive }) => {
    await server.db
      .insert(dictionaryWords)
      .values(
        Array.from({ length: maxDictionaryWords }, (_, n) => ({ userId: world.olive.id, word: `w${n}` })),
      );
    expect((await add(olive, 'Skerry', 'person')).statusCode).toBe(400);
    expect((await add(olive, 'Skerry', 'script')).statusCode).toBe(200);
  });

  test("are copied with the project, without the users' own words", async ({ olive, eddie }) => {
    await add(olive, 'Linnea', 'project');
    await add(eddie, 'brrr', 'script');
    const copy = (await eddie.post(`${url}/duplicate`, {})).json();
    expect(await wordsOf(eddie, `/api/projects/${copy.id}`)).toEqual(['project Linnea']);
  });

  test("announce the project's words to the other members, and own words to none", async ({
    olive,
    eddie,
  }) => {
    const revision = async () => (await eddie.get(url)).json().revision;
    const before = await revision();
    await add(olive, 'Skerry', 'person');
    expect(await revision()).toBe(before);
    await add(olive, 'Linnea', 'project');
    expect(await revision()).toBe(before + 1);
  });
});

describe('POST /api/auth/user/words', () => {
  const send = async (caller: Caller, words: string[]) =>
    (await caller.post('/api/auth/user/words', { words })).json();

  test('adds words that the dictionary of the user does not have', async ({ cora, world, server }) => {
    await aShare(server.db, { id: projectId }, world.cora, { role: 'viewer' });
    expect(await send(cora, ['Skerry', 'Cafe\u0301', 'Skerry'])).toEqual({ added: 2, leftOut: 0 });
    expect(await send(cora, ['Caf\u00e9', 'Linnea'])).toEqual({ added: 1, leftOut: 0 });
    expect(await wordsOf(cora)).toEqual(['person Skerry', 'person Caf\u00e9', 'person Linnea']);
  });

  test('adds as many words as the dictionary can hold', async ({ sam, world, server }) => {
    const full = Array.from({ length: maxDictionaryWords - 1 }, (_, i) => ({
      userId: world.sam.id,
      word: `word${i}`,
    }));
    await server.db.insert(dictionaryWords).values(full);
    expect(await send(sam, ['Skerry', 'Linnea', 'word1'])).toEqual({ added: 1, leftOut: 1 });
  });
});
