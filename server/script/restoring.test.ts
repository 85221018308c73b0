import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory } from '#server/db/schema/history.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { projectChanges } from '#server/db/schema/projects.ts';
import { comments, scenes, scriptElements } from '#server/db/schema/script.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';

let url: string;
let projectId: number;
let script: Element[];

test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive);
  projectId = project.id;
  url = `/api/projects/${project.id}`;
  script = await listed(olive);
});

const listed = async (olive: Caller) => (await olive.get(`${url}/script-elements`)).json() as Element[];
const send = (olive: Caller, ...edits: ScriptEdit[]) => olive.post(`${url}/script-changes`, { edits });
const done = async (olive: Caller, ...edits: ScriptEdit[]) => {
  const answer = await send(olive, ...edits);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
const idOf = (content: string) => {
  const found = script.find((element) => element.content === content);
  if (!found) throw new Error(`No element says ${content}`);
  return found.id;
};
const scenesNow = (server: TestApp) =>
  server.db.select().from(scenes).where(eq(scenes.projectId, projectId)).orderBy(scenes.sceneNumber);
const commentsNow = (server: TestApp) =>
  server.db.select().from(comments).where(eq(comments.projectId, projectId)).orderBy(comments.id);
const withoutVersion = (elements: Element[]) => elements.map(({ version: _, ...element }) => element);
const onElement = (
  server: TestApp,
  world: World,
  scriptElementId: number,
  content: string,
  more: object = {},
) =>
  server.db
    .insert(comments)
    .values({ projectId, userId: world.cora.id, scriptElementId, content, ...more })
    .returning();

describe('restore edit', () => {
  test('restores an element with its id and the next version', async ({ server, olive }) => {
    const id = idOf('Forty-one. Forty-two.');
    const extras = {
      layout: { alignment: 'Right' as const },
      fdx: { attributes: [['Color', '#FF0000000000']] },
    };
    await server.db
      .update(scriptElements)
      .set({ extras, originalType: 'Lyrics', dual: 'left', parenthetical: '(low)' })
      .where(eq(scriptElements.id, id));
    const [before] = await server.db.select().from(scriptElements).where(eq(scriptElements.id, id));
    await done(olive, { type: 'delete', id });
    const answer = await done(olive, { type: 'restore', id });
    expect(answer).toMatchObject({ elements: [{ id, version: 3 }], removedIds: [], renumbered: [] });
    const [after] = await server.db.select().from(scriptElements).where(eq(scriptElements.id, id));
    expect(after).toEqual({ ...before, version: 3 });
    const changes = await server.db
      .select()
      .from(scriptHistory)
      .where(eq(scriptHistory.elementId, id))
      .orderBy(scriptHistory.id);
    expect(changes.map(({ action, version }) => [action, version])).toEqual([
      ['create', 1],
      ['delete', 2],
      ['create', 3],
    ]);
    expect(changes[2]).toMatchObject({ newParenthetical: '(low)', afterElementId: idOf('MARA') });
  });

  test('can be repeated after another deletion, with updates in between', async ({ olive }) => {
    const id = idOf('Forty-one. Forty-two.');
    for (const content of ['One.', 'Two.']) {
      await done(olive, { type: 'delete', id });
      await done(olive, { type: 'restore', id });
      await done(olive, { type: 'update', id, fields: { content } });
    }
    expect((await listed(olive)).find((element) => element.id === id)).toMatchObject({
      content: 'Two.',
      version: 7,
    });
  });

  test('is rejected for an existing element', async ({ olive }) => {
    const answer = await send(olive, { type: 'restore', id: idOf('MARA') });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This element is already in the script.',
    ]);
    await done(olive, { type: 'delete', id: idOf('MARA') });
    const twice = await send(
      olive,
      { type: 'restore', id: idOf('MARA') },
      { type: 'restore', id: idOf('MARA') },
    );
    expect([twice.statusCode, twice.json().editIndex]).toEqual([409, 1]);
  });

  test('returns 404 for an element that never existed', async ({ olive }) => {
    const answer = await send(olive, { type: 'restore', id: 2_000_000 });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Element not found']);
  });

  test('returns 404 when the history has no row of the element', async ({ server, olive }) => {
    const id = idOf('MARA');
    await done(olive, { type: 'delete', id });
    await server.db.update(scriptHistory).set({ kept: null }).where(eq(scriptHistory.elementId, id));
    expect((await send(olive, { type: 'restore', id })).statusCode).toBe(404);
  });
});

