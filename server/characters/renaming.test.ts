import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory } from '#server/db/schema/history.ts';
import { files, projectChanges } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import { attachFile } from '#server/storage/storage.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

/** Night Ferry for each test, with additional lines by TOBIAS. */
let projectId: number;
let url: string;
let mara: Character;
let tobias: Character;

test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.vic, { role: 'viewer' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  projectId = project.id;
  url = `/api/projects/${projectId}`;
  await olive.post(`${url}/script-changes`, {
    edits: [
      {
        type: 'insert',
        afterId: (await script(olive)).at(-1)?.id,
        elements: [
          { elementType: 'character', content: '**TOBIAS** (O.S.)' },
          { elementType: 'dialogue', content: 'Tobias. That is me.', characterName: 'TOBIAS' },
          { elementType: 'action', content: 'TOBIAS is gone.' },
        ],
      },
    ],
  });
  [mara, tobias] = (await cast(olive)) as [Character, Character];
});

const cast = async (olive: Caller) => (await olive.get(`${url}/characters`)).json() as Character[];
const script = async (olive: Caller) => (await olive.get(`${url}/script-elements`)).json() as Element[];
const revision = async (olive: Caller) => (await olive.get(url)).json().revision as number;
const change = (olive: Caller, body: object, { id } = tobias) => olive.patch(`/api/characters/${id}`, body);

/** Return the speakers in script order. */
const speakers = async (olive: Caller) =>
  (await script(olive)).flatMap(({ elementType, content, characterName }) =>
    elementType === 'character' ? content : (characterName ?? []),
  );
/** A cue and a speech, or all lines by TOBIAS, under a name. */
const lines = (name: string) => [name, name];
const linesOfTobias = (name: string) =>
  [name, `${name} (CONT'D)`, `**${name}** (O.S.)`].flatMap((cue) => [cue, name]);

/** Return the history of elements after the entry `last`. */
const historySince = async (server: TestApp, last = 0) => {
  const entries = await server.db
    .select()
    .from(scriptHistory)
    .where(eq(scriptHistory.projectId, projectId))
    .orderBy(scriptHistory.id);
  return entries.filter(({ id }) => id > last);
};
const lastHistoryId = async (server: TestApp) => (await historySince(server)).at(-1)?.id;
const changes = async (server: TestApp, after: number) =>
  (await server.db.select().from(projectChanges).where(eq(projectChanges.projectId, projectId)))
    .filter(({ rev }) => rev > after)
    .map(({ entity, ids }) => [entity, ids]);

