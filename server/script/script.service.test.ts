import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { sceneHeading } from '#screenplay/scenes.ts';
import type { Db } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { users } from '#server/db/schema/people.ts';
import { projectChanges, projects } from '#server/db/schema/projects.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import type { Scope } from '#server/lib/scope.ts';
import { seeded } from '#test/random.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { findElements } from './script.queries.ts';
import { readScript } from './script.service.ts';
import { insertionCall, removalCall, runScriptCall, updateCall } from './scriptCalls.ts';

let userId = '';
let where = { projectId: 0, userId: '' };

test.beforeAll(async ({ db }) => {
  const [user] = await db.insert(users).values({ email: 'olive@example.com' }).returning();
  userId = user?.id ?? '';
});

test.beforeEach(async ({ db }) => {
  const [project] = await db.insert(projects).values({ userId, name: 'Night Ferry' }).returning();
  where = { projectId: project?.id ?? 0, userId };
});

function add(db: Db, elementType: ElementType, content: string, more: object = {}) {
  return runScriptCall(db, where, insertionCall({ elementType, content, ...more }));
}

const scenesOf = (db: Db) =>
  db.select().from(scenes).where(eq(scenes.projectId, where.projectId)).orderBy(scenes.sceneNumber);

async function revision(db: Db) {
  const [project] = await db.select().from(projects).where(eq(projects.id, where.projectId));
  return project?.revision;
}

/** Headings and scenes must never disagree (decision OQ-51). */
async function expectScenesInStep(db: Db) {
  const elements = await findElements(db, where.projectId);
  const stored = await scenesOf(db);
  const first = elements[0]?.elementType === 'scene_heading' ? 1 : 0;
  expect(stored.map((scene) => scene.sceneNumber)).toEqual(stored.map((_, i) => i + first));
  let at = -1;
  for (const [i, element] of elements.entries()) {
    if (i === 0 || element.elementType === 'scene_heading') at++;
    expect(element.sceneId).toBe(stored[at]?.id);
    if (element.elementType === 'scene_heading')
      expect(stored[at]?.heading).toBe(sceneHeading(element.content).heading);
    const before = elements[i - 1];
    if (before) expect(element.orderIndex).toBeGreaterThan(before.orderIndex);
  }
  expect(stored).toHaveLength(at + 1);
}

function changeElement(db: Db, where: Scope, id: number, patch: Parameters<typeof updateCall>[1]) {
  return runScriptCall(db, where, updateCall(id, patch));
}

const removeElement = (db: Db, where: Scope, id: number) => runScriptCall(db, where, removalCall(id));

describe('adding an element', () => {
  test('opens a scene with location and time of day for a heading', async ({ db }) => {
    const element = await add(db, 'scene_heading', 'int. car deck - night');
    expect(element).toMatchObject({ content: 'INT. CAR DECK - NIGHT', orderIndex: 10, version: 1 });
    expect(element.scenes).toMatchObject([
      { heading: 'INT. CAR DECK - NIGHT', location: 'CAR DECK', timeOfDay: 'NIGHT', sceneNumber: 1 },
    ]);
  });

  test('accepts any type before the first heading', async ({ db }) => {
    await add(db, 'transition', 'FADE IN:');
    const heading = await add(db, 'scene_heading', 'INT. DECK');
    const [opening] = await findElements(db, where.projectId);
    expect(opening?.sceneId).not.toBe(heading.sceneId);
  });

  test('takes the midpoint between neighbours, and renumbers if there is none', async ({ db }) => {
    const heading = await add(db, 'scene_heading', 'INT. DECK');
    const last = await add(db, 'action', 'Last.');
    const middle = await add(db, 'action', 'Middle.', { afterId: heading.id });
    expect(middle).toMatchObject({ orderIndex: 15, renumbered: [] });
    await changeElement(db, where, middle.id, { orderIndex: 11 });
    const squeezed = await add(db, 'action', 'Squeezed.', { afterId: heading.id });
    expect(squeezed.orderIndex).toBe(20);
    expect(squeezed.renumbered).toEqual([
      { id: middle.id, orderIndex: 30 },
      { id: last.id, orderIndex: 40 },
    ]);
  });

  test('returns every changed position, including repaired ones', async ({ db }) => {
    const heading = await add(db, 'scene_heading', 'INT. DECK');
    const one = await add(db, 'action', 'One.');
    const two = await add(db, 'action', 'Two.', { orderIndex: one.orderIndex });
    const { renumbered } = await add(db, 'action', 'Between.', { afterId: heading.id });
    expect(renumbered).toEqual([
      { id: heading.id, orderIndex: 1 },
      { id: one.id, orderIndex: 21 },
      { id: two.id, orderIndex: 31 },
    ]);
  });

  test('inserts before the next heading at the end of a scene', async ({ db }) => {
    const first = await add(db, 'scene_heading', 'INT. DECK');
    await add(db, 'scene_heading', 'EXT. QUAY');
    const element = await add(db, 'action', 'Still on deck.', { sceneId: first.sceneId });
    const contents = (await findElements(db, where.projectId)).map((row) => row.content);
    expect(contents).toEqual(['INT. DECK', 'Still on deck.', 'EXT. QUAY']);
    expect(element.sceneId).toBe(first.sceneId);
  });

  test('rejects an element or scene of another project', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    await expect(add(db, 'action', 'Lost.', { afterId: 2_000_000 })).rejects.toMatchObject({
      code: 'invalid',
    });
    for (const place of [{}, { orderIndex: 5 }, { afterId: null }]) {
      await expect(add(db, 'action', 'Lost.', { sceneId: 2_000_000, ...place })).rejects.toMatchObject({
        code: 'invalid',
      });
    }
  });

  test('puts two concurrent elements at one position next to each other', async ({ db }) => {
    const heading = await add(db, 'scene_heading', 'INT. DECK');
    await Promise.all(
      ['One.', 'Two.', 'Three.'].map((text) => add(db, 'action', text, { afterId: heading.id })),
    );
    const elements = await findElements(db, where.projectId);
    expect(new Set(elements.map((element) => element.orderIndex)).size).toBe(4);
    expect(elements[0]?.id).toBe(heading.id);
  });

  test('stores the speaker of a dialogue in capitals', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    expect(await add(db, 'dialogue', 'Hold on.', { characterName: 'Mara' })).toMatchObject({
      characterName: 'MARA',
    });
  });
});