describe('position of a restored element', () => {
  const place = async (olive: Caller, id: number) =>
    (await listed(olive)).findIndex((element) => element.id === id);

  test('is after its former predecessor, wherever that is now', async ({ olive }) => {
    const [mara, line] = [idOf('MARA'), idOf('Forty-one. Forty-two.')];
    await done(olive, { type: 'delete', id: line });
    await done(olive, { type: 'move', ids: [mara], afterId: idOf('CUT TO:') });
    await done(olive, { type: 'restore', id: line });
    expect(await place(olive, line)).toBe((await place(olive, mara)) + 1);
  });

  test('follows the order number when that element was deleted', async ({ olive }) => {
    const [mara, line] = [idOf('MARA'), idOf('Forty-one. Forty-two.')];
    await done(olive, { type: 'delete', id: line }, { type: 'delete', id: mara });
    await done(olive, { type: 'restore', id: line });
    expect(await place(olive, line)).toBe(2);
    expect((await listed(olive))[2]?.orderIndex).toBe(40);
  });

  test('is the requested one, or the former one if that element was deleted', async ({ olive }) => {
    const [mara, line, cut] = [idOf('MARA'), idOf('Forty-one. Forty-two.'), idOf('CUT TO:')];
    await done(olive, { type: 'delete', id: line });
    await done(olive, { type: 'restore', id: line, afterId: cut });
    expect(await place(olive, line)).toBe(11);
    await done(olive, { type: 'delete', id: line }, { type: 'delete', id: mara });
    await done(olive, { type: 'restore', id: line, afterId: mara });
    expect(await place(olive, line)).toBe(10);
  });

  test('can be the start of the script', async ({ olive }) => {
    const id = idOf('EXT. HARBOUR - NIGHT');
    await done(olive, { type: 'delete', id });
    await done(olive, { type: 'restore', id });
    expect(withoutVersion(await listed(olive))).toEqual(withoutVersion(script));
  });
});

