import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { files, projectChanges } from '#server/db/schema/projects.ts';
import { characters, scriptHistory } from '#server/db/schema/script.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';

let server: TestApp;
let world: World;
let olive: Caller;
/** Night Ferry for each test, with additional lines by TOBIAS. */
let projectId: number;
let url: string;
let mara: Character;
let tobias: Character;

beforeAll(async () => {
  server = await anApp();
  world = await aWorld(server.db);
  olive = server.as(world.olive);
});
beforeEach(async () => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  projectId = project.id;
  url = `/api/projects/${projectId}`;
  await olive.post(`${url}/script-changes`, {
    edits: [
      {
        type: 'insert',
        afterId: (await script()).at(-1)?.id,
        elements: [
          { elementType: 'character', content: '**TOBIAS** (O.S.)' },
          { elementType: 'dialogue', content: 'Tobias. That is me.', characterName: 'TOBIAS' },
          { elementType: 'action', content: 'TOBIAS is gone.' },
        ],
      },
    ],
  });
  [mara, tobias] = (await cast()) as [Character, Character];
});
afterAll(() => server.close());

const cast = async () => (await olive.get(`${url}/characters`)).json() as Character[];
const script = async () => (await olive.get(`${url}/script-elements`)).json() as Element[];
const revision = async () => (await olive.get(url)).json().revision as number;
const change = (body: object, { id } = tobias) => olive.patch(`/api/characters/${id}`, body);

/** Return the speakers in script order. */
const speakers = async () =>
  (await script()).flatMap(({ elementType, content, characterName }) =>
    elementType === 'character' ? content : (characterName ?? []),
  );
/** A cue and a speech, or all lines by TOBIAS, under a name. */
const lines = (name: string) => [name, name];
const linesOfTobias = (name: string) =>
  [name, `${name} (CONT'D)`, `**${name}** (O.S.)`].flatMap((cue) => [cue, name]);

/** Return the history of elements after the entry `last`. */
const historySince = async (last = 0) => {
  const entries = await server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, projectId))
    .orderBy(scriptHistory.id);
  return entries.filter(({ id }) => id > last);
};
const lastHistoryId = async () => (await historySince()).at(-1)?.id;
const changes = async (after: number) =>
  (await server.db.select().from(projectChanges).where(eq(projectChanges.projectId, projectId)))
    .filter(({ rev }) => rev > after)
    .map(({ entity, ids }) => [entity, ids]);

