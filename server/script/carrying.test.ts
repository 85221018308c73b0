import { eq, getColumns, isNull, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rows } from '#server/db/client.ts';
import { acts, storyBeats } from '#server/db/schema/planning.ts';
import { files } from '#server/db/schema/projects.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';

/*
 * Cut and paste (docs/decisions/0070): what is attached to elements and scenes.
 */

let url: string;
let projectId: number;
let script: Element[];

test.beforeEach(async ({ server, world, olive }) => {
  projectId = (await nightFerry(server.db, world.olive)).id;
  url = `/api/projects/${projectId}`;
  script = await listed(olive);
});

const listed = async (caller: Caller, of = url) =>
  (await caller.get(`${of}/script-elements`)).json() as Element[];
const contents = async (caller: Caller, of = url) => (await listed(caller, of)).map(({ content }) => content);
const done = async (caller: Caller, edits: ScriptEdit[], of = url) => {
  const answer = await caller.post(`${of}/script-changes`, { edits });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json() as { keys: { key: number; id: number }[]; removedIds: number[] };
};
const scenesOf = (server: TestApp, id = projectId) =>
  server.db.select().from(scenes).where(eq(scenes.projectId, id)).orderBy(scenes.sceneNumber);

/** The second scene: heading, action, cue, dialogue, transition. */
const deck = () => script.slice(7);
const first = () => script[0] as Element;

const cut = (elements: readonly Element[]) => elements.map(({ id }): ScriptEdit => ({ type: 'delete', id }));

/** The change that pastes elements, with their keys from -1 down. */
function paste(elements: readonly Element[], afterId: number | null, more: object = {}): ScriptEdit[] {
  const inserted = elements.map(({ id, projectId, elementType, content, characterName }, index) => ({
    elementType,
    content,
    characterName,
    key: -1 - index,
    source: { projectId, id },
    ...more,
  }));
  return [{ type: 'insert', afterId, elements: inserted }];
}

/** Attach to the second scene and to its dialogue what a writer can attach. */
async function dress(server: TestApp, world: World) {
  const { db } = server;
  const [heading, , , speech] = deck();
  const sceneId = heading?.sceneId ?? 0;
  const [act] = await db
    .insert(acts)
    .values({ projectId, number: 1, title: 'Setup', orderIndex: 0 })
    .returning();
  const [beat] = await db
    .insert(storyBeats)
    .values({ projectId, actId: act?.id ?? 0, title: 'She counts', orderIndex: 0 })
    .returning();
  for (const name of ['picture', 'voice', 'horn', 'clip'])
    await db.insert(files).values({ projectId, name: fileNamed(name), contentType: 'x', sizeBytes: 1 });
  await db
    .update(scenes)
    .set({
      notes: 'Wet vans.',
      displayNumber: '12A',
      location: 'THE DECK',
      colorTheme: 'green',
      imageUrl: urlNamed('picture'),
      imagePrompt: 'Two vans.',
      videoUrl: urlNamed('clip'),
      videoStatus: 'ready',
      beatId: beat?.id ?? null,
    })
    .where(eq(scenes.id, sceneId));
  await db
    .update(scriptElements)
    .set({
      dialogueAudioUrl: urlNamed('voice'),
      dialogueAudioKey: 'v',
      soundEffectUrl: urlNamed('horn'),
      soundEffectText: 'A horn.',
      audioVolume: 0.8,
      extras: { fdx: { children: [['You count everything?', [['RevisionID', '1']]]] } },
    })
    .where(eq(scriptElements.id, speech?.id ?? 0));
  const comment = { projectId, userId: world.cora.id, wasOnElement: true };
  await db.insert(comments).values([
    { ...comment, scriptElementId: heading?.id, content: 'Which deck?' },
    { ...comment, scriptElementId: speech?.id, content: 'All?', selectionStart: 10, selectionEnd: 20 },
  ]);
  await db.insert(tensionPoints).values([
    { projectId, sceneId, tensionLevel: 0.4, position: 0.6 },
    { projectId, sceneId, scriptElementId: speech?.id, tensionLevel: 0.9, position: 0.7 },
  ]);
  return { heading: heading as Element, speech: speech as Element, beatId: beat?.id ?? 0, sceneId };
}