describe('comments of a restored element', () => {
  test('are attached again, those on selected text to the text', async ({ server, world, olive }) => {
    const id = idOf('Forty-one. Forty-two.');
    const [whole] = await onElement(server, world, id, 'Why forty-one?');
    await onElement(server, world, id, 'Too long.', {
      selectedText: 'Forty-two',
      selectionStart: 11,
      selectionEnd: 20,
    });
    const [other] = await onElement(server, world, idOf('MARA'), 'Who?');
    const before = await commentsNow(server);
    await done(olive, { type: 'delete', id });
    expect((await commentsNow(server)).map(({ scriptElementId }) => scriptElementId)).toEqual([
      null,
      null,
      other?.scriptElementId,
    ]);
    await done(olive, { type: 'restore', id });
    expect(await commentsNow(server)).toEqual(before);
    expect(whole?.scriptElementId).toBe(id);
  });

  test('are announced as changed', async ({ server, world, olive }) => {
    const id = idOf('Forty-one. Forty-two.');
    const [comment] = await onElement(server, world, id, 'Why?');
    const changes = () =>
      server.db
        .select({ ids: projectChanges.ids })
        .from(projectChanges)
        .where(and(eq(projectChanges.projectId, projectId), eq(projectChanges.entity, 'comment')));
    await done(olive, { type: 'delete', id: idOf('MARA') });
    expect(await changes()).toEqual([]);
    await done(olive, { type: 'delete', id });
    await done(olive, { type: 'restore', id });
    expect(await changes()).toEqual([{ ids: [comment?.id] }, { ids: [comment?.id] }]);
  });

  test('do not change when they were deleted or moved in between', async ({ server, world, olive }) => {
    const id = idOf('Forty-one. Forty-two.');
    const [gone] = await onElement(server, world, id, 'Gone.');
    const [elsewhere] = await onElement(server, world, id, 'Elsewhere.');
    await done(olive, { type: 'delete', id });
    await server.db.delete(comments).where(eq(comments.id, gone?.id ?? 0));
    await server.db
      .update(comments)
      .set({ scriptElementId: idOf('MARA') })
      .where(eq(comments.id, elsewhere?.id ?? 0));
    await done(olive, { type: 'restore', id });
    expect(await commentsNow(server)).toMatchObject([
      { content: 'Elsewhere.', scriptElementId: idOf('MARA') },
    ]);
  });

  test('follow an edit of their text, and detach from it when it is deleted', async ({
    server,
    world,
    olive,
  }) => {
    const id = idOf('Forty-one. Forty-two.');
    await onElement(server, world, id, 'Too long.', {
      selectedText: 'Forty-two',
      selectionStart: 11,
      selectionEnd: 20,
    });
    await done(olive, { type: 'update', id, fields: { content: '**Ninety** and forty-one. *Forty-two.*' } });
    // Marks of emphasis are not counted.
    expect(await commentsNow(server)).toMatchObject([{ selectionStart: 22, selectionEnd: 31 }]);
    await olive.patch(`/api/script-elements/${id}`, { content: 'Forty-two.' });
    expect(await commentsNow(server)).toMatchObject([{ selectionStart: 0, selectionEnd: 9 }]);
    await olive.patch(`/api/script-elements/${id}`, { content: 'Nothing.' });
    expect(await commentsNow(server)).toMatchObject([
      { selectionStart: null, selectionEnd: null, scriptElementId: id, selectedText: 'Forty-two' },
    ]);
  });
});