describe('PATCH /api/characters/:id with renameInScript', () => {
  test('renames cues and dialogue and keeps extensions and style', async () => {
    const answer = await change({ name: 'Tobin', age: 44, renameInScript: true });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...tobias, name: 'Tobin', age: 44 }]);
    expect(await speakers()).toEqual([...lines('MARA'), ...linesOfTobias('TOBIN')]);
    const texts = (await script()).map(({ content }) => content);
    expect(texts).toContain('TOBIAS is gone.');
    expect(texts).toContain('Tobias. That is me.');
    expect(await cast()).toEqual([mara, { ...tobias, name: 'Tobin', age: 44 }]);
  });

  test('makes one change with an entry and a version per element and one notification', async () => {
    const before = await script();
    const [last, renamedFrom] = [await lastHistoryId(), await revision()];
    const { script: reply } = (await change({ name: 'Tobin', renameInScript: true })).json();
    const entries = await historySince(last);
    expect(entries).toHaveLength(6);
    for (const entry of entries)
      expect(entry).toMatchObject({
        ...{ action: 'update', changedBy: 'user', userId: world.olive.id },
        changeReason: 'Rename TOBIAS to Tobin',
      });
    const ids = entries.map(({ elementId }) => elementId);
    expect(await changes(renamedFrom)).toEqual([
      ['character', [tobias.id]],
      ['element', ids],
    ]);
    const versions = new Map(before.map(({ id, version }) => [id, version]));
    const after = await script();
    for (const { id, version } of after)
      expect(version).toBe((versions.get(id) ?? 0) + (ids.includes(id) ? 1 : 0));
    expect(reply).toEqual({
      elements: after.filter(({ id }) => ids.includes(id)),
      ...{ removedIds: [], renumbered: [], keys: [], scenes: [], removedSceneIds: [] },
    });
  });

  test('is undone in one change for the same elements only', async () => {
    const before = await speakers();
    // MARA speaks already, so her lines and the renamed ones have the same name.
    await change({ name: 'Someone' }, mara);
    const { undo } = (await change({ name: 'Mara', renameInScript: true })).json();
    expect(new Set(await speakers())).toContain('**MARA** (O.S.)');
    const [last, renamedFrom] = [await lastHistoryId(), await revision()];
    const answer = await change({ name: 'TOBIAS', undo });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { name: 'TOBIAS' }]);
    expect(answer.json().script.elements).toHaveLength(6);
    expect(await speakers()).toEqual(before);
    expect((await historySince(last)).map(({ changeReason }) => changeReason)).toEqual(Array(6).fill('Undo'));
    expect(await changes(renamedFrom)).toHaveLength(2);
  });

  test('renames the chosen mentions in action and dialogue in the same change', async () => {
    const all = await script();
    const action = all.find(({ content }) => content === 'TOBIAS is gone.');
    const dialogue = all.find(({ content }) => content === 'Tobias. That is me.');
    const mentions = [action, dialogue].map((element) => ({ elementId: element?.id, start: 0, end: 6 }));
    const last = await lastHistoryId();
    const answer = await change({ name: 'Tobin', renameInScript: true, mentions });
    const texts = (await script()).map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining(['TOBIN is gone.', 'Tobin. That is me.']));
    // The dialogue changes its speaker and its text in one entry.
    expect(await historySince(last)).toHaveLength(7);
    await change({ name: 'TOBIAS', undo: answer.json().undo });
    expect((await script()).map(({ content, characterName }) => [content, characterName])).toEqual(
      all.map(({ content, characterName }) => [content, characterName]),
    );
  });

  test('rejects the whole change when a mention does not contain the old name', async () => {
    const before = await script();
    const [heading, action] = before;
    for (const mention of [
      { elementId: heading?.id, start: 0, end: 6 },
      { elementId: action?.id, start: 1, end: 7 },
      { elementId: 2_000_000_000, start: 0, end: 6 },
    ]) {
      const answer = await change({ name: 'Tobin', renameInScript: true, mentions: [mention] });
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        expect.stringContaining('The script has changed in the meantime.'),
      ]);
    }
    expect((await change({ name: 'Tobin', mentions: [] })).statusCode).toBe(400);
    expect([await script(), (await cast())[1]?.name]).toEqual([before, 'TOBIAS']);
  });

  test('does not change the script when the character does not speak', async () => {
    const captain = (await olive.post(`${url}/characters`, { name: 'THE CAPTAIN' })).json();
    const [before, last, renamedFrom] = [await script(), await lastHistoryId(), await revision()];
    const answer = await change({ name: 'Brandt', renameInScript: true }, captain);
    expect(answer.json()).toMatchObject({ name: 'Brandt', script: { elements: [] }, undo: [] });
    expect(await script()).toEqual(before);
    expect(await historySince(last)).toEqual([]);
    expect(await changes(renamedFrom)).toEqual([['character', [captain.id]]]);
  });

  test('ignores the script without a new name', async () => {
    const before = await script();
    for (const body of [{ age: 44 }, { name: 'TOBIAS' }]) {
      const answer = await change({ ...body, renameInScript: true });
      expect([answer.statusCode, answer.json().script]).toEqual([200, undefined]);
    }
    expect(await script()).toEqual(before);
  });

  test.each([
    [{ renameInScript: true }, 'Nothing to change'],
    [{ undo: [] }, 'Nothing to change'],
    [{ name: 'Tobin', renameInScript: true, undo: [] }, 'Either renameInScript or undo'],
  ])('rejects %j', async (body, message) => {
    const answer = await change(body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(await cast()).toEqual([mara, tobias]);
  });
});

describe('failed renaming in the script', () => {
  /** Expect 409 and no change at all. */
  async function expectConflict(body: object, message: string) {
    const before = [await cast(), await script(), await lastHistoryId(), await revision()];
    const answer = await change(body);
    expect([answer.statusCode, answer.json().message]).toEqual([409, message]);
    expect([await cast(), await script(), await lastHistoryId(), await revision()]).toEqual(before);
  }
  const taken = 'A character with this name already exists.';

  test('changes nothing when the new name exists', async () => {
    await expectConflict({ name: 'Mara', renameInScript: true }, taken);
  });

  test('changes nothing when the old name was reused before the undo', async () => {
    const { undo } = (await change({ name: 'Tobin', renameInScript: true })).json();
    await olive.post(`${url}/characters`, { name: 'Tobias' });
    await expectConflict({ name: 'TOBIAS', undo }, taken);
  });

  test('changes nothing when a cue was edited before the undo', async () => {
    const { undo } = (await change({ name: 'Tobin', renameInScript: true })).json();
    await olive.patch(`/api/script-elements/${undo[0].id}`, { content: 'BRANDT' });
    await expectConflict({ name: 'TOBIAS', undo }, 'Somebody else changed this element at the same time.');
  });
});