const fileNamed = (name: string) => [`${name}${projectId}`.padEnd(32, '0'), 'png'].join('.');
const urlNamed = (name: string) => `/uploads/${fileNamed(name)}`;

/** All that is attached, without positions and versions. */
async function attached({ db }: TestApp) {
  const byId = <Row extends { id: number }>(list: Row[]) => list.sort((a, b) => a.id - b.id);
  const elements = await db.select().from(scriptElements).where(eq(scriptElements.projectId, projectId));
  return {
    elements: byId(elements).map(({ orderIndex: _, version: __, ...row }) => row),
    scenes: byId(await db.select().from(scenes).where(eq(scenes.projectId, projectId))).map(
      ({ sceneNumber: _, ...row }) => row,
    ),
    comments: byId(await db.select().from(comments).where(eq(comments.projectId, projectId))),
    tension: byId(await db.select().from(tensionPoints).where(eq(tensionPoints.projectId, projectId))),
    files: await db.select().from(files).where(eq(files.projectId, projectId)).orderBy(files.id),
  };
}

describe('columns', () => {
  // A new column needs a rule here and in docs/decisions/0070: what a cut and a copy do with it.
  const rules = {
    'comments.script_element_id': 'moved, not copied',
    'film_jobs.scene_id': 'ends with the cut',
    'plan_deletions.row_id': 'names parts of the plan',
    'scene_summaries.scene_id': 'made again',
    'script_elements.scene_id': 'follows from the position',
    'script_history.after_element_id': 'names elements for good',
    'script_history.element_id': 'names elements for good',
    'script_moves.after_element_id': 'names elements for good',
    'script_moves.element_id': 'names elements for good',
    'script_places.element_id': 'follows the element, or the one before it',
    'tension_points.scene_id': 'moved, not copied',
    'tension_points.script_element_id': 'moved, not copied',
  };

  test('have a rule for cut and paste where they name an element or a scene', async ({ server }) => {
    const referring = await rows<{ name: string }>(
      server.db,
      sql`select distinct name from (
        select c.conrelid::regclass || '.' || a.attname as name
        from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid in ('scenes'::regclass, 'script_elements'::regclass)
        union all
        select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public'
          and (column_name ~ '(^|_)(element|scene)_id$' or column_name in ('row_id'))
      ) names order by 1`,
    );
    expect(referring.map(({ name }) => name)).toEqual(Object.keys(rules).sort());
  });

  test.for([
    {
      table: scriptElements,
      copied: 'elementType content typedContent characterName parenthetical dual originalType',
      copiedWithSameText: 'soundEffectUrl soundEffectText soundEffectKey dialogueAudioUrl dialogueAudioKey',
      copiedInPart: 'audioVolume audioOverlapSeconds extras',
      own: 'id projectId sceneId orderIndex sequenceNumber version',
    },
    {
      table: scenes,
      copied: 'notes colorTheme',
      copiedWithSameText: 'heading location timeOfDay',
      copiedInPart: 'beatId imageUrl imagePrompt videoUrl videoPrompt videoStatus',
      own: 'id projectId sequenceId sceneNumber displayNumber pageNumber actNumber videoProblem',
    },
  ])('have a rule for copies', ({ table, ...rules }) => {
    const decided = Object.values(rules).flatMap((fields) => fields.split(' '));
    expect(Object.keys(getColumns(table)).sort()).toEqual(decided.sort());
  });
});