describe('changing an element', () => {
  test("changes the heading of the scene with a heading's text", async ({ db }) => {
    const heading = await add(db, 'scene_heading', 'INT. DECK - DAY');
    const changed = await changeElement(db, where, heading.id, { content: 'EXT. QUAY - NIGHT' });
    expect(changed.version).toBe(2);
    expect(await scenesOf(db)).toMatchObject([{ heading: 'EXT. QUAY - NIGHT', timeOfDay: 'NIGHT' }]);
  });

  test('merges the scene into the previous one when a heading becomes action', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    const second = await add(db, 'scene_heading', 'EXT. QUAY');
    await add(db, 'action', 'Gulls.');
    const changed = await changeElement(db, where, second.id, { elementType: 'action' });
    expect(changed.removedSceneIds).toEqual([second.sceneId]);
    expect(changed.sceneId).not.toBe(second.sceneId);
    await expectScenesInStep(db);
  });

  test('writes nothing without a difference', async ({ db }) => {
    const heading = await add(db, 'scene_heading', 'INT. DECK');
    const before = await revision(db);
    const same = await changeElement(db, where, heading.id, {
      content: 'INT. DECK',
      elementType: 'scene_heading',
    });
    expect(same.version).toBe(1);
    expect(await revision(db)).toBe(before);
  });

  test('merges words that both users changed apart from each other', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    const { id } = await add(db, 'action', 'Mara walks slowly to the rail and waits.');
    await changeElement(db, where, id, {
      content: 'Mara runs slowly to the rail and waits.',
      baseVersion: 1,
    });
    const merged = await changeElement(db, where, id, {
      content: 'Mara walks slowly to the rail and sings.',
      baseVersion: 1,
    });
    expect(merged).toMatchObject({ content: 'Mara runs slowly to the rail and sings.', version: 3 });
  });

  test('throws a conflict with both texts when both changed the same words', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    const { id } = await add(db, 'action', 'Mara waits.');
    await changeElement(db, where, id, { content: 'Mara sings.', baseVersion: 1 });
    await expect(
      changeElement(db, where, id, { content: 'Mara leaves.', baseVersion: 1 }),
    ).rejects.toMatchObject({
      code: 'conflict',
      extra: {
        current: { content: 'Mara sings.', version: 2 },
        base: { content: 'Mara waits.' },
        yours: { content: 'Mara leaves.' },
      },
    });
    expect(await findElements(db, where.projectId)).toMatchObject([{}, { content: 'Mara sings.' }]);
  });

  test('overwrites without a base version, and the history has the earlier text', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    const { id } = await add(db, 'action', 'One.');
    await changeElement(db, where, id, { content: 'Two.' });
    await changeElement(db, where, id, { content: 'Three.' });
    const history = await db
      .select()
      .from(scriptHistory)
      .where(eq(scriptHistory.elementId, id))
      .orderBy(scriptHistory.version);
    expect(history).toMatchObject([
      { action: 'create', newContent: 'One.', version: 1 },
      { action: 'update', previousContent: 'One.', newContent: 'Two.', version: 2 },
      { action: 'update', previousContent: 'Two.', newContent: 'Three.', version: 3 },
    ]);
  });

  test('clears the type name of the file when the writer chooses a type', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    const { id } = await add(db, 'action', 'CLOSE ON: A ROPE');
    await db.update(scriptElements).set({ originalType: 'Shot' }).where(eq(scriptElements.id, id));
    expect(await changeElement(db, where, id, { content: 'CLOSE ON: A HAND' })).toMatchObject({
      originalType: 'Shot',
    });
    expect(await changeElement(db, where, id, { elementType: 'transition' })).toMatchObject({
      originalType: null,
    });
  });
});

