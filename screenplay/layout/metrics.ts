import type { Paper, ScriptFormat } from '../format.ts';

export const pointsPerInch = 72;
/** Height of a slot, which is one line: 6 lines an inch. */
export const linePoints = 12;
/** Width of one printed character: 10 an inch. */
export const cellPoints = 7.2;
/** Base line of a line of text, from the top of its slot. */
export const baselinePoints = 9;

export const defaultSizePoints = 12;
/** Width of a Courier character as a fraction of its font size. */
const characterWidth = 0.6;

/** Sizes of portrait pages, in points. */
export const sheets: Record<Paper, { widthPoints: number; heightPoints: number }> = {
  letter: { widthPoints: 612, heightPoints: 792 },
  a4: { widthPoints: 595.28, heightPoints: 841.89 },
};

/**
 * Return how many characters fit on a line of this width, at least one. Final Draft uses whole
 * points per character: 7 at 12 points, 6 at 10. With `isExact`, use the true width
 * (docs/format.md, "Wrapping").
 */
export function capacityOf(widthInches: number, sizePoints = defaultSizePoints, isExact = false): number {
  const points = widthInches * pointsPerInch;
  if (isExact) return Math.max(1, Math.floor(points / (characterWidth * sizePoints) + 1e-9));
  const fittingPoints = Math.max(1, Math.floor(characterWidth * sizePoints + 1e-9));
  return Math.max(1, Math.ceil(points / fittingPoints - 1e-9) - 1);
}

/** Size of the paper and of the body on it, in points from the top left corner. */
export interface PageBox {
  widthPoints: number;
  heightPoints: number;
  /** Top of the first body line. */
  topPoints: number;
  /** Top of the line with the page number. */
  headerPoints: number;
  /** Body lines of a full page. */
  linesPerPage: number;
}

const minLines = 10;

/**
 * Return the page box of a format. Margins that leave fewer than ten lines are mistakes: use an
 * inch above and below.
 */
export function pageBoxOf(format: ScriptFormat): PageBox {
  const { widthPoints, heightPoints } = sheets[format.paper];
  const { topMarginPoints: top, bottomMarginPoints: bottom, headerMarginPoints: header } = format;
  const lines = Math.floor((heightPoints - top - bottom) / linePoints);
  const isUsable = top >= 0 && bottom >= 0 && lines >= minLines;
  const topPoints = isUsable ? top : pointsPerInch;
  return {
    widthPoints,
    heightPoints,
    topPoints,
    headerPoints: header >= 0 && header <= topPoints - linePoints ? header : topPoints / 2,
    linesPerPage: isUsable ? lines : Math.floor((heightPoints - 2 * pointsPerInch) / linePoints),
  };
}
