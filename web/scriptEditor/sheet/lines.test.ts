import { expect, test } from 'vitest';
import type { ScriptElement } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { inTwoColumns } from '#screenplay/layout/twoColumns.ts';
import { columnOf, cueLeftPx, lineLeftPx, phoneLines } from './lines.ts';
import { measuresFor } from './measures.ts';

const element = (elementType: ScriptElement['elementType']): ScriptElement => ({
  elementType,
  content: '',
  dual: null,
  originalType: null,
  extras: null,
});
const box = (type: ScriptElement['elementType']) => boxOf(element(type), defaultFormat);
const full = measuresFor(1200, false, defaultFormat);

test.for([
  [1200, 96, 16, 816],
  [864, 96, 16, 816],
  [849, 96, 16, 816],
  [800, 86.4, 14.4, 734.4],
  [700, 72, 12, 612],
] as const)('in an editor of %i px an inch has %f px and a line %f', ([desk, inch, line, sheet]) => {
  const measures = measuresFor(desk, false, defaultFormat);
  expect([measures.inchPx, measures.linePx, measures.sheetPx]).toEqual([inch, line, sheet]);
  expect(measures.charPx).toBeCloseTo(inch / 10);
});

test.for([50, 125, 200])(
  'at %i %% everything on the page is of that size, and the desk as wide as it',
  (zoom) => {
    const measures = measuresFor(1000, false, defaultFormat, zoom);
    const share = zoom / 100;
    expect(measures.inchPx).toBeCloseTo(96 * share);
    expect(measures.charPx).toBeCloseTo(9.6 * share);
    expect(measures.deskPx).toBe(Math.max(1000, 816 * share + 48));
    expect(measures.sheetLeftPx).toBeCloseTo((measures.deskPx - 816 * share) / 2);
    const phone = measuresFor(390, true, defaultFormat, zoom);
    expect([phone.deskPx, phone.sheetPx, phone.charPx]).toEqual([390, 390, 9 * share]);
  },
);

test.for([
  ['action', 1.5],
  ['character', 3.5],
  ['dialogue', 2.5],
  ['parenthetical', 2.9],
] as const)('%s begins %f inches from the edge of the sheet', ([type, inches]) => {
  const own = box(type);
  expect(lineLeftPx('Twice.', own, columnOf(own, full), true, full.charPx)).toBeCloseTo(inches * 96);
});

test('a transition ends at 7.1 inches', () => {
  const own = box('transition');
  const left = lineLeftPx('CUT TO:', own, columnOf(own, full), true, full.charPx);
  expect(left + 7 * full.charPx).toBeCloseTo(7.1 * 96);
});

test('on a phone lines break by its columns, and keep their offsets', () => {
  const phone = measuresFor(390, true, defaultFormat);
  const column = columnOf(box('action'), phone);
  expect(column.leftPx).toBe(16);
  expect(column.rightPx).toBeCloseTo(374);
  const text = 'Nobody moves. She turns the manifest to his torchlight and counts.';
  const lines = phoneLines(text, [{ from: 14, to: text.length }], column, phone.charPx);
  const longest = Math.floor((column.rightPx - column.leftPx) / phone.charPx);
  expect(lines.map(({ from, to }) => text.slice(from, to))).toEqual([
    'She turns the manifest to his',
    'torchlight and counts.',
  ]);
  expect(Math.max(...lines.map(({ from, to }) => to - from))).toBeLessThanOrEqual(longest);
});

test('(MORE) and a repeated cue are where the format prints cues', () => {
  const inchesOf = (format = defaultFormat) => cueLeftPx('(MORE)', format, full) / full.inchPx;
  expect([inchesOf(), inchesOf(inTwoColumns(defaultFormat))]).toEqual([3.5, 4.5]);
});