describe('deleting an element', () => {
  test('keeps its comments, and its text in the history', async ({ db }) => {
    await add(db, 'scene_heading', 'INT. DECK');
    const { id } = await add(db, 'action', 'Deleted soon.');
    await db
      .insert(comments)
      .values({ projectId: where.projectId, userId, scriptElementId: id, content: 'Why?' });
    await removeElement(db, where, id);
    expect(await db.select().from(comments).where(eq(comments.projectId, where.projectId))).toMatchObject([
      { content: 'Why?', scriptElementId: null },
    ]);
    const [last] = await db.select().from(scriptHistory).where(eq(scriptHistory.action, 'delete')).limit(1);
    expect(last).toMatchObject({ elementId: id, previousContent: 'Deleted soon.', newContent: null });
  });

  test('returns 404 for a deleted element', async ({ db }) => {
    await expect(removeElement(db, where, 2_000_000)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('repairDuplicates numbers elements with shared positions 1 to n, ties by id', async ({ db }) => {
  await add(db, 'scene_heading', 'INT. DECK');
  const second = await add(db, 'action', 'Second.');
  const third = await add(db, 'action', 'Third.');
  await db.update(scriptElements).set({ orderIndex: 7 }).where(eq(scriptElements.projectId, where.projectId));
  expect((await readScript(db, where)).isRepaired).toBe(true);
  const elements = await findElements(db, where.projectId);
  expect(elements.map((element) => element.orderIndex)).toEqual([1, 2, 3]);
  expect(elements.map((element) => element.id).slice(1)).toEqual([second.id, third.id]);
  expect((await readScript(db, where)).isRepaired).toBe(false);
});

test('repairScript changes 5, 5, 7 to 1, 2, 3 in the database', async ({ db }) => {
  const ids: number[] = [];
  for (const heading of ['INT. DECK', 'INT. BRIDGE', 'EXT. QUAY'])
    ids.push((await add(db, 'scene_heading', heading)).id);
  for (const [i, orderIndex] of [5, 5, 7].entries())
    await db
      .update(scriptElements)
      .set({ orderIndex })
      .where(eq(scriptElements.id, ids[i] ?? 0));
  await readScript(db, where);
  const stored = await db
    .select({ id: scriptElements.id, orderIndex: scriptElements.orderIndex })
    .from(scriptElements)
    .where(eq(scriptElements.projectId, where.projectId))
    .orderBy(scriptElements.id);
  expect(stored).toEqual(ids.map((id, i) => ({ id, orderIndex: i + 1 })));
});

test('changeProject increments the revision for every commit', async ({ db }) => {
  const heading = await add(db, 'scene_heading', 'INT. DECK');
  await changeElement(db, where, heading.id, { content: 'INT. BRIDGE' });
  const changes = await db
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, where.projectId))
    .orderBy(projectChanges.rev);
  expect(changes.map((change) => change.rev)).toEqual(changes.map((_, i) => i + 1));
  expect(changes.at(-1)?.rev).toBe(await revision(db));
});

test('readers get only the extras that layout needs', async ({ db }) => {
  await add(db, 'scene_heading', 'INT. DECK');
  const { id } = await add(db, 'action', 'Rain.');
  await db
    .update(scriptElements)
    .set({ extras: { layout: { startsNewPage: true }, fdx: { raw: '<Text/>' }, fountain: ['= x'] } })
    .where(eq(scriptElements.id, id));
  const script = JSON.parse((await readScript(db, where)).script.toString());
  expect(script.map((element: { extras: unknown }) => element.extras)).toEqual([
    null,
    { layout: { startsNewPage: true } },
  ]);
});

describe.each([1, 2, 3])('random edits, seed %i', (seed) => {
  test('keep headings and scenes consistent and positions strictly increasing', async ({ db }) => {
    const { below, chance, pick } = seeded(seed);
    await add(db, 'scene_heading', 'INT. DECK');
    for (let step = 0; step < 120; step++) {
      const elements = await findElements(db, where.projectId);
      const elementType = chance(0.4) ? 'scene_heading' : pick(elementTypes);
      const content = `${elementType === 'scene_heading' ? 'INT. ' : ''}PLACE ${step}`;
      if (elements.length === 0) {
        await add(db, 'scene_heading', 'INT. AGAIN');
        continue;
      }
      const { id } = pick(elements);
      const edit = pick(['add', 'add', 'change', 'remove', 'move']);
      if (edit === 'add') await add(db, elementType, content, { afterId: chance(0.1) ? null : id });
      if (edit === 'change') await changeElement(db, where, id, { content, elementType });
      if (edit === 'remove') await removeElement(db, where, id);
      if (edit === 'move') await changeElement(db, where, id, { orderIndex: below(2000) });
      if (step % 10 === 0) await expectScenesInStep(db);
    }
    await expectScenesInStep(db);
  });
});