describe('PATCH /api/characters/:id with renameInScript', () => {
  test('renames cues and dialogue and keeps extensions and style', async ({ olive }) => {
    const answer = await change(olive, { name: 'Tobin', age: 44, renameInScript: true });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...tobias, name: 'Tobin', age: 44 }]);
    expect(await speakers(olive)).toEqual([...lines('MARA'), ...linesOfTobias('TOBIN')]);
    const texts = (await script(olive)).map(({ content }) => content);
    expect(texts).toContain('TOBIAS is gone.');
    expect(texts).toContain('Tobias. That is me.');
    expect(await cast(olive)).toEqual([mara, { ...tobias, name: 'Tobin', age: 44 }]);
  });

  test('makes one change with an entry and a version per element and one notification', async ({
    server,
    world,
    olive,
  }) => {
    const before = await script(olive);
    const [last, renamedFrom] = [await lastHistoryId(server), await revision(olive)];
    const { script: reply } = (await change(olive, { name: 'Tobin', renameInScript: true })).json();
    const entries = await historySince(server, last);
    expect(entries).toHaveLength(6);
    for (const entry of entries)
      expect(entry).toMatchObject({
        ...{ action: 'update', changedBy: 'user', userId: world.olive.id },
        changeReason: 'Rename TOBIAS to Tobin',
      });
    const ids = entries.map(({ elementId }) => elementId);
    expect(await changes(server, renamedFrom)).toEqual([
      ['character', [tobias.id]],
      ['element', ids],
    ]);
    const versions = new Map(before.map(({ id, version }) => [id, version]));
    const after = await script(olive);
    for (const { id, version } of after)
      expect(version).toBe((versions.get(id) ?? 0) + (ids.includes(id) ? 1 : 0));
    expect(reply).toEqual({
      elements: after.filter(({ id }) => ids.includes(id)),
      ...{ removedIds: [], renumbered: [], keys: [], scenes: [], removedSceneIds: [] },
    });
  });

  test('is undone in one change for the same elements only', async ({ server, olive }) => {
    const before = await speakers(olive);
    // MARA speaks already, so her lines and the renamed ones have the same name.
    await change(olive, { name: 'Someone' }, mara);
    const { undo } = (await change(olive, { name: 'Mara', renameInScript: true })).json();
    expect(new Set(await speakers(olive))).toContain('**MARA** (O.S.)');
    const [last, renamedFrom] = [await lastHistoryId(server), await revision(olive)];
    const answer = await change(olive, { name: 'TOBIAS', undo });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { name: 'TOBIAS' }]);
    expect(answer.json().script.elements).toHaveLength(6);
    expect(await speakers(olive)).toEqual(before);
    expect((await historySince(server, last)).map(({ changeReason }) => changeReason)).toEqual(
      Array(6).fill('Undo'),
    );
    expect(await changes(server, renamedFrom)).toHaveLength(2);
  });

  test('renames the chosen mentions in action and dialogue in the same change', async ({ server, olive }) => {
    const all = await script(olive);
    const action = all.find(({ content }) => content === 'TOBIAS is gone.');
    const dialogue = all.find(({ content }) => content === 'Tobias. That is me.');
    const mentions = [action, dialogue].map((element) => ({ elementId: element?.id, start: 0, end: 6 }));
    const last = await lastHistoryId(server);
    const answer = await change(olive, { name: 'Tobin', renameInScript: true, mentions });
    const texts = (await script(olive)).map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining(['TOBIN is gone.', 'Tobin. That is me.']));
    // The dialogue changes its speaker and its text in one entry.
    expect(await historySince(server, last)).toHaveLength(7);
    await change(olive, { name: 'TOBIAS', undo: answer.json().undo });
    expect((await script(olive)).map(({ content, characterName }) => [content, characterName])).toEqual(
      all.map(({ content, characterName }) => [content, characterName]),
    );
  });

  test('rejects the whole change when a mention does not contain the old name', async ({ olive }) => {
    const before = await script(olive);
    const [heading, action] = before;
    for (const mention of [
      { elementId: heading?.id, start: 0, end: 6 },
      { elementId: action?.id, start: 1, end: 7 },
      { elementId: 2_000_000_000, start: 0, end: 6 },
    ]) {
      const answer = await change(olive, { name: 'Tobin', renameInScript: true, mentions: [mention] });
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        expect.stringContaining('The script has changed in the meantime.'),
      ]);
    }
    expect((await change(olive, { name: 'Tobin', mentions: [] })).statusCode).toBe(400);
    expect([await script(olive), (await cast(olive))[1]?.name]).toEqual([before, 'TOBIAS']);
  });

  test('does not change the script when the character does not speak', async ({ server, olive }) => {
    const captain = (await olive.post(`${url}/characters`, { name: 'THE CAPTAIN' })).json();
    const [before, last, renamedFrom] = [
      await script(olive),
      await lastHistoryId(server),
      await revision(olive),
    ];
    const answer = await change(olive, { name: 'Brandt', renameInScript: true }, captain);
    expect(answer.json()).toMatchObject({ name: 'Brandt', script: { elements: [] }, undo: [] });
    expect(await script(olive)).toEqual(before);
    expect(await historySince(server, last)).toEqual([]);
    expect(await changes(server, renamedFrom)).toEqual([['character', [captain.id]]]);
  });

  test('ignores the script without a new name', async ({ olive }) => {
    const before = await script(olive);
    for (const body of [{ age: 44 }, { name: 'TOBIAS' }]) {
      const answer = await change(olive, { ...body, renameInScript: true });
      expect([answer.statusCode, answer.json().script]).toEqual([200, undefined]);
    }
    expect(await script(olive)).toEqual(before);
  });

  test.for([
    [{ renameInScript: true }, 'Nothing to change'],
    [{ undo: [] }, 'Nothing to change'],
    [{ name: 'Tobin', renameInScript: true, undo: [] }, 'Either renameInScript or undo'],
  ] as const)('rejects %j', async ([body, message], { olive }) => {
    const answer = await change(olive, body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(await cast(olive)).toEqual([mara, tobias]);
  });
});

describe('failed renaming in the script', () => {
  /** Expect 409 and no change at all. */
  async function expectConflict(server: TestApp, olive: Caller, body: object, message: string) {
    const before = [
      await cast(olive),
      await script(olive),
      await lastHistoryId(server),
      await revision(olive),
    ];
    const answer = await change(olive, body);
    expect([answer.statusCode, answer.json().message]).toEqual([409, message]);
    expect([
      await cast(olive),
      await script(olive),
      await lastHistoryId(server),
      await revision(olive),
    ]).toEqual(before);
  }
  const taken = 'A character with this name already exists.';

  test('changes nothing when the new name exists', async ({ server, olive }) => {
    await expectConflict(server, olive, { name: 'Mara', renameInScript: true }, taken);
  });

  test('changes nothing when the old name was reused before the undo', async ({ server, olive }) => {
    const { undo } = (await change(olive, { name: 'Tobin', renameInScript: true })).json();
    await olive.post(`${url}/characters`, { name: 'Tobias' });
    await expectConflict(server, olive, { name: 'TOBIAS', undo }, taken);
  });

  test('changes nothing when a cue was edited before the undo', async ({ server, olive }) => {
    const { undo } = (await change(olive, { name: 'Tobin', renameInScript: true })).json();
    await olive.patch(`/api/script-elements/${undo[0].id}`, { content: 'BRANDT' });
    await expectConflict(
      server,
      olive,
      { name: 'TOBIAS', undo },
      'Somebody else changed this element at the same time.',
    );
  });
});

