import { expect, test } from 'vitest';
import { beatRow, tenseStory, tensionRow, tensionRows } from '#test/storyRows.ts';
import { curveThrough } from './curve.ts';
import { heightPx, percentOf, tensionWord } from './levels.ts';
import { peakOf, plotOf } from './plot.ts';

const { acts, beats } = tenseStory();
const points = tensionRows();

test.each([
  [1, 'high'],
  [0.71, 'high'],
  [0.7, 'moderate'],
  [0.41, 'moderate'],
  [0.4, 'low'],
  [0, 'low'],
])('a level of %f is %s', (level, word) => {
  expect(tensionWord(level)).toBe(word);
});

test.each([
  [0, 0],
  [0.5, 30],
  [1, 60],
  [1.2, 60],
])('a bar of level %f is %f pixels high', (level, px) => {
  expect(heightPx(level)).toBe(px);
});

test('percentOf returns whole percents', () => {
  expect(percentOf(0.825)).toBe(83);
});

/** The y values of a path, control points included. */
function heights(path: string): number[] {
  const numbers = path.split(/[MC ]/).filter(Boolean).map(Number);
  return numbers.filter((_, index) => index % 2 === 1);
}

test('the curve passes through every dot, without overshoot', () => {
  const path = curveThrough([
    { x: 0.5, y: 50 },
    { x: 1.5, y: 10 },
    { x: 2.5, y: 12 },
    { x: 3.5, y: 40 },
  ]);
  expect(path.startsWith('M0.5 50C')).toBe(true);
  for (const end of ['1.5 10', '2.5 12', '3.5 40']) expect(path).toContain(end);
  expect(Math.min(...heights(path))).toBe(10);
  expect(Math.max(...heights(path))).toBe(50);
});

test('returns a curve for one dot, and none without dots', () => {
  expect(curveThrough([{ x: 0.5, y: 30 }])).toBe('M0.5 30');
  expect(curveThrough([])).toBe('');
});

test('sorts points into story order', () => {
  const { columns, stretches, unanalysed } = plotOf(points.toReversed(), beats, acts);
  expect(columns.map(({ title }) => title)).toEqual([
    'Mara counts 213',
    'The blanket is still warm',
    'By hand',
  ]);
  expect(stretches.map(({ columns: count, theme }) => [count, theme])).toEqual([
    [2, 'blue'],
    [1, 'red'],
  ]);
  expect(unanalysed).toBe(0);
});

test('keeps the bar of a deleted beat, in the act of the previous one', () => {
  const after = [...points, tensionRow({ id: 34, storyBeatId: null, tensionLevel: 0.1, position: 1 })];
  const { columns, stretches } = plotOf(after, beats, acts);
  expect(columns.at(-1)?.name).toBe('Deleted beat: low tension, 10 %');
  expect(stretches.map(({ columns: count }) => count)).toEqual([2, 2]);
});

test('names an act that is not loaded by its number', () => {
  const { stretches } = plotOf(points, beats, []);
  expect(stretches.map(({ number, title }) => [number, title])).toEqual([
    [1, null],
    [2, null],
  ]);
});

test('peakOf returns the first of the highest columns', () => {
  const even = [tensionRow({ id: 1, storyBeatId: 21 }), tensionRow({ id: 2, storyBeatId: 22, position: 1 })];
  expect(peakOf(plotOf(even, [beatRow(21, 1)], acts).columns)?.pointId).toBe(1);
  expect(peakOf([])).toBeUndefined();
});