describe('POST /api/characters/:id/merge', () => {
  const merge = (body: object = { intoId: mara.id }, by = olive, { id } = tobias) =>
    by.post(`/api/characters/${id}/merge`, body);

  test('deletes the character and assigns all lines to the other', async () => {
    const last = await lastHistoryId();
    const answer = await merge();
    expect([answer.statusCode, answer.json().character]).toEqual([200, mara]);
    expect(await cast()).toEqual([mara]);
    expect(await speakers()).toEqual([...lines('MARA'), ...linesOfTobias('MARA')]);
    expect((await historySince(last)).map(({ changeReason }) => changeReason)).toEqual(
      Array(6).fill('Merge TOBIAS into MARA'),
    );
    const ids = (await historySince(last)).map(({ elementId }) => elementId);
    expect(answer.json().script.elements).toEqual((await script()).filter(({ id }) => ids.includes(id)));
    expect((await merge()).statusCode).toBe(404);
  });

  test('renames the chosen mentions in the same change, or changes nothing if one has changed', async () => {
    const before = await script();
    const elementId = before.find(({ content }) => content === 'TOBIAS is gone.')?.id;
    const rejected = await merge({ intoId: mara.id, mentions: [{ elementId, start: 1, end: 7 }] });
    expect([rejected.statusCode, await cast(), await script()]).toEqual([400, [mara, tobias], before]);
    const answer = await merge({ intoId: mara.id, mentions: [{ elementId, start: 0, end: 6 }] });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await script()).find(({ id }) => id === elementId)?.content).toBe('MARA is gone.');
    expect(await speakers()).not.toContain('TOBIAS');
  });

  test('closes the gap in the display order', async () => {
    const captain: Character = (await olive.post(`${url}/characters`, { name: 'THE CAPTAIN' })).json();
    const mergedFrom = await revision();
    const answer = await merge({ intoId: captain.id }, olive, mara);
    expect(answer.json().character).toEqual({ ...captain, displayOrder: 1 });
    expect(await cast()).toEqual([
      { ...tobias, displayOrder: 0 },
      { ...captain, displayOrder: 1 },
    ]);
    const ids = (await script()).flatMap(({ id, content, characterName }) =>
      [content, characterName].includes('THE CAPTAIN') ? id : [],
    );
    expect(await changes(mergedFrom)).toEqual([
      ['element', ids],
      ['character', [mara.id, tobias.id, captain.id]],
    ]);
  });

  test("deletes the character's picture and keeps the other's", async () => {
    const { db, storage } = server;
    const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
    const urls: string[] = [];
    for (const { id } of [mara, tobias]) {
      const avatarUrl = await storage.put(png, 'image/png');
      await attachFile(db, avatarUrl, { projectId });
      await db.update(characters).set({ avatarUrl }).where(eq(characters.id, id));
      urls.push(avatarUrl);
    }
    expect((await merge()).json().character.avatarUrl).toBe(urls[0]);
    const kept = await db.select().from(files).where(eq(files.projectId, projectId));
    expect(kept.map(({ name }) => `/uploads/${name}`)).toEqual([urls[0]]);
    const fileOf = (avatarUrl = '') => storage.read(avatarUrl.slice('/uploads/'.length));
    expect(await fileOf(urls[0])).not.toBeNull();
    expect(await fileOf(urls[1])).toBeNull();
  });

  test('rejects merging into itself', async () => {
    const answer = await merge({ intoId: tobias.id });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        message: 'A character cannot be merged into itself.',
        fields: { intoId: 'Must be another character' },
      },
    ]);
    expect(await cast()).toEqual([mara, tobias]);
  });

  test('returns 404 for a target in another project or an unknown one', async () => {
    const before = await script();
    const [other] = (await olive.get(`${world.projectUrl}/characters`)).json() as Character[];
    for (const intoId of [other?.id, 2 ** 31 - 1]) {
      const answer = await merge({ intoId });
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Character not found']);
    }
    expect([await cast(), await script()]).toEqual([[mara, tobias], before]);
  });
});

test.each([
  ['vic', 403],
  ['cora', 403],
  ['sam', 404],
] as const)('renaming and merging by %s returns %i and changes nothing', async (name, status) => {
  const before = await script();
  const by = server.as(world[name]);
  const path = `/api/characters/${tobias.id}`;
  expect((await by.patch(path, { name: 'Tobin', renameInScript: true })).statusCode).toBe(status);
  expect((await by.patch(path, { name: 'Tobin', undo: [] })).statusCode).toBe(status);
  expect((await by.post(`${path}/merge`, { intoId: mara.id })).statusCode).toBe(status);
  expect([await cast(), await script()]).toEqual([[mara, tobias], before]);
});
