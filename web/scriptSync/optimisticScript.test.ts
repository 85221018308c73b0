import { expect, test } from 'vitest';
import { editableFieldsOf, withFieldChanges } from '#screenplay/edits/elementFields.ts';
import { elementTypes } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import { type Random, seeded } from '#test/random.ts';
import { randomScript } from '#test/randomScript.ts';
import { scriptRows } from '#test/scriptRows.ts';
import type { QueuedEdit } from './change.ts';
import { withLocalId } from './localIds.ts';
import { OptimisticScript } from './optimisticScript.ts';

/**
 * Undo of a change of type restores no type name of the source file, neither here nor on the
 * server.
 */
const scriptOf = (seed: number): Element[] =>
  scriptRows(randomScript(seed, 40)).elements.map((row) => ({ ...row, originalType: null }));

function shown(list: readonly Element[]): OptimisticScript {
  const script = new OptimisticScript(1);
  script.reset(list);
  return script;
}

function after(list: readonly Element[], edits: readonly QueuedEdit[]): Element[] {
  const script = shown(list);
  script.apply(edits, 'key');
  return script.elements();
}

/** The visible part of an element; versions differ after each save. */
const seen = (list: readonly Element[]) =>
  list.map((row) => ({ id: row.id, extras: row.extras, ...editableFieldsOf(row) }));

function someFields(random: Random) {
  return {
    ...(random.chance(0.6) && { content: random.pick(['Nobody moves.', 'A kettle, off.', 'MARA']) }),
    ...(random.chance(0.4) && { elementType: random.pick(elementTypes) }),
    ...(random.chance(0.2) && { alignment: random.pick(['Center', null] as const) }),
    ...(random.chance(0.2) && { startsNewPage: random.chance(0.5) }),
    ...(random.chance(0.2) && { dual: random.pick(['left', 'right', null] as const) }),
  };
}

function someEdit(random: Random, list: readonly Element[]): QueuedEdit {
  const { id } = random.pick(list);
  const afterId = random.chance(0.1) ? null : random.pick(list).id;
  const kind = random.below(4);
  if (kind === 0) {
    const rows = [1, 2, 3].slice(random.below(3));
    const elements = rows.map((row) =>
      withLocalId({ elementType: 'action' as const, content: `New ${row}.` }),
    );
    return { type: 'insert', afterId, elements };
  }
  if (kind === 1) return { type: 'delete', id };
  if (kind === 2) return { type: 'update', id, fields: someFields(random) };
  const ids = list.filter((row) => row.id !== afterId && random.chance(0.1)).map((row) => row.id);
  return { type: 'move', ids, afterId };
}

/** Return random edits, each for the script that results from the edits before it. */
function someEdits(random: Random, list: readonly Element[]): QueuedEdit[] {
  const script = shown(list);
  return Array.from({ length: 1 + random.below(12) }, () => {
    const edit = someEdit(random, script.elements());
    script.apply([edit], 'key');
    return edit;
  });
}

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

test.for(seeds)('undoes and redoes what edits did (seed %i)', (seed) => {
  const list = scriptOf(seed);
  const script = shown(list);
  const back = script.apply(someEdits(seeded(seed), list), 'first');
  const now = script.elements();
  const forth = script.apply(back, 'second');
  expect(seen(script.elements())).toEqual(seen(list));
  script.apply(forth, 'third');
  expect(seen(script.elements())).toEqual(seen(now));
});

test.for(seeds)(
  'shows after each new stored list the same as a script that is created from that list (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const script = shown([]);
    let stored = scriptOf(seed);
    for (let round = 0; round < 12; round++) {
      stored = after(stored, someEdits(random, stored));
      script.reset(stored);
      const edits = someEdits(random, stored);
      script.apply(edits, 'key');
      expect(script.elements()).toEqual(after(stored, edits));
    }
  },
);

