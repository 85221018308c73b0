/** Possible numbers of frames on a page of a printed storyboard. */
export const framesPerPage = [2, 3, 4, 6, 8, 9, 12] as const;
export type FramesPerPage = (typeof framesPerPage)[number];

/** Layout of a printed storyboard page; all measures in points. */
export interface BoardGrid {
  widthPoints: number;
  heightPoints: number;
  columns: number;
  rows: number;
  /** Size of one frame with the text below it. */
  cellWidth: number;
  cellHeight: number;
  pictureWidth: number;
  pictureHeight: number;
}

export const boardMarginPoints = 40;
export const boardHeadPoints = 26;
const columnGapPoints = 16;
const rowGapPoints = 12;

interface BoardPaper {
  widthPoints: number;
  heightPoints: number;
}

/**
 * Return the portrait or landscape page with the number of columns for which the pictures are
 * largest. `ratio` is width to height; pictures are not cropped and have `captionPoints` of text
 * below them. On a tie, take the portrait page with fewer columns.
 */
export function boardGrid(
  perPage: number,
  ratio: number,
  captionPoints: number,
  paper: BoardPaper,
): BoardGrid {
  const [short, long] = [paper.widthPoints, paper.heightPoints].sort((a, b) => a - b) as [number, number];
  let best: BoardGrid | null = null;
  for (const [widthPoints, heightPoints] of [
    [short, long],
    [long, short],
  ] as const) {
    for (let columns = 1; columns <= perPage; columns++) {
      const rows = perPage / columns;
      if (!Number.isInteger(rows)) continue;
      const width = widthPoints - 2 * boardMarginPoints - (columns - 1) * columnGapPoints;
      const height = heightPoints - 2 * boardMarginPoints - boardHeadPoints - (rows - 1) * rowGapPoints;
      const cellWidth = width / columns;
      const cellHeight = height / rows;
      const pictureHeight = Math.min(cellWidth / ratio, cellHeight - captionPoints);
      if (pictureHeight <= 0) continue;
      const pictureWidth = pictureHeight * ratio;
      if (best && pictureWidth <= best.pictureWidth + 0.5) continue;
      best = { widthPoints, heightPoints, columns, rows, cellWidth, cellHeight, pictureWidth, pictureHeight };
    }
  }
  if (!best) throw new Error(`boardGrid: ${perPage} frames do not fit on the page`);
  return best;
}

/** Return the position of a frame: its top left corner, in points from the top left of the page. */
export function boardFramePosition(grid: BoardGrid, index: number): { xPoints: number; yPoints: number } {
  const column = index % grid.columns;
  const row = Math.floor(index / grid.columns);
  return {
    xPoints: boardMarginPoints + column * (grid.cellWidth + columnGapPoints),
    yPoints: boardMarginPoints + boardHeadPoints + row * (grid.cellHeight + rowGapPoints),
  };
}
