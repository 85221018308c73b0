import { expect, test } from 'vitest';
import { deckRow } from '#test/rows.ts';
import { driftText, noPages, pageRange, planInScript } from './realPages.ts';

const counted = (pageNumber: number, lastPageNumber = pageNumber) => ({
  ...{ page: `${pageNumber}A`, lastPage: `${lastPageNumber}A`, pageNumber, lastPageNumber },
  ...{ eighths: 1, words: 1, cast: [] },
});
const counts = {
  pages: 9,
  scenes: new Map([
    [1, counted(1)],
    [2, counted(1, 3)],
    [3, counted(4, 9)],
  ]),
};
const scenes = [
  deckRow(1, { heading: '', sceneNumber: 0 }),
  deckRow(2, { beatId: 7 }),
  deckRow(3, { beatId: 7, actNumber: 2 }),
];

test('returns the pages of the scenes for beats and acts', () => {
  const { beats, acts, pages } = planInScript(scenes, counts);
  expect(pages).toBe(9);
  expect(beats.get(7)).toEqual({ startPage: 1, endPage: 9, startLabel: '1A', endLabel: '9A', scenes: 2 });
  expect([...acts]).toEqual([
    [1, { startPage: 1, endPage: 3, startLabel: '1A', endLabel: '3A', scenes: 1 }],
    [2, { startPage: 4, endPage: 9, startLabel: '4A', endLabel: '9A', scenes: 1 }],
  ]);
});

test('returns no acts for scenes that are not sorted into acts', () => {
  expect(
    planInScript(
      scenes.map((scene) => ({ ...scene, actNumber: 1 })),
      counts,
    ).acts.size,
  ).toBe(0);
  expect(planInScript(scenes, null)).toBe(noPages);
});

test('shows the drift in pages', () => {
  const real = { startPage: 12, endPage: 14, startLabel: '12', endLabel: '13', scenes: 1 };
  expect([driftText(10, real), driftText(13, real), driftText(12, real), driftText(null, real)]).toEqual([
    '2 later',
    '1 earlier',
    '',
    '',
  ]);
  expect([pageRange('12A', '14'), pageRange(3, 3)]).toEqual(['12A–14', '3']);
});
