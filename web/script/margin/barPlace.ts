import type { VerticalRange } from '#web/scriptEditor/pages/hover.ts';

/** The element whose tools are shown, on its sheet. */
export interface ToolRoom {
  /** Position of the element in the editor. */
  topPx: number;
  endPx: number;
  linePx: number;
  sheetLeftPx: number;
  inchPx: number;
  /** Left edge of the page's text. */
  bodyPx: number;
  /** The heading has its number next to it, which stays visible. */
  isNumbered: boolean;
  isLive: boolean;
  isNew: boolean;
  isExplicit: boolean;
  canWrite: boolean;
  hasAudio: boolean;
}

/** Start of the right margin: after the longest line of action, which has 61 characters. */
export const marginInches = 7.64;
const barPx = 30;
const plusPx = 18;
const buttonPx = 24;
/** Gap between the tools and the mark at their right, and the edge of the editor at their left. */
const edgePx = 2;
/** Width of the mark of the current element, from the text to its outer edge. */
const markInches = 0.18;

/** Return the positions of the tools, and the heights that they take in the left margin. */
export function toolPlaces(room: ToolRoom) {
  const { topPx, endPx, linePx, sheetLeftPx, inchPx, bodyPx, isLive, canWrite } = room;
  const leftPx = barLeftPx(room);
  const besidePx = topPx + (linePx - barPx) / 2;
  const bottomPx = leftPx === null ? null : besidePx + barPx;
  const hasPlus = !isLive && canWrite;
  const plusTopPx = hasPlus ? Math.max(endPx + (linePx - plusPx) / 2, (bottomPx ?? 0) + 1) : null;
  const endOfAllPx = plusTopPx === null ? bottomPx : plusTopPx + plusPx;
  const heights: VerticalRange | null =
    endOfAllPx === null
      ? null
      : { topPx: bottomPx === null ? endOfAllPx - plusPx : besidePx, bottomPx: endOfAllPx };
  return {
    leftPx,
    // In the right margin it is below the type.
    barTopPx: leftPx === null ? topPx + linePx + 3 : besidePx,
    plusTopPx,
    plusLeftPx: sheetLeftPx + bodyPx - markInches * inchPx - plusPx - 4,
    heights,
  };
}

/**
 * Return the left edge of the tools: left of the text and of the current mark, over no scene
 * number. The area beside the sheet is free, too. Null if there is no room.
 */
export function barLeftPx(room: Omit<ToolRoom, 'topPx' | 'endPx' | 'linePx'>): number | null {
  const { inchPx, sheetLeftPx, bodyPx, isNumbered, isLive, isNew, isExplicit, canWrite, hasAudio } = room;
  const ofLine = (isNew ? 1 : 4) + (isExplicit ? 1 : 0);
  const ofWriter = isLive ? ofLine : 6;
  const count = isLive || canWrite ? ofWriter : 3 + (hasAudio ? 1 : 0);
  const leftPx = Math.min(12, bodyPx - markInches * inchPx - edgePx - (count * buttonPx + 2));
  return isNumbered || leftPx < edgePx - sheetLeftPx ? null : leftPx;
}