test.for(seeds.slice(0, 20))(
  'reuses rows that no edit changes, and leaves the list unchanged (seed %i)',
  (seed) => {
    const list = scriptOf(seed);
    const copy = structuredClone(list);
    const edits = someEdits(seeded(seed), list);
    const changed = new Set(
      edits.flatMap((edit) => (edit.type === 'update' ? edit.id : edit.type === 'move' ? edit.ids : [])),
    );
    const rows = new Map(list.map((row) => [row.id, row]));
    for (const row of after(list, edits)) {
      const before = rows.get(row.id);
      if (before && !changed.has(row.id) && row.orderIndex === before.orderIndex) expect(row).toBe(before);
    }
    expect(list).toEqual(copy);
  },
);

const [heading, action] = scriptRows([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Nobody moves.' },
]).elements as [Element, Element];
const pair = [heading, action];

test('returns the same row when an edit is applied again to the same row', () => {
  const edit: QueuedEdit = { type: 'update', id: action.id, fields: { content: 'A bell.' } };
  const script = shown(pair);
  script.apply([edit], 'key');
  const first = script.elements()[1];
  script.reset([{ ...heading }, action]);
  script.apply([edit], 'key');
  expect(script.elements()[1]).toBe(first);
});

test('restores the text as well when a change of type is undone', () => {
  const script = shown(pair);
  const back = script.apply([{ type: 'update', id: action.id, fields: { elementType: 'character' } }], 'key');
  expect(script.elements()[1]?.content).toBe('NOBODY MOVES.');
  script.apply(back, 'back');
  expect(seen(script.elements())).toEqual(seen(pair));
});

test('bases an inverse on the change that it reverts', () => {
  const edits: QueuedEdit[] = [
    { type: 'update', id: action.id, fields: { content: 'A bell.' }, base: 1 },
    { type: 'insert', afterId: action.id, elements: [{ elementType: 'action', content: 'Rain.', key: -1 }] },
  ];
  expect(shown(pair).apply(edits, 'the key')).toEqual([
    { type: 'delete', id: -1, base: 'the key' },
    { type: 'update', id: action.id, fields: { content: 'Nobody moves.' }, base: 'the key' },
  ]);
});

test('hides an element that only the server can restore, and can delete it again', () => {
  const script = shown(pair);
  expect(script.apply([{ type: 'restore', id: 99, afterId: null }], 'key')).toEqual([
    { type: 'delete', id: 99, base: 'key' },
  ]);
  expect(script.elements()).toBe(pair);
});

test('ignores edits of deleted elements', () => {
  const edits: QueuedEdit[] = [
    { type: 'update', id: 99, fields: { content: 'A bell.' } },
    { type: 'delete', id: 99 },
    { type: 'move', ids: [99], afterId: heading.id },
    { type: 'restore', id: action.id, element: { ...action, content: 'Old.' }, afterId: null },
  ];
  expect(after(pair, edits)).toEqual(pair);
});

test('inserts at the end when the element before is deleted', () => {
  const made = withLocalId({ elementType: 'action' as const, content: 'A bell.' });
  expect(after(pair, [{ type: 'insert', afterId: 99, elements: [made] }]).at(-1)?.id).toBe(made.key);
  expect(after(pair, [{ type: 'move', ids: [heading.id], afterId: 99 }]).at(-1)?.id).toBe(heading.id);
});

test('assigns a new element to the scene of the element before it', () => {
  const elements = [{ elementType: 'scene_heading' as const, content: 'EXT. PIER', key: -1 }];
  const made = after(pair, [{ type: 'insert', afterId: action.id, elements }]).at(-1);
  expect(made).toMatchObject({ sceneId: action.sceneId, projectId: 1, content: 'EXT. PIER' });
});

test('adds and removes alignment and page break without a trace', () => {
  const centred = withFieldChanges(action, { alignment: 'Center', startsNewPage: true });
  expect(centred.extras?.layout).toEqual({ alignment: 'Center', startsNewPage: true });
  expect(withFieldChanges(centred, { alignment: null }).extras?.layout).toEqual({ startsNewPage: true });
  expect(withFieldChanges(centred, { alignment: null, startsNewPage: false })).toEqual(action);
});