describe('pasting what was cut', () => {
  test('moves the elements with everything attached to them', async ({ server, world, olive }) => {
    await dress(server, world);
    const before = await attached(server);
    await done(olive, cut(deck()));
    expect(await scenesOf(server)).toHaveLength(1);
    const { keys } = await done(olive, paste(deck(), null));
    expect(keys).toEqual(deck().map(({ id }, index) => ({ key: -1 - index, id })));
    expect(await attached(server)).toEqual(before);
    expect(await contents(olive)).toEqual([...deck(), ...script.slice(0, 7)].map(({ content }) => content));
    expect((await scenesOf(server)).map(({ heading, sceneNumber }) => [heading, sceneNumber])).toEqual([
      ['INT. CAR DECK - LATER', 1],
      ['EXT. HARBOUR - NIGHT', 2],
    ]);
  });

  test('moves a single line, and a heading without the text below it', async ({ server, world, olive }) => {
    const { heading, speech } = await dress(server, world);
    const before = await attached(server);
    const placed = (all: Awaited<ReturnType<typeof attached>>) => ({
      ...all,
      elements: all.elements.map(({ sceneId: _, ...row }) => row),
    });
    for (const element of [speech, heading]) {
      await done(olive, cut([element]));
      await done(olive, paste([element], first().id));
    }
    expect(placed(await attached(server))).toEqual(placed(before));
    expect((await contents(olive)).slice(0, 3)).toEqual(
      [first(), heading, speech].map((each) => each.content),
    );
  });

  test('is undone and redone in one change each', async ({ server, world, olive }) => {
    await dress(server, world);
    const before = await attached(server);
    const texts = await contents(olive);
    const back = deck().map(
      ({ id }, index): ScriptEdit => ({ type: 'restore', id, afterId: script[6 + index]?.id ?? null }),
    );
    await done(olive, cut(deck()));
    await done(olive, paste(deck(), null));
    await done(olive, cut(deck().toReversed()));
    await done(olive, back);
    expect(await attached(server)).toEqual(before);
    expect(await contents(olive)).toEqual(texts);
    await done(olive, cut(deck()));
    await done(olive, paste(deck(), null));
    expect(await attached(server)).toEqual(before);
  });

  test('replaces elements by themselves in one change', async ({ server, world, olive }) => {
    await dress(server, world);
    const before = await attached(server);
    const { removedIds } = await done(olive, [...cut(deck()), ...paste(deck(), script[6]?.id ?? 0)]);
    expect(removedIds).toEqual([]);
    expect(await attached(server)).toEqual(before);
    expect((await listed(olive)).map(({ id }) => id)).toEqual(script.map(({ id }) => id));
  });

  test('restores 300 elements between new ones', async ({ olive }) => {
    const lines = Array.from({ length: 300 }, (_, index) => ({
      elementType: 'action' as const,
      content: `Gull ${index}.`,
      key: -1 - index,
    }));
    const { keys } = await done(olive, [{ type: 'insert', afterId: first().id, elements: lines }]);
    const ids = new Set(keys.map(({ id }) => id));
    const gulls = (await listed(olive)).filter(({ id }) => ids.has(id));
    await done(olive, cut(gulls));
    const [edit] = paste(gulls, script[3]?.id ?? 0);
    if (edit?.type !== 'insert') throw new Error('No insert');
    edit.elements.splice(150, 0, { elementType: 'action', content: 'A rope.' });
    await done(olive, [edit]);
    const now = await listed(olive);
    expect(now.slice(4, 305).map(({ content }) => content)).toEqual([
      ...gulls.slice(0, 150).map(({ content }) => content),
      'A rope.',
      ...gulls.slice(150).map(({ content }) => content),
    ]);
    expect(now.filter(({ id }) => ids.has(id))).toHaveLength(300);
    expect(now.every(({ orderIndex }, at) => at === 0 || orderIndex > (now[at - 1]?.orderIndex ?? 0))).toBe(
      true,
    );
  });

  test('makes a new element of other words than those that were deleted', async ({ olive }) => {
    const [, , , speech] = deck() as [Element, Element, Element, Element];
    await done(olive, cut([speech]));
    const { keys } = await done(olive, paste([{ ...speech, content: 'Everything?' }], first().id));
    expect(keys[0]?.id).not.toBe(speech.id);
    expect((await contents(olive))[1]).toBe('Everything?');
    // The deleted one is still there for undo.
    await done(olive, [{ type: 'restore', id: speech.id }]);
    expect(await contents(olive)).toContain(speech.content);
  });
});

