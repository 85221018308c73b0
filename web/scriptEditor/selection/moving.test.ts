import { expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Position } from '#screenplay/selection.ts';
import { seeded } from '#test/random.ts';
import { randomScript } from '#test/randomScript.ts';
import { column, cue, dialogueLine, heading } from '#test/script.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { toScriptElements } from '../sheet/elementCasts.ts';
import { measuresFor } from '../sheet/measures.ts';
import { createSheetLayout } from '../sheet/sheetLayout.ts';
import { type CaretColumn, type Movement, moveCaret, movementOf } from './moving.ts';
import { lengthOf, lineOnPage, placeNear } from './places.ts';

function scriptOf(elements: Parameters<typeof scriptRows>[0], zoomPercent = 100) {
  const rows = scriptRows(elements).elements;
  const measures = measuresFor(1200, false, defaultFormat, zoomPercent);
  return {
    rows,
    book: createSheetLayout(paginate(toScriptElements(rows), defaultFormat), measures, 0),
    viewPx: 900,
  };
}

type Script = ReturnType<typeof scriptOf>;

/** Press a key until the caret no longer moves. Returns the positions on the way. */
function walk(script: Script, from: Position, movement: Movement): Position[] {
  const places = [from];
  let column: CaretColumn | null = null;
  for (let at = from; places.length < 20_000; ) {
    const step = moveCaret(script, at, movement, column);
    if (step.to.id === at.id && step.to.offset === at.offset) return places;
    places.push(step.to);
    at = step.to;
    column = step.column;
  }
  throw new Error(`${movement} never ends`);
}

const edges = ({ rows }: Script) => ({
  start: { id: rows[0]?.id ?? 0, offset: 0 },
  end: { id: rows.at(-1)?.id ?? 0, offset: lengthOf(rows.at(-1)) },
});

test.for([1, 2, 3])('the left and right keys move the caret through every position (seed %i)', (seed) => {
  const script = scriptOf(randomScript(seed, 60));
  const { start, end } = edges(script);
  const forth = walk(script, start, 'right');
  expect(forth.at(-1)).toEqual(end);
  expect(walk(script, end, 'left').toReversed()).toEqual(forth);
});

test.for([4, 5])(
  'line by line it comes by every page, and by words and elements to the end (seed %i)',
  (seed) => {
    const script = scriptOf(randomScript(seed, 300).map((each) => ({ ...each, dual: null })));
    const { start, end } = edges(script);
    const lines = walk(script, start, 'down').length;
    const drawn = script.book.bodies.length;
    expect(drawn).toBeGreaterThan(4);
    expect(lines).toBeGreaterThan(script.rows.length);
    for (const movement of ['down', 'wordRight', 'elementEnd', 'scriptEnd'] as const)
      expect(walk(script, start, movement).at(-1)).toEqual(end);
    for (const movement of ['up', 'wordLeft', 'elementStart', 'scriptStart'] as const)
      expect(walk(script, end, movement).at(-1)).toEqual(start);
    expect(walk(script, start, 'pageDown').length).toBeLessThan(lines / 10);
  },
);

test('moving down keeps the column across a shorter line', () => {
  const script = scriptOf([
    dialogueLine('A line of some length.'),
    dialogueLine('Short.'),
    dialogueLine('Another line of that length.'),
  ]);
  const [first, second, third] = script.rows.map(({ id }) => id) as [number, number, number];
  const one = moveCaret(script, { id: first, offset: 15 }, 'down');
  expect(one.to).toEqual({ id: second, offset: 6 });
  expect(moveCaret(script, one.to, 'down', one.column).to).toEqual({ id: third, offset: 15 });
});

test('stays in its column by up and down in dual dialogue', () => {
  const script = scriptOf([
    heading('INT. DECK'),
    ...column('left', cue('MARA'), dialogueLine('No.')),
    ...column('right', cue('TOBIAS'), dialogueLine('Yes.')),
    dialogueLine('After.'),
  ]);
  const texts = (from: number) => {
    const places = walk(script, { id: script.rows[from]?.id ?? 0, offset: 0 }, 'down');
    return [...new Set(places.map(({ id }) => script.rows.find((row) => row.id === id)?.content))];
  };
  expect(texts(1)).toEqual(['MARA', 'No.', 'After.']);
  expect(texts(3)).toEqual(['TOBIAS', 'Yes.', 'After.']);
});

test.for([
  [6, 100],
  [7, 100],
  [8, 50],
  [9, 200],
] as const)(
  'every point of the desk has a nearest place, and a letter is nearest to itself (seed %i, at %i %%)',
  ([seed, zoom]) => {
    const script = scriptOf(randomScript(seed, 120), zoom);
    const random = seeded(seed);
    const { book, rows } = script;
    for (let tries = 0; tries < 200; tries++) {
      const point = { xPx: random.below(1400) - 300, yPx: random.below(book.tops.at(-1) ?? 0) };
      expect(placeNear(book, point)).not.toBeNull();
      const row = random.pick(rows);
      const offset = random.below(lengthOf(row) + 1);
      const found = lineOnPage(book, rows, { id: row.id, offset });
      if (!found || offset < found.from || offset > found.to) continue;
      const xPx = found.leftPx + (offset - found.from) * book.measures.charPx;
      expect(placeNear(book, { xPx, yPx: found.topPx + 4 })).toEqual({ id: row.id, offset });
    }
  },
);

test('an empty script has no position for the caret', () => {
  expect(placeNear(scriptOf([]).book, { xPx: 100, yPx: 100 })).toBeNull();
});

test('keys move the caret as usual on the platform', () => {
  const press = (key: string, held: object = {}) =>
    movementOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
  expect(press('ArrowLeft')).toBe('left');
  expect(press('ArrowLeft', { ctrlKey: true })).toBe('wordLeft');
  expect(press('End', { ctrlKey: true, shiftKey: true })).toBe('scriptEnd');
  expect(press('PageDown')).toBe('pageDown');
  expect(press('a')).toBeNull();
  expect(press('ArrowLeft', { altKey: true })).toBeNull();
});
