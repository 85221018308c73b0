import fs from 'node:fs';
import { expect, test } from 'vitest';
import { actRow, storyRows } from '#test/storyRows.ts';
import { beatsIn, columnsFor, pagesOf, planFigures, storyPlan } from './board.ts';

const { acts, sequences, beats } = storyRows();
const loose = (actNumber: number) => ({ actNumber, sequenceId: null });

test('applies two pending moves one after another', () => {
  const plan = storyPlan(acts, sequences, beats, [
    { beatId: 101, actNumber: 2, sequenceId: null, orderIndex: 0 },
    { beatId: 102, actNumber: 2, sequenceId: null, orderIndex: 1 },
  ]);
  expect(beatsIn(plan, loose(2)).map(({ id, orderIndex, actId }) => [id, orderIndex, actId])).toEqual([
    [101, 0, 20],
    [102, 1, 20],
    [201, 2, 20],
  ]);
  expect(beatsIn(plan, loose(1))).toEqual([]);
});

test('ignores a move of a deleted beat or to a deleted sequence', () => {
  const plan = storyPlan(acts, sequences, beats, [
    { beatId: 101, actNumber: 1, sequenceId: 77, orderIndex: 0 },
    { beatId: 999, actNumber: 1, sequenceId: null, orderIndex: 0 },
  ]);
  expect(plan.beats).toEqual(beats);
});

test('describes the planned figures in words', () => {
  expect(planFigures(storyPlan(acts, sequences, beats))).toBe('2 acts, 58 pages, 6 beats');
  expect(planFigures(storyPlan([actRow(1, { endPage: 1 })], [], []))).toBe('1 act, 1 page, 0 beats');
});

test('an act that ends before it starts has one page', () => {
  expect(pagesOf({ startPage: 30, endPage: 12 })).toBe(1);
});

test('shows acts in 1, 2 or 4 columns by width, and three or six acts in 3', () => {
  const css = fs.readFileSync('web/planning/PlanBoard.module.css', 'utf8');
  const [narrow = '', ...wider] = css.split('@media');
  expect(narrow).toContain('grid-template-columns: minmax(0, 1fr);');
  expect(wider.map((rule) => [rule.match(/min-width: \d+px/)?.[0], rule.match(/repeat\(\d/)?.[0]])).toEqual([
    ['min-width: 768px', 'repeat(2'],
    ['min-width: 1000px', 'repeat(3'],
    ['min-width: 1281px', 'repeat(4'],
  ]);
  expect([1, 2, 3, 4, 5, 6, 8, 12].map(columnsFor)).toEqual([4, 4, 3, 4, 4, 3, 4, 4]);
});
