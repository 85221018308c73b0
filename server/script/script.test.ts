import zlib from 'node:zlib';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { emptyScene } from '#screenplay/edits/rows.ts';
import { elementTypes, emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { projectChanges, projects } from '#server/db/schema/projects.ts';
import { comments, scriptElements } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { Caller } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { action } from '#test/script.ts';
import { test } from '#test/serverTest.ts';
import { statementsOf } from '#test/statements.ts';
import { nightFerry } from '#test/world.ts';
import { runScriptCall, updateCall } from './scriptCalls.ts';

/** A Night Ferry for each test, shared with Eddie. */
let url: string;
let projectId: number;
let script: Element[];

test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive);
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  projectId = project.id;
  url = `/api/projects/${project.id}/script-elements`;
  script = (await olive.get(url)).json();
});

const texts = (elements: Element[]) => elements.map(({ content }) => content);
const listed = async (olive: Caller, query = '') => (await olive.get(url + query)).json() as Element[];
const elementCalled = (content: string) => {
  const found = script.find((element) => element.content === content);
  if (!found) throw new Error(`No element says ${content}`);
  return found;
};
const revision = async (olive: Caller) =>
  (await olive.get(`/api/projects/${projectId}`)).json().revision as number;

describe('GET /api/projects/:id/script-elements', () => {
  test('returns the whole script in order', async () => {
    expect(
      script.map(({ elementType, content, orderIndex, version }) => [
        elementType,
        content,
        orderIndex,
        version,
      ]),
    ).toEqual([
      ['scene_heading', 'EXT. HARBOUR - NIGHT', 10, 1],
      ['action', 'Rain on black water. A ferry strains at her ropes.', 20, 1],
      ['character', 'MARA', 30, 1],
      ['dialogue', 'Forty-one. Forty-two.', 40, 1],
      ['character', 'TOBIAS', 50, 1],
      ['parenthetical', '(waving a wet ticket)', 60, 1],
      ['dialogue', 'Wait! I have a ticket!', 70, 1],
      ['scene_heading', 'INT. CAR DECK - LATER', 80, 1],
      ['action', 'Engines. TOBIAS finds her between two vans.', 90, 1],
      ['character', "TOBIAS (CONT'D)", 100, 1],
      ['dialogue', 'You count everything?', 110, 1],
      ['transition', 'CUT TO:', 120, 1],
    ]);
    expect(script.every((element) => element.projectId === projectId)).toBe(true);
  });

  test('returns 304 when it is unchanged, also for a tag that a proxy changed', async ({ olive, eddie }) => {
    const first = await olive.get(url);
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const tag of [etag, `W/${etag}`]) {
      const again = await olive.get(url, { 'if-none-match': tag });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    // Eddie's answer is the same one.
    expect((await eddie.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await eddie.get(url)).body).toBe(first.body);
    expect(
      (await olive.get(`${url}?sceneId=${script[0]?.sceneId}`, { 'if-none-match': etag })).statusCode,
    ).toBe(200);
  });

  test('is compressed, and returns 304 for the tag of the compressed form', async ({ olive }) => {
    const packed = await olive.get(url, { 'accept-encoding': 'br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const plain = await olive.get(url);
    expect(zlib.brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const tag = String(packed.headers.etag);
    expect(tag).toBe(`W/${plain.headers.etag}`);
    const again = await olive.get(url, { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, tag, '']);
  });

  test('returns the new list right after a change', async ({ olive, eddie }) => {
    const line = elementCalled('You count everything?');
    const changes = [
      () => eddie.patch(`/api/script-elements/${line.id}`, { content: 'You count cars?' }),
      () => eddie.post(url, { elementType: 'action', content: 'The lamps go out.' }),
      () => eddie.delete(`/api/script-elements/${line.id}`),
    ];
    for (const change of changes) {
      const before = await olive.get(url);
      const revisionBefore = await revision(olive);
      expect((await change()).statusCode).toBeLessThan(300);
      const after = await olive.get(url, { 'if-none-match': String(before.headers.etag) });
      expect(after.statusCode).toBe(200);
      expect(await revision(olive)).toBeGreaterThan(revisionBefore);
    }
    expect(texts(await listed(olive)).at(-1)).toBe('The lamps go out.');
    expect(texts(await listed(olive))).not.toContain('You count cars?');
  });

  test('stays cached when other parts of the project change', async ({ olive, eddie }) => {
    const { etag } = (await olive.get(url)).headers;
    const revisionBefore = await revision(olive);
    const changes = [
      () => eddie.post(`/api/projects/${projectId}/comments`, { content: 'Too slow?' }),
      () => eddie.post(`/api/projects/${projectId}/acts`, { number: 1, title: 'The crossing' }),
      () => eddie.patch(`/api/projects/${projectId}`, { name: 'Night Crossing' }),
    ];
    for (const change of changes) expect((await change()).statusCode).toBeLessThan(300);
    expect(await revision(olive)).toBeGreaterThanOrEqual(revisionBefore + changes.length);
    expect((await olive.get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });

  test('returns a new list for a character after a rename', async ({ olive, eddie }) => {
    const cast = (await olive.get(`/api/projects/${projectId}/characters`)).json() as {
      id: number;
      name: string;
    }[];
    const tobias = cast.find(({ name }) => name === 'TOBIAS')?.id;
    const narrowed = `${url}?characterId=${tobias}`;
    const before = await olive.get(narrowed);
    await eddie.patch(`/api/characters/${tobias}`, { name: 'NOBODY YET' });
    const after = await olive.get(narrowed, { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect(after.json().length).toBeLessThan(before.json().length);
  });

  test('is read once for concurrent calls after a change', async ({ olive, eddie }) => {
    const responseFor = async (content: string) => {
      await eddie.patch(`/api/script-elements/${elementCalled('CUT TO:').id}`, { content });
      return statementsOf(() => Promise.all(Array.from({ length: 16 }, () => olive.get(url))));
    };
    await responseFor('CUT:'); // prepares what stays prepared
    // One statement at the door for each, and one for the script.
    expect(await responseFor('DISSOLVE:')).toHaveLength(16 + 1);
  });

  describe('GET /api/projects/:id/script-elements above a megabyte', () => {
    const long = Array.from({ length: 130 }, (_, i) => action(`${i} ${'rain '.repeat(1800)}`.trim()));
    let longUrl: string;
    let longId: number;

    test.beforeEach(async ({ server, world }) => {
      const screenplay = { titlePage: emptyTitlePage, elements: long, format: defaultFormat, source: null };
      longId = (await storeScreenplay(server.db, world.olive.id, 'Rain', screenplay, [])).projectId;
      longUrl = `/api/projects/${encodeProjectId(longId)}`;
    });

    test('reads in batches and returns everything in order', async ({ olive }) => {
      let elements: Element[] = [];
      const statements = await statementsOf(async () => {
        elements = (await olive.get(`${longUrl}/script-elements`)).json();
      });
      expect(texts(elements)).toEqual(texts(long as Element[]));
      // The session look-up, one statement for the length, the revision before and after, and at
      // least three pieces.
      expect(statements.length).toBeGreaterThanOrEqual(4 + 3);
      const [, second] = elements;
      const narrow = (await olive.get(`${longUrl}/script-elements?sceneId=${second?.sceneId}`)).json();
      expect(texts(narrow)).toEqual(texts(long as Element[]));
    });

    test('repairs duplicate positions on both sides of a batch boundary', async ({ server, olive }) => {
      const ids = async () =>
        ((await olive.get(`${longUrl}/script-elements`)).json() as Element[]).map(({ id }) => id);
      const before = await ids();
      // Whatever the cuts are, one of these pairs stands on both sides of it.
      await server.db
        .update(scriptElements)
        .set({ orderIndex: sql`${scriptElements.orderIndex} / 20 * 20` })
        .where(eq(scriptElements.projectId, longId));
      await server.db
        .update(projects)
        .set({ scriptRevision: sql`${projects.scriptRevision} + 1` })
        .where(eq(projects.id, longId));
      expect(await ids()).toEqual(before);
      const stored = await server.db
        .select({ orderIndex: scriptElements.orderIndex })
        .from(scriptElements)
        .where(eq(scriptElements.projectId, longId));
      expect(new Set(stored.map(({ orderIndex }) => orderIndex)).size).toBe(long.length);
    });

    test('is exported completely', async ({ olive }) => {
      const file = (await olive.get(`${longUrl}/export/fountain`)).body;
      expect(file).toBe(`${texts(long as Element[]).join('\n\n')}\n`);
    });
  });

  test('GET /api/projects/:id/script-elements repairs two elements with the same position', async ({
    olive,
    eddie,
  }) => {
    await eddie.patch(`/api/script-elements/${elementCalled('CUT TO:').id}`, { orderIndex: 110 });
    const repaired = await listed(olive);
    expect(repaired.map(({ orderIndex }) => orderIndex)).toEqual(script.map((_, i) => i + 1));
    expect(texts(repaired)).toEqual(texts(script));
    expect(await listed(olive)).toEqual(repaired);
  });
});

describe('script element', () => {
  test('is inserted after another one, in capitals if its type requires them', async ({ eddie }) => {
    const after = elementCalled('Forty-one. Forty-two.');
    const answer = await eddie.post(url, {
      elementType: 'character',
      content: 'mara (v.o.)',
      afterId: after.id,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      content: 'MARA (V.O.)',
      orderIndex: 45,
      sceneId: after.sceneId,
      version: 1,
      renumbered: [],
      scenes: [],
      removedSceneIds: [],
    });
  });

  test('gets its number behind the element before it only if that is its place', async ({ eddie }) => {
    const last = script.at(-1);
    const add = (content: string) =>
      eddie.post(url, { elementType: 'action', content, afterId: last?.id, orderIndex: 1013 });
    // Two bottom inputs send the same number at the same time.
    const [first, second] = [await add('A bell.'), await add('A horn.')];
    expect(first.json().orderIndex).toBe(1013);
    const now = (await eddie.get(url)).json() as Element[];
    expect(now.slice(-3).map(({ content }) => content)).toEqual([last?.content, 'A horn.', 'A bell.']);
    expect(second.json().orderIndex).toBeLessThan(1013);
    const inMiddle = await eddie.post(url, {
      ...{ elementType: 'action', content: 'Rain.', orderIndex: 1020, afterId: script[0]?.id },
    });
    expect(inMiddle.json().orderIndex).toBeLessThan(script[1]?.orderIndex ?? 0);
  });

  test.for(elementTypes)('can be %s', async (elementType, { olive, eddie }) => {
    const answer = await eddie.post(url, { elementType, content: 'A bell.' });
    expect([answer.statusCode, answer.json().elementType]).toEqual([201, elementType]);
    expect((await listed(olive)).at(-1)?.elementType).toBe(elementType);
  });

  test.for(['shot', 'Action', 'sceneHeading', '', null, 1])(
    'cannot be %j',
    async (elementType, { olive, eddie }) => {
      const id = elementCalled('Forty-one. Forty-two.').id;
      for (const answer of [
        await eddie.post(url, { elementType, content: 'A bell.' }),
        await eddie.patch(`/api/script-elements/${id}`, { elementType }),
      ]) {
        expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['elementType']]);
      }
      expect((await eddie.post(url, { content: 'A bell.' })).statusCode).toBe(400);
      expect(await listed(olive)).toEqual(script);
    },
  );

  test('is stored in capitals after a change too, if its type requires them', async ({ server, eddie }) => {
    const change = async (content: string, patch: object) => {
      const { id } = elementCalled(content);
      expect((await eddie.patch(`/api/script-elements/${id}`, patch)).statusCode).toBe(200);
      const [row] = await server.db.select().from(scriptElements).where(eq(scriptElements.id, id));
      return row;
    };
    expect(await change('TOBIAS', { content: 'tobias (o.s.)' })).toMatchObject({ content: 'TOBIAS (O.S.)' });
    const heading = 'INT. CAR DECK - LATER';
    expect(await change(heading, { content: 'int. bridge - dawn' })).toMatchObject({
      content: 'INT. BRIDGE - DAWN',
    });
    const engines = 'Engines. TOBIAS finds her between two vans.';
    expect(await change(engines, { elementType: 'scene_heading' })).toMatchObject({
      content: engines.toUpperCase(),
    });
    expect(await change('You count everything?', { content: 'You count cars?' })).toMatchObject({
      content: 'You count cars?',
    });
  });

  test('has its speaker in capitals after adding and changing when it is dialogue', async ({
    server,
    eddie,
  }) => {
    const body = { elementType: 'dialogue', content: 'Hold on.', characterName: 'Mara Rehn' };
    const { id, characterName } = (await eddie.post(url, body)).json();
    expect(characterName).toBe('MARA REHN');
    await eddie.patch(`/api/script-elements/${id}`, { characterName: 'Tobias' });
    const [row] = await server.db.select().from(scriptElements).where(eq(scriptElements.id, id));
    expect(row?.characterName).toBe('TOBIAS');
  });

  test('opens a scene when it is a heading, and the reply contains the scene', async ({ olive, eddie }) => {
    const after = elementCalled('Forty-one. Forty-two.');
    const body = { elementType: 'scene_heading', content: 'int. bridge - night', afterId: after.id };
    const { scenes, sceneId, id } = (await eddie.post(url, body)).json();
    const { actNumber, ...scene } = scenes.find((each: { id: number }) => each.id === sceneId);
    expect([actNumber, scene]).toEqual([
      1,
      {
        ...emptyScene,
        id: sceneId,
        projectId,
        sequenceId: null,
        heading: 'INT. BRIDGE - NIGHT',
        location: 'BRIDGE',
        timeOfDay: 'NIGHT',
        sceneNumber: 2,
      },
    ]);
    expect(new Set(Object.values(emptyScene))).toEqual(new Set([null]));
    const all = (await olive.get(`/api/projects/${projectId}/scenes`)).json();
    expect(all.map((scene: { heading: string }) => scene.heading)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'INT. BRIDGE - NIGHT',
      'INT. CAR DECK - LATER',
    ]);
    const removed = await eddie.delete(`/api/script-elements/${id}`);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await olive.get(`/api/projects/${projectId}/scenes`)).json()).toHaveLength(2);
  });

  test('has the scene number, or the shot, that it is created with', async ({ eddie }) => {
    const heading = { elementType: 'scene_heading', content: 'INT. BRIDGE', sceneNumber: '12A' };
    const shot = { elementType: 'action', content: 'THE LAMP', originalType: 'Shot', sceneNumber: '13' };
    const { scenes, sceneId } = (await eddie.post(url, heading)).json();
    expect(scenes.find((each: { id: number }) => each.id === sceneId)).toMatchObject({
      displayNumber: '12A',
    });
    expect((await eddie.post(url, shot)).json()).toMatchObject({ originalType: 'Shot', scenes: [] });
    const line = { elementType: 'dialogue', content: 'Hold on.', originalType: 'Shot' };
    expect((await eddie.post(url, line)).json()).toMatchObject({ originalType: null });
    const all: Scene[] = (await eddie.get(`/api/projects/${projectId}/scenes`)).json();
    expect(all.flatMap(({ displayNumber }) => displayNumber ?? [])).toEqual(['12A']);
  });

  test.for([
    ['the midpoint', [10, 20, 30], 15, [20, 30]],
    ['the midpoint', [10, 12, 30], 11, [12, 30]],
    ['the next step of 10, and later ones follow', [10, 11, 12], 20, [30, 40]],
  ] as const)(
    'between neighbours gets %s: %j and %i',
    async ([_what, before, orderIndex, later], { olive }) => {
      const { id } = (await olive.post('/api/projects', { name: 'Steps' })).json();
      const steps = `/api/projects/${id}/script-elements`;
      const ids: number[] = [];
      for (const index of before) {
        const body = { elementType: 'scene_heading', content: `INT. ${index}`, orderIndex: index };
        ids.push((await olive.post(steps, body)).json().id);
      }
      const added = await olive.post(steps, { elementType: 'action', content: 'A bell.', afterId: ids[0] });
      expect(added.json().orderIndex).toBe(orderIndex);
      const now = (await olive.get(steps)).json() as Element[];
      expect(now.map((element) => [element.content, element.orderIndex])).toEqual([
        ['INT. 10', 10],
        ['A bell.', orderIndex],
        [`INT. ${before[1]}`, later[0]],
        [`INT. ${before[2]}`, later[1]],
      ]);
      const last = await olive.post(steps, { elementType: 'action', content: 'A horn.', afterId: ids[2] });
      expect(last.json().orderIndex).toBe((later[1] ?? 0) + 10);
    },
  );

  test('renumbers its neighbours when there is no room, and the reply lists them', async ({
    olive,
    eddie,
  }) => {
    const first = elementCalled('EXT. HARBOUR - NIGHT');
    for (let i = 0; i < 5; i++) {
      const answer = await eddie.post(url, {
        elementType: 'action',
        content: `Wave ${i}.`,
        afterId: first.id,
      });
      const before = new Map(script.map((element) => [element.id, element.orderIndex]));
      script = await listed(olive);
      const movedIds = answer.json().renumbered.map(({ id }: { id: number }) => id);
      const really = script.filter(({ id, orderIndex }) => before.has(id) && before.get(id) !== orderIndex);
      expect(really.map(({ id }) => id)).toEqual(movedIds);
    }
    expect(texts(script).slice(0, 6)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'Wave 4.',
      'Wave 3.',
      'Wave 2.',
      'Wave 1.',
      'Wave 0.',
    ]);
  });

  test('is rejected after an element of another project', async ({ server, world, olive, eddie }) => {
    const other = await nightFerry(server.db, world.olive);
    const [foreign] = (await olive.get(`/api/projects/${other.id}/script-elements`)).json();
    const answer = await eddie.post(url, { elementType: 'action', content: 'Rain.', afterId: foreign.id });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { afterId: 'No element of this project' },
    ]);
  });

  test.for(elementTypes)('may have the type %s at the start of a script', async (elementType, { olive }) => {
    const { id } = (await olive.post('/api/projects', { name: 'Blank' })).json();
    const blank = `/api/projects/${id}/script-elements`;
    expect((await olive.post(blank, { elementType, content: 'FADE IN:' })).statusCode).toBe(201);
    const second = await olive.post(blank, { elementType: 'scene_heading', content: 'INT. DECK' });
    expect(second.statusCode).toBe(201);
    const scenes = (await olive.get(`/api/projects/${id}/scenes`)).json();
    expect(scenes.at(-1)).toMatchObject({ heading: 'INT. DECK' });
    expect(scenes).toHaveLength(2);
  });

  test('may be before the first heading', async ({ olive }) => {
    const { id } = (await olive.post('/api/projects', { name: 'Blank' })).json();
    const blank = `/api/projects/${id}/script-elements`;
    await olive.post(blank, { elementType: 'scene_heading', content: 'INT. DECK' });
    const above = { elementType: 'transition', content: 'FADE IN:', afterId: null };
    expect((await olive.post(blank, above)).statusCode).toBe(201);
    expect(texts((await olive.get(blank)).json())).toEqual(['FADE IN:', 'INT. DECK']);
  });

  test('is next to a concurrent one at the same position', async ({ olive, eddie }) => {
    const after = elementCalled('CUT TO:');
    const add = (caller: Caller, content: string) =>
      caller.post(url, { elementType: 'action', content, afterId: after.id });
    const answers = await Promise.all([add(olive, 'One.'), add(eddie, 'Two.'), add(olive, 'Three.')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const now = await listed(olive);
    expect(texts(now).slice(-3).sort()).toEqual(['One.', 'Three.', 'Two.']);
    expect(new Set(now.map(({ orderIndex }) => orderIndex)).size).toBe(now.length);
  });

  test.for([
    [{}, 'body', 'Nothing to change'],
    [{ baseVersion: 1 }, 'body', 'Nothing to change'],
    [{ content: 'x', sceneId: 1 }, 'body', 'Unknown: sceneId'],
    [{ content: '  ' }, 'content', 'Must not be empty'],
    [{ dialogueAudioUrl: '/uploads/x.mp3' }, 'dialogueAudioUrl', 'Only null is accepted'],
    [{ content: 'x', baseVersion: 0 }, 'baseVersion', 'Must be at least 0'],
  ] as const)('is not changed by %j', async ([patch, field, message], { olive, eddie }) => {
    const answer = await eddie.patch(`/api/script-elements/${script[1]?.id}`, patch);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty(field);
    if (field !== 'baseVersion') expect(answer.json().fields[field]).toBe(message);
    expect(await listed(olive)).toEqual(script);
  });
});

describe('PATCH /api/script-elements/:id', () => {
  const save = (eddie: Caller, content: string) => {
    const line = elementCalled('Rain on black water. A ferry strains at her ropes.');
    return eddie.patch(`/api/script-elements/${line.id}`, { content });
  };

  test('takes one statement for the session, one read and one write for a text', async ({ eddie }) => {
    await save(eddie, 'Sleet.');
    expect(await statementsOf(() => save(eddie, 'Snow.'))).toHaveLength(3);
  });

  test('writes nothing without a difference', async ({ eddie }) => {
    await save(eddie, 'Snow.');
    expect(await statementsOf(() => save(eddie, 'Snow.'))).toHaveLength(2);
  });

  test('moves comments on its text, and is recorded in the history and announced', async ({
    server,
    world,
    olive,
    eddie,
  }) => {
    const line = elementCalled('Rain on black water. A ferry strains at her ropes.');
    const comment = await eddie.post(`/api/projects/${projectId}/comments`, {
      content: 'Hers?',
      scriptElementId: line.id,
      selectedText: 'ferry',
      selectionStart: line.content.indexOf('ferry'),
      selectionEnd: line.content.indexOf('ferry') + 5,
    });
    await save(eddie, 'Rain. A ferry strains at her ropes.');
    const [stored] = await server.db.select().from(comments).where(eq(comments.id, comment.json().id));
    expect([stored?.selectionStart, stored?.selectionEnd]).toEqual([8, 13]);
    const [told] = await server.db
      .select()
      .from(scriptHistory)
      .where(eq(scriptHistory.elementId, line.id))
      .orderBy(desc(scriptHistory.id));
    expect(told).toMatchObject({
      previousContent: line.content,
      newContent: 'Rain. A ferry strains at her ropes.',
      version: 2,
    });
    const changes = await server.db
      .select()
      .from(projectChanges)
      .where(eq(projectChanges.projectId, projectId))
      .orderBy(desc(projectChanges.rev))
      .limit(2);
    expect(changes).toMatchObject([
      { entity: 'comment', ids: [comment.json().id], rev: await revision(olive) },
      { entity: 'element', ids: [line.id], rev: (await revision(olive)) - 1, actor: world.eddie.id },
    ]);
  });

  test('is applied in order of arrival for fifty concurrent users', async ({ server, world }) => {
    const { id } = elementCalled('Rain on black water. A ferry strains at her ropes.');
    const where = { projectId, userId: world.eddie.id };
    const saved = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        runScriptCall(server.db, where, updateCall(id, { content: `Rain, the ${i}th.` })),
      ),
    );
    expect(saved.map(({ version }) => version)).toEqual(saved.map((_, i) => i + 2));
  });

  test('does not wait for a connection that writers of another project occupy', async ({
    server,
    world,
    eddie,
  }) => {
    const other = await nightFerry(server.db, world.olive);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let held = 0;
    // On the embedded database a transaction blocks all others; there only the queue is visible.
    const isAlone = !process.env.TEST_DATABASE_URL;
    const blocker = changeProject(server.db, { projectId: other.id, userId: world.olive.id }, async () => {
      held += 1;
      if (!isAlone) await released;
    });
    const waiting = Array.from({ length: 30 }, () =>
      changeProject(server.db, { projectId: other.id, userId: world.olive.id }, async () => {
        held += 1;
      }),
    );
    expect((await save(eddie, 'Hail.')).statusCode).toBe(200);
    if (!isAlone) expect(held).toBeLessThanOrEqual(1);
    release();
    await Promise.all([blocker, ...waiting]);
    expect(held).toBe(31);
  });
});

