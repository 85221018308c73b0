import type { ScriptFormat } from '#screenplay/format.ts';
import { pageBoxOf, pointsPerInch } from '#screenplay/layout/metrics.ts';

/** The size of a rendered sheet in CSS pixels; one object per size, so that it can be compared. */
export interface Measures {
  /** Below 768 px lines break by the width of the screen, not of the page. */
  isPhone: boolean;
  inchPx: number;
  charPx: number;
  fontPx: number;
  /** Height of a slot. */
  linePx: number;
  sheetPx: number;
  /** Width of the scrolled content: that of the editor, or more if a zoomed sheet is wider. */
  deskPx: number;
  /** From the left edge of the scrolled content to that of the sheets. */
  sheetLeftPx: number;
  /** Height of the background above the first sheet. */
  deskTopPx: number;
  /** Height of the paper; 0 on a phone, where a sheet is as high as its text. */
  paperPx: number;
  /** Height of the sheet above the first line, which contains the page number. */
  headPx: number;
  /** Minimum height of the sheet below the last line or (MORE). */
  footPx: number;
  /** Height of the background between two sheets. */
  gapPx: number;
}

const fullInchPx = 96;
const scales = [1, 0.9, 0.75];
const gutterPx = 24;
/**
 * Minimum gutter of a sheet that is not zoomed. A sheet fits a window of 1440 px next to the side
 * bar, the panel and a scroll bar of up to 17 px.
 */
const minGutterPx = 15;
/** Height above the first sheet and between two, so that the upper sheet can fill the window. */
const sheetGapPx = 24;
export const phonePx = 768;
export const phoneMarginPx = 16;
/** Width of a character of Courier Prime, relative to its size: ten an inch at 12 points. */
const charRatio = 0.6;

/**
 * Return the measures for the largest scale at which a sheet fits the editor (the smallest if none
 * does), multiplied by the zoom. On a phone the sheet fills the editor, and a line of larger
 * letters has fewer of them.
 */
export function measuresFor(
  deskPx: number,
  isPhone: boolean,
  format: ScriptFormat,
  zoomPercent = 100,
  /** Space above the first sheet for typewriter scrolling. */
  roomAbovePx = 0,
): Measures {
  const zoom = zoomPercent / 100;
  const { widthPoints, heightPoints, topPoints } = pageBoxOf(format);
  const widthInches = widthPoints / pointsPerInch;
  if (isPhone) {
    return {
      isPhone,
      inchPx: (deskPx - 2 * phoneMarginPx) / 6.1,
      charPx: 15 * zoom * charRatio,
      fontPx: 15 * zoom,
      linePx: 17 * zoom,
      sheetPx: deskPx,
      deskPx,
      sheetLeftPx: 0,
      deskTopPx: roomAbovePx,
      paperPx: 0,
      headPx: 52 * zoom,
      footPx: 24,
      gapPx: 8,
    };
  }
  const fits = (scale: number) => widthInches * fullInchPx * scale <= deskPx - 2 * minGutterPx;
  const scale = (scales.find(fits) ?? 0.75) * zoom;
  const sheetPx = widthInches * fullInchPx * scale;
  // Only a zoomed sheet makes the content wider. Without zoom, a sheet that does not fit is cut off
  // at its margins.
  const widePx = zoom > 1 ? Math.max(deskPx, sheetPx + 2 * gutterPx) : deskPx;
  const fontPx = 16 * scale;
  const inchPx = fullInchPx * scale;
  const toPx = (points: number) => (points / pointsPerInch) * inchPx;
  return {
    isPhone,
    inchPx,
    charPx: fontPx * charRatio,
    fontPx,
    linePx: fontPx,
    sheetPx,
    deskPx: widePx,
    sheetLeftPx: (widePx - sheetPx) / 2,
    deskTopPx: sheetGapPx + roomAbovePx,
    paperPx: toPx(heightPoints),
    headPx: toPx(topPoints),
    footPx: 20,
    gapPx: sheetGapPx,
  };
}
