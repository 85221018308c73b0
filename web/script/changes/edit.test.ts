import { expect, test } from 'vitest';
import { changedRow } from '#screenplay/edits/elementFields.ts';
import { elementTypes } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import { type Random, seeded } from '#test/random.ts';
import { someScript } from '#test/randomScript.ts';
import { ScriptServer } from '../testing/scriptServer.ts';
import { inverseOf, withEdit, withEdits } from './applyEdits.ts';
import { type Edit, type Fields, newRow, withRealIds } from './edit.ts';

/** What a file called a type is not given back when the type is: neither does the server. */
const scriptOf = (seed: number): Element[] =>
  new ScriptServer(someScript(seed, 40)).elements.map((row) => ({ ...row, originalType: null }));

function someFields(random: Random): Partial<Fields> {
  return {
    ...(random.chance(0.6) && { content: random.pick(['Nobody moves.', 'A kettle, off.', 'MARA']) }),
    ...(random.chance(0.4) && { elementType: random.pick(elementTypes) }),
    ...(random.chance(0.2) && { alignment: random.pick(['Center', null] as const) }),
    ...(random.chance(0.2) && { startsNewPage: random.chance(0.5) }),
    ...(random.chance(0.2) && { dual: random.pick(['left', 'right', null] as const) }),
  };
}

function someEdit(random: Random, list: readonly Element[]): Edit {
  const { id } = random.pick(list);
  const afterId = random.chance(0.1) ? null : random.pick(list).id;
  const kind = random.below(4);
  if (kind === 0) {
    const rows = [1, 2, 3].slice(random.below(3));
    const elements = rows.map((row) => newRow({ elementType: 'action', content: `New ${row}.` }, null));
    return { does: 'insert', afterId, elements };
  }
  if (kind === 1) return { does: 'delete', id, base: null };
  if (kind === 2) return { does: 'update', id, fields: someFields(random), base: null };
  const ids = list.filter((row) => row.id !== afterId && random.chance(0.1)).map((row) => row.id);
  return { does: 'move', ids, afterId };
}

/** Edits one after the other, each made of the script as the ones before left it. */
function someEdits(random: Random, list: Element[]): Edit[] {
  const edits: Edit[] = [];
  let now = list;
  for (let left = 1 + random.below(12); left > 0; left--) {
    const edit = someEdit(random, now);
    edits.push(edit);
    now = withEdit(now, edit);
  }
  return edits;
}

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

test.for(seeds)('what edits did is taken back, and back again (seed %i)', (seed) => {
  const list = scriptOf(seed);
  const edits = someEdits(seeded(seed), list);
  const after = withEdits(list, edits);
  const back = inverseOf(list, edits, 'first');
  expect(withEdits(after, back)).toEqual(list);
  const forth = inverseOf(after, back, 'second');
  expect(withEdits(list, forth)).toEqual(after);
});

test.for(seeds.slice(0, 20))(
  'rows that no edit changes stay the same objects, and the list as it was (seed %i)',
  (seed) => {
    const list = scriptOf(seed);
    const copy = structuredClone(list);
    const edits = someEdits(seeded(seed), list);
    const changed = new Set(edits.flatMap((edit) => (edit.does === 'update' ? [edit.id] : [])));
    const rows = new Map(list.map((row) => [row.id, row]));
    for (const row of withEdits(list, edits))
      if (row.id > 0 && !changed.has(row.id)) expect(row).toBe(rows.get(row.id));
    expect(list).toEqual(copy);
  },
);

const [heading, action] = new ScriptServer([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Nobody moves.' },
]).elements as [Element, Element];
const pair = [heading, action];

test('an edit that is made again of the same row gives the same row', () => {
  const edit: Edit = { does: 'update', id: action.id, fields: { content: 'A bell.' }, base: 1 };
  expect(withEdit(pair, edit)[1]).toBe(withEdit(pair, edit)[1]);
});

test('of a change of type alone the text before it comes back, too', () => {
  const edits: Edit[] = [{ does: 'update', id: action.id, fields: { elementType: 'character' }, base: 1 }];
  const after = withEdits(pair, edits);
  expect(after[1]?.content).toBe('NOBODY MOVES.');
  expect(withEdits(after, inverseOf(pair, edits, 'key'))).toEqual(pair);
});

test('what takes a change back is based on that change', () => {
  const edits: Edit[] = [
    { does: 'update', id: action.id, fields: { content: 'A bell.' }, base: 1 },
    { does: 'insert', afterId: action.id, elements: [{ ...action, id: -1 }] },
  ];
  expect(inverseOf(pair, edits, 'the key')).toEqual([
    { does: 'delete', id: -1, base: 'the key' },
    { does: 'update', id: action.id, fields: { content: 'Nobody moves.' }, base: 'the key' },
  ]);
});

test('edits of elements that are gone change nothing', () => {
  const edits: Edit[] = [
    { does: 'update', id: 99, fields: { content: 'A bell.' }, base: 1 },
    { does: 'delete', id: 99, base: 1 },
    { does: 'move', ids: [99], afterId: heading.id },
    { does: 'restore', id: action.id, element: { ...action, content: 'Old.' }, afterId: null },
  ];
  expect(withEdits(pair, edits)).toEqual(pair);
});

test('a row behind an element that is gone stands at the end', () => {
  const row = newRow({ elementType: 'action', content: 'A bell.' }, action);
  expect(withEdit(pair, { does: 'insert', afterId: 99, elements: [row] }).at(-1)).toBe(row);
});

test('alignment and page break come and go without a trace', () => {
  const centred = changedRow(action, { alignment: 'Center', startsNewPage: true });
  expect(centred.extras?.layout).toEqual({ alignment: 'Center', startsNewPage: true });
  expect(changedRow(centred, { alignment: null }).extras?.layout).toEqual({ startsNewPage: true });
  expect(changedRow(centred, { alignment: null, startsNewPage: false })).toEqual(action);
});

test('two new rows never share an id', () => {
  const ids = Array.from({ length: 50 }, () => newRow({ elementType: 'action', content: '' }, null).id);
  expect(new Set(ids).size).toBe(50);
  expect(ids.every((id) => id < 0)).toBe(true);
});

test('ids that the server gave take the place of local ones, wherever they stand', () => {
  const idOf = (id: number) => (id < 0 ? -id * 100 : id);
  const local: Edit[] = [
    { does: 'insert', afterId: -1, elements: [] },
    { does: 'move', ids: [-1, 2], afterId: -3 },
    { does: 'delete', id: -1, base: null },
    { does: 'update', id: -2, fields: {}, base: null },
    { does: 'restore', id: -2, afterId: -1, element: { ...action, id: -2 } },
  ];
  expect(local.map((edit) => withRealIds(edit, idOf))).toEqual([
    { does: 'insert', afterId: 100, elements: [] },
    { does: 'move', ids: [100, 2], afterId: 300 },
    { does: 'delete', id: 100, base: null },
    { does: 'update', id: 200, fields: {}, base: null },
    { does: 'restore', id: 200, afterId: 100, element: { ...action, id: 200 } },
  ]);
  const real: Edit = { does: 'delete', id: 7, base: null };
  expect(withRealIds(real, idOf)).toBe(real);
});