describe('two users in one element', () => {
  const save = (caller: Caller, id: number, body: object) => caller.patch(`/api/script-elements/${id}`, body);

  test('are merged when they change different words', async ({ olive, eddie }) => {
    const { id } = elementCalled('Rain on black water. A ferry strains at her ropes.');
    const first = await save(olive, id, {
      content: 'Sleet on black water. A ferry strains at her ropes.',
      baseVersion: 1,
    });
    expect(first.json()).toMatchObject({ version: 2 });
    const second = await save(eddie, id, {
      content: 'Rain on black water. A ferry strains at her chains.',
      baseVersion: 1,
    });
    expect([second.statusCode, second.json().content, second.json().version]).toEqual([
      200,
      'Sleet on black water. A ferry strains at her chains.',
      3,
    ]);
  });

  test('get 409 with all three texts when they change the same words, and nothing is stored', async ({
    olive,
    eddie,
  }) => {
    const { id, content } = elementCalled('You count everything?');
    await save(olive, id, { content: 'You count cars?', baseVersion: 1 });
    const answer = await save(eddie, id, { content: 'You count people?', baseVersion: 1 });
    expect(answer.statusCode).toBe(409);
    const body = answer.json();
    expect(body).toMatchObject({
      code: 'conflict',
      error: body.message,
      base: { content },
      yours: { content: 'You count people?' },
      current: { id, content: 'You count cars?', version: 2, orderIndex: 110 },
    });
    expect((await listed(olive)).find((element) => element.id === id)?.content).toBe('You count cars?');
    const decided = await save(eddie, id, { content: 'You count people?', baseVersion: 2 });
    expect(decided.statusCode).toBe(200);
  });

  test('overwrite each other without a base version', async ({ olive, eddie }) => {
    const { id } = elementCalled('You count everything?');
    await save(olive, id, { content: 'You count cars?' });
    expect((await save(eddie, id, { content: 'You count people?' })).json().content).toBe(
      'You count people?',
    );
  });

  test('get 404 when the other has deleted it', async ({ olive, eddie }) => {
    const { id } = elementCalled('You count everything?');
    await olive.delete(`/api/script-elements/${id}`);
    const answer = await save(eddie, id, { content: 'You count people?', baseVersion: 1 });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Element not found']);
  });
});