describe('pasting a copy, or for the second time', () => {
  test('makes new elements with what can be shared', async ({ server, world, olive }) => {
    const { heading, speech, beatId, sceneId } = await dress(server, world);
    await done(olive, cut(deck()));
    await done(olive, paste(deck(), first().id));
    const before = await attached(server);
    const { keys } = await done(olive, paste(deck(), null));
    const copied = new Map(keys.map(({ key, id }) => [deck()[-1 - key]?.id, id]));
    expect([...copied.values()].filter((id) => script.some((each) => each.id === id))).toEqual([]);
    const after = await attached(server);
    const copy = after.elements.find(({ id }) => id === copied.get(speech.id));
    expect(copy).toMatchObject({
      content: 'You count everything?',
      characterName: speech.characterName,
      dialogueAudioUrl: urlNamed('voice'),
      soundEffectUrl: urlNamed('horn'),
      soundEffectText: 'A horn.',
      audioVolume: 0.8,
    });
    expect(copy?.extras).toMatchObject({
      fdx: { children: [['You count everything?', [['RevisionID', '1']]]] },
    });
    const opened = after.elements.find(({ id }) => id === copied.get(heading.id))?.sceneId;
    expect(opened).not.toBe(sceneId);
    expect(after.scenes.find(({ id }) => id === opened)).toMatchObject({
      heading: 'INT. CAR DECK - LATER',
      notes: 'Wet vans.',
      location: 'THE DECK',
      colorTheme: 'green',
      imageUrl: urlNamed('picture'),
      videoUrl: urlNamed('clip'),
      videoStatus: 'ready',
      beatId,
      // A number names one scene.
      displayNumber: null,
    });
    // Comments and tension points stay with what they were made for.
    expect([after.comments, after.tension]).toEqual([before.comments, before.tension]);
    expect(after.elements.filter(({ id }) => script.some((each) => each.id === id))).toEqual(before.elements);
  });

  test('leaves out sounds of other words', async ({ server, world, olive }) => {
    const { speech } = await dress(server, world);
    const { keys } = await done(olive, paste([{ ...speech, content: 'You count?' }], first().id));
    const [copy] = await server.db
      .select()
      .from(scriptElements)
      .where(eq(scriptElements.id, keys[0]?.id ?? 0));
    expect(copy).toMatchObject({ dialogueAudioUrl: null, soundEffectUrl: null, audioVolume: 0.8 });
  });

  test('leaves the files to the elements and scenes that still have them', async ({
    server,
    world,
    olive,
  }) => {
    const { speech, sceneId } = await dress(server, world);
    const { keys } = await done(olive, paste(deck(), first().id));
    const copyId = keys.find(({ key }) => key === -4)?.id ?? 0;
    const orphans = async () =>
      (await server.db.select({ name: files.name }).from(files).where(isNull(files.projectId)))
        .map(({ name }) => name)
        .filter((name) => name.includes(String(projectId)))
        .sort();
    expect((await olive.delete(`/api/script-elements/${speech.id}`)).statusCode).toBe(204);
    expect((await olive.delete(`/api/scenes/${sceneId}`)).statusCode).toBe(204);
    expect(await orphans()).toEqual([]);
    expect((await olive.delete(`/api/script-elements/${copyId}`)).statusCode).toBe(204);
    expect(await orphans()).toEqual([fileNamed('horn'), fileNamed('voice')]);
  });
});