describe('restored heading', () => {
  const deck = () => idOf('INT. CAR DECK - LATER');

  /** The second scene with all that a writer gives a scene by hand. */
  async function dress(server: TestApp) {
    const [sequence] = await server.db
      .insert(sequences)
      .values({ projectId, name: 'Crossing', actNumber: 2, orderIndex: 0 })
      .returning();
    const [, scene] = await scenesNow(server);
    await server.db
      .update(scenes)
      .set({
        notes: 'Wet vans.',
        displayNumber: '12A',
        actNumber: 2,
        location: 'THE DECK',
        imageUrl: '/uploads/deck.png',
        sequenceId: sequence?.id ?? null,
      })
      .where(eq(scenes.id, scene?.id ?? 0));
    return { sequenceId: sequence?.id ?? 0, before: await scenesNow(server) };
  }

  test('gets its scene with notes and numbers', async ({ server, olive }) => {
    const { before } = await dress(server);
    const removed = await done(olive, { type: 'delete', id: deck() });
    expect(removed.removedSceneIds).toEqual([before[1]?.id]);
    expect(await scenesNow(server)).toHaveLength(1);
    const back = await done(olive, { type: 'restore', id: deck() });
    expect(back.scenes).toMatchObject([{ id: before[1]?.id, displayNumber: '12A', notes: 'Wet vans.' }]);
    expect(await scenesNow(server)).toEqual(before);
    expect(withoutVersion(await listed(olive))).toEqual(withoutVersion(script));
  });

  test('gets its scene when the type is changed and changed back', async ({ server, olive }) => {
    const { before } = await dress(server);
    await done(olive, { type: 'update', id: deck(), fields: { elementType: 'action' } });
    expect(await scenesNow(server)).toHaveLength(1);
    await olive.patch(`/api/script-elements/${deck()}`, { elementType: 'scene_heading' });
    expect(await scenesNow(server)).toEqual(before);
    expect(withoutVersion(await listed(olive))).toEqual(withoutVersion(script));
  });

  test('gets its scene when the change made another line the heading', async ({ server, olive }) => {
    const { before } = await dress(server);
    const line = idOf('CUT TO:');
    const type = (id: number, elementType: 'action' | 'transition' | 'scene_heading') =>
      ({ type: 'update', id, fields: { elementType } }) as const;
    await done(olive, type(deck(), 'action'), type(line, 'scene_heading'));
    const [, taken] = await scenesNow(server);
    expect(taken).toMatchObject({ id: before[1]?.id, heading: 'CUT TO:', notes: 'Wet vans.' });
    await done(olive, type(line, 'transition'), type(deck(), 'scene_heading'));
    expect(await scenesNow(server)).toEqual(before);
    expect(withoutVersion(await listed(olive))).toEqual(withoutVersion(script));
  });

  test('gets its scene when the whole scene was deleted', async ({ server, olive }) => {
    const { before } = await dress(server);
    const ids = script.slice(7).map(({ id }) => id);
    await done(olive, ...ids.map((id) => ({ type: 'delete' as const, id })));
    expect(await scenesNow(server)).toHaveLength(1);
    await done(olive, ...ids.toReversed().map((id) => ({ type: 'restore' as const, id })));
    expect(await scenesNow(server)).toEqual(before);
    expect(withoutVersion(await listed(olive))).toEqual(withoutVersion(script));
  });

  test('gets the range of the first scene again, with an explicit location', async ({ server, olive }) => {
    const [first] = await scenesNow(server);
    await server.db
      .update(scenes)
      .set({ location: 'THE QUAY', notes: 'Rain machine.' })
      .where(eq(scenes.id, first?.id ?? 0));
    const before = await scenesNow(server);
    await done(olive, { type: 'delete', id: idOf('EXT. HARBOUR - NIGHT') });
    expect(await scenesNow(server)).toMatchObject([{ id: first?.id, heading: '', location: '' }, {}]);
    await done(olive, { type: 'restore', id: idOf('EXT. HARBOUR - NIGHT') });
    expect(await scenesNow(server)).toEqual(before);
  });

  test('loses a deleted sequence', async ({ server, olive }) => {
    const { before, sequenceId } = await dress(server);
    await done(olive, { type: 'delete', id: deck() });
    await server.db.delete(sequences).where(eq(sequences.id, sequenceId));
    await done(olive, { type: 'restore', id: deck() });
    expect(await scenesNow(server)).toEqual([before[0], { ...before[1], sequenceId: null }]);
  });

  test('is in the act to which its sequence has moved', async ({ server, olive }) => {
    const { before, sequenceId } = await dress(server);
    await done(olive, { type: 'delete', id: deck() });
    await server.db.update(sequences).set({ actNumber: 3 }).where(eq(sequences.id, sequenceId));
    await done(olive, { type: 'restore', id: deck() });
    expect(await scenesNow(server)).toEqual([before[0], { ...before[1], actNumber: 3 }]);
  });

  test('leaves a scene that another heading has taken over', async ({ server, olive }) => {
    const before = await scenesNow(server);
    const made = await done(
      olive,
      { type: 'delete', id: deck() },
      {
        type: 'insert',
        afterId: idOf('Wait! I have a ticket!'),
        elements: [{ elementType: 'scene_heading', content: 'INT. BRIDGE - NIGHT' }],
      },
    );
    expect(made.elements[0].sceneId).toBe(before[1]?.id);
    await done(olive, { type: 'restore', id: deck(), afterId: idOf('CUT TO:') });
    const now = await scenesNow(server);
    expect(now.map(({ heading }) => heading)).toEqual([
      'EXT. HARBOUR - NIGHT',
      'INT. BRIDGE - NIGHT',
      'INT. CAR DECK - LATER',
    ]);
    expect(now[2]?.id).not.toBe(before[1]?.id);
  });
});