describe('POST /api/characters/:id/merge', () => {
  const merge = (olive: Caller, body: object = { intoId: mara.id }, by = olive, { id } = tobias) =>
    by.post(`/api/characters/${id}/merge`, body);

  test('deletes the character and assigns all lines to the other', async ({ server, olive }) => {
    const last = await lastHistoryId(server);
    const answer = await merge(olive);
    expect([answer.statusCode, answer.json().character]).toEqual([200, mara]);
    expect(await cast(olive)).toEqual([mara]);
    expect(await speakers(olive)).toEqual([...lines('MARA'), ...linesOfTobias('MARA')]);
    expect((await historySince(server, last)).map(({ changeReason }) => changeReason)).toEqual(
      Array(6).fill('Merge TOBIAS into MARA'),
    );
    const ids = (await historySince(server, last)).map(({ elementId }) => elementId);
    expect(answer.json().script.elements).toEqual((await script(olive)).filter(({ id }) => ids.includes(id)));
    expect((await merge(olive)).statusCode).toBe(404);
  });

  test('renames the chosen mentions in the same change, or changes nothing if one has changed', async ({
    olive,
  }) => {
    const before = await script(olive);
    const elementId = before.find(({ content }) => content === 'TOBIAS is gone.')?.id;
    const rejected = await merge(olive, { intoId: mara.id, mentions: [{ elementId, start: 1, end: 7 }] });
    expect([rejected.statusCode, await cast(olive), await script(olive)]).toEqual([
      400,
      [mara, tobias],
      before,
    ]);
    const answer = await merge(olive, { intoId: mara.id, mentions: [{ elementId, start: 0, end: 6 }] });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await script(olive)).find(({ id }) => id === elementId)?.content).toBe('MARA is gone.');
    expect(await speakers(olive)).not.toContain('TOBIAS');
  });

  test('closes the gap in the display order', async ({ server, olive }) => {
    const captain: Character = (await olive.post(`${url}/characters`, { name: 'THE CAPTAIN' })).json();
    const mergedFrom = await revision(olive);
    const answer = await merge(olive, { intoId: captain.id }, olive, mara);
    expect(answer.json().character).toEqual({ ...captain, displayOrder: 1 });
    expect(await cast(olive)).toEqual([
      { ...tobias, displayOrder: 0 },
      { ...captain, displayOrder: 1 },
    ]);
    const ids = (await script(olive)).flatMap(({ id, content, characterName }) =>
      [content, characterName].includes('THE CAPTAIN') ? id : [],
    );
    expect(await changes(server, mergedFrom)).toEqual([
      ['element', ids],
      ['character', [mara.id, tobias.id, captain.id]],
    ]);
  });

  test("deletes the character's picture and keeps the other's", async ({ server, olive }) => {
    const { db, storage } = server;
    const png = Buffer.from('\x89PNG\r\n\x1a\n and then a picture', 'latin1');
    const urls: string[] = [];
    for (const { id } of [mara, tobias]) {
      const avatarUrl = await storage.put(png, 'image/png');
      await attachFile(db, avatarUrl, { projectId });
      await db.update(characters).set({ avatarUrl }).where(eq(characters.id, id));
      urls.push(avatarUrl);
    }
    expect((await merge(olive)).json().character.avatarUrl).toBe(urls[0]);
    const kept = await db.select().from(files).where(eq(files.projectId, projectId));
    expect(kept.map(({ name }) => `/uploads/${name}`)).toEqual([urls[0]]);
    const fileOf = (avatarUrl = '') => storage.read(avatarUrl.slice('/uploads/'.length));
    expect(await fileOf(urls[0])).not.toBeNull();
    expect(await fileOf(urls[1])).toBeNull();
  });

  test('rejects merging into itself', async ({ olive }) => {
    const answer = await merge(olive, { intoId: tobias.id });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        message: 'A character cannot be merged into itself.',
        fields: { intoId: 'Must be another character' },
      },
    ]);
    expect(await cast(olive)).toEqual([mara, tobias]);
  });

  test('returns 404 for a target in another project or an unknown one', async ({ world, olive }) => {
    const before = await script(olive);
    const [other] = (await olive.get(`${world.projectUrl}/characters`)).json() as Character[];
    for (const intoId of [other?.id, 2 ** 31 - 1]) {
      const answer = await merge(olive, { intoId });
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Character not found']);
    }
    expect([await cast(olive), await script(olive)]).toEqual([[mara, tobias], before]);
  });
});

test.for([
  ['vic', 403],
  ['cora', 403],
  ['sam', 404],
] as const)(
  'renaming and merging by %s returns %i and changes nothing',
  async ([name, status], { server, world, olive }) => {
    const before = await script(olive);
    const by = server.as(world[name]);
    const path = `/api/characters/${tobias.id}`;
    expect((await by.patch(path, { name: 'Tobin', renameInScript: true })).statusCode).toBe(status);
    expect((await by.patch(path, { name: 'Tobin', undo: [] })).statusCode).toBe(status);
    expect((await by.post(`${path}/merge`, { intoId: mara.id })).statusCode).toBe(status);
    expect([await cast(olive), await script(olive)]).toEqual([[mara, tobias], before]);
  },
);