describe('pasting into another project', () => {
  const other = async (server: TestApp, owner: World['olive']) => {
    const { id } = await nightFerry(server.db, owner);
    const elements = await server.db.select().from(scriptElements).where(eq(scriptElements.projectId, id));
    return { id, url: `/api/projects/${id}`, lastId: Math.max(...elements.map((each) => each.id)) };
  };

  test.for([
    { title: 'what a member may read: text, types, notes', isCut: false },
    { title: 'the notes of a scene that was cut', isCut: true },
  ])('takes $title', async ({ isCut }, { server, world, olive, vic }) => {
    await dress(server, world);
    await aShare(server.db, { id: projectId }, world.vic, { role: 'viewer' });
    const own = await other(server, world.vic);
    if (isCut) await done(olive, cut(deck()));
    const before = await attached(server);
    const { keys } = await done(vic, paste(deck(), own.lastId), own.url);
    expect(keys).toHaveLength(deck().length);
    expect((await contents(vic, own.url)).slice(-5)).toEqual(deck().map(({ content }) => content));
    expect((await scenesOf(server, own.id)).at(-1)).toMatchObject({
      projectId: own.id,
      heading: 'INT. CAR DECK - LATER',
      notes: 'Wet vans.',
      location: 'THE DECK',
      colorTheme: 'green',
      beatId: null,
      displayNumber: null,
      imageUrl: null,
      videoUrl: null,
    });
    const speech = (await listed(vic, own.url)).at(-2);
    expect(speech).toMatchObject({ dialogueAudioUrl: null, soundEffectUrl: null, soundEffectText: null });
    expect(await attached(server)).toEqual(before);
  });

  test.for([true, false])(
    'takes only the text of a project that the caller may not read (cut: %s)',
    async (isCut, { server, world, olive, sam }) => {
      await dress(server, world);
      const own = await other(server, world.sam);
      if (isCut) await done(olive, cut(deck()));
      const before = await attached(server);
      await done(sam, paste(deck(), own.lastId), own.url);
      expect((await scenesOf(server, own.id)).at(-1)).toMatchObject({
        notes: null,
        location: 'CAR DECK',
        colorTheme: null,
        imageUrl: null,
      });
      expect(await attached(server)).toEqual(before);
    },
  );

  test('neither restores nor reads elements that a forged source says are of this project', async ({
    server,
    world,
    olive,
    sam,
  }) => {
    await dress(server, world);
    const own = await other(server, world.sam);
    for (const isCut of [false, true]) {
      if (isCut) await done(olive, cut(deck()));
      const forged = deck().map((element) => ({ ...element, projectId: own.id }));
      const before = await attached(server);
      const { keys } = await done(sam, paste(forged, own.lastId), own.url);
      expect(keys.filter(({ id }) => script.some((each) => each.id === id))).toEqual([]);
      expect((await scenesOf(server, own.id)).at(-1)).toMatchObject({ notes: null, imageUrl: null });
      expect(await attached(server)).toEqual(before);
    }
  });

  test('is rejected to a caller who may not write there', async ({ server, world, olive, vic }) => {
    await aShare(server.db, { id: projectId }, world.vic, { role: 'viewer' });
    await done(olive, cut(deck()));
    const answer = await vic.post(`${url}/script-changes`, { edits: paste(deck(), null) });
    expect(answer.statusCode).toBe(403);
    expect(await listed(olive)).toHaveLength(7);
  });
});

describe('the source of a new element', () => {
  test('may be one that an earlier edit of the call inserts and deletes', async ({ olive }) => {
    const bell = { elementType: 'action' as const, content: 'A bell rings.' };
    const { keys } = await done(olive, [
      { type: 'insert', afterId: first().id, elements: [{ ...bell, key: -1 }] },
      { type: 'delete', id: -1 },
      {
        type: 'insert',
        afterId: null,
        elements: [{ ...bell, key: -2, source: { projectId, id: -1 } }],
      },
    ]);
    expect(keys[0]?.id).toBe(keys[1]?.id);
    expect((await contents(olive))[0]).toBe('A bell rings.');
  });

  test('is invalid as a key that no earlier edit gives', async ({ olive }) => {
    const answer = await olive.post(`${url}/script-changes`, {
      edits: paste([{ ...first(), id: -7 }], null),
    });
    expect(answer.statusCode).toBe(400);
  });

  test('may be unknown, and is then ignored', async ({ olive }) => {
    await done(olive, paste([{ ...first(), id: 2_000_000 }], null));
    expect(await listed(olive)).toHaveLength(script.length + 1);
  });
});
