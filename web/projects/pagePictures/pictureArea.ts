/** Part of a page, in points from its top left corner. */
export interface PictureArea {
  topPoints: number;
  heightPoints: number;
  /** Band of the uncertain line, from the top of the part. */
  markTopPoints: number;
  markHeightPoints: number;
}

/** Distances of the edges of a part from the base line of its uncertain line. */
const abovePoints = 72;
const belowPoints = 60;
/** Band of a line of 12-point type. */
const ascentPoints = 11;
const descentPoints = 4;
/** Maximum number of pixels of a picture; usual pages have 2 million. */
const maxPixels = 4_000_000;
/** Pixels of a point, where the page is not too large. */
const defaultScale = 2;

interface PageSize {
  widthPoints: number;
  heightPoints: number;
}

/** Return the part of a page around a line, or the whole page. */
export function pictureArea(page: PageSize, yPoints: number, isWhole: boolean): PictureArea {
  const line = Math.min(Math.max(yPoints, 0), page.heightPoints);
  const topPoints = isWhole ? 0 : Math.max(0, line - abovePoints);
  const bottomPoints = isWhole ? page.heightPoints : Math.min(page.heightPoints, line + belowPoints);
  return {
    topPoints,
    heightPoints: Math.max(1, bottomPoints - topPoints),
    markTopPoints: line - ascentPoints - topPoints,
    markHeightPoints: ascentPoints + descentPoints,
  };
}

/** Return the pixels of a point, so that no page of any size makes a picture too large. */
export function pictureScale({ widthPoints, heightPoints }: PageSize): number {
  return Math.min(defaultScale, Math.sqrt(maxPixels / (widthPoints * heightPoints)));
}
