import { expect, test } from 'vitest';
import { boardFramePosition, boardGrid, boardMarginPoints, framesPerPage } from './boardGrid.ts';
import { sheets } from './metrics.ts';

const ratios = [1 / 4, 1, 4 / 3, 16 / 9, 2.35, 4];
const papers = Object.values(sheets);

test('fills whole rows for every number of frames and paper, with uncropped pictures inside the page', () => {
  for (const paper of papers)
    for (const ratio of ratios)
      for (const perPage of framesPerPage) {
        const grid = boardGrid(perPage, ratio, 80, paper);
        expect(grid.columns * grid.rows).toBe(perPage);
        expect(grid.pictureWidth / grid.pictureHeight).toBeCloseTo(ratio);
        expect(grid.pictureWidth).toBeLessThanOrEqual(grid.cellWidth + 0.01);
        expect(grid.pictureHeight + 80).toBeLessThanOrEqual(grid.cellHeight + 0.01);
        const last = boardFramePosition(grid, perPage - 1);
        expect(last.xPoints + grid.cellWidth).toBeCloseTo(grid.widthPoints - boardMarginPoints);
        expect(last.yPoints + grid.cellHeight).toBeCloseTo(grid.heightPoints - boardMarginPoints);
      }
});

test('puts a few wide pictures below each other on a portrait page, and many in columns', () => {
  const letter = sheets.letter;
  expect(boardGrid(2, 16 / 9, 60, letter)).toMatchObject({ columns: 1, rows: 2, ...letter });
  expect(boardGrid(6, 16 / 9, 60, letter)).toMatchObject({ columns: 2, rows: 3 });
  expect(boardGrid(12, 16 / 9, 60, letter).columns).toBe(3);
});
