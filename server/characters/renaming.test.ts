import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { renamedSpeaker } from '#screenplay/renaming.ts';
import { scriptHistory } from '#server/db/schema/script.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';

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
  projectId = (await nightFerry(server.db, world.olive)).id;
  url = `/api/projects/${projectId}`;
});
afterAll(() => server.close());

const cast = async () => (await olive.get(`${url}/characters`)).json() as Character[];
const script = async () => (await olive.get(`${url}/script-elements`)).json() as Element[];
const named = async (name: string) => (await cast()).find((character) => character.name === name)?.id;

/** Gives a speaker another name in the script, as one change. */
async function rename(from: string, to: string) {
  const edits = renamedSpeaker(await script(), from, to).map((edit) => ({ does: 'update', ...edit }));
  return olive.post(`${url}/script-changes`, { edits, reason: `Rename ${from} to ${to}` });
}

const speakers = async () =>
  (await script()).flatMap(({ elementType, content, characterName }) => {
    if (elementType === 'character') return content;
    return elementType === 'dialogue' ? (characterName ?? []) : [];
  });

test('a character is renamed in the script as one change with one history entry per element', async () => {
  const before = await speakers();
  const revision = async () => (await olive.get(url)).json().revision;
  const renamedFrom = await revision();
  const history = async () =>
    (await server.db.select().from(scriptHistory).where(eq(scriptHistory.projectId, projectId))).filter(
      ({ action }) => action === 'update',
    );
  expect((await rename('TOBIAS', 'Tobin')).statusCode).toBe(200);
  expect(await speakers()).toEqual(before.map((name) => name.replace('TOBIAS', 'TOBIN')));
  expect((await history()).map(({ changeReason }) => changeReason)).toEqual(
    before.filter((name) => name.startsWith('TOBIAS')).map(() => 'Rename TOBIAS to Tobin'),
  );
  expect(await revision()).toBe(renamedFrom + 1);
  const answer = await olive.patch(`/api/characters/${await named('TOBIAS')}`, { name: 'Tobin' });
  expect(answer.json()).toMatchObject({ name: 'Tobin', displayOrder: 1 });
});

test('a character is merged into another one, who speaks all the lines then', async () => {
  const tobias = await named('TOBIAS');
  expect((await olive.patch(`/api/characters/${tobias}`, { name: 'Mara' })).statusCode).toBe(409);
  await rename('TOBIAS', 'MARA');
  expect((await olive.delete(`/api/characters/${tobias}`)).statusCode).toBe(204);
  expect((await cast()).map(({ name, displayOrder }) => [name, displayOrder])).toEqual([['MARA', 0]]);
  expect((await speakers()).every((name) => name.startsWith('MARA'))).toBe(true);
});
