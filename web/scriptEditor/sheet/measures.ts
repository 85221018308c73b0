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
  /** Width of what scrolls: the desk, or more where a sheet is wider. */
  deskPx: number;
  /** From its left edge to that of the sheets. */
  sheetLeftPx: number;
  /** Desk above the first sheet. */
  deskTopPx: number;
  /** Height of the paper; 0 on a phone, where a sheet is as high as its text. */
  paperPx: number;
  /** Sheet above the first line; the page number stands in it. */
  headPx: number;
  /** Sheet below the last line or (MORE), at least. */
  footPx: number;
  /** Desk between two sheets. */
  gapPx: number;
}

const fullInchPx = 96;
const scales = [1, 0.9, 0.75];
const gutterPx = 24;
/** Desk above the first sheet and between two, so that one at the top of the window is alone. */
const sheetGapPx = 24;
export const phonePx = 768;
export const phoneMarginPx = 16;
/** Characters of Courier Prime are 0.6 of its size wide: ten an inch at 12 points. */
const charRatio = 0.6;

/**
 * Return the largest scale at which a sheet fits the desk (the smallest where none does),
 * multiplied by the zoom. On a phone the desk is the sheet, and larger letters mean fewer in a
 * line.
 */
export function measuresFor(
  deskPx: number,
  isPhone: boolean,
  format: ScriptFormat,
  zoomPercent = 100,
  /** Room above the first sheet, as typewriter scrolling needs. */
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
  const fits = (scale: number) => widthInches * fullInchPx * scale <= deskPx - 2 * gutterPx;
  const scale = (scales.find(fits) ?? 0.75) * zoom;
  const sheetPx = widthInches * fullInchPx * scale;
  // Only a sheet that was zoomed makes the desk wider: one that does not fit is cut at its margins.
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
