import type { ScriptFormat } from '#screenplay/format.ts';
import { pageBoxOf, pointsPerInch } from '#screenplay/layout/metrics.ts';

/** How large a sheet is drawn. All in CSS pixels; one object per size, so that it can be compared. */
export interface Measures {
  /** Below 768 px lines break by the width of the screen, not of the page. */
  isPhone: boolean;
  inchPx: number;
  charPx: number;
  fontPx: number;
  /** Height of a slot. */
  linePx: number;
  sheetPx: number;
  /** Desk above the first sheet. */
  deskTopPx: number;
  /** Sheet above the first line; the page number stands in it. */
  headPx: number;
  /** Sheet below the last line or (MORE). */
  footPx: number;
  /** Desk between two sheets. */
  gapPx: number;
}

const fullInchPx = 96;
const scales = [1, 0.9, 0.75];
const gutterPx = 24;
export const phonePx = 768;
export const phoneMarginPx = 16;
/** Characters of Courier Prime are 0.6 of its size wide: ten an inch at 12 points. */
const charRatio = 0.6;

/** The largest scale at which a sheet fits the desk; the smallest where none does. On a phone the desk is the sheet. */
export function measuresFor(deskPx: number, isPhone: boolean, format: ScriptFormat): Measures {
  const widthInches = pageBoxOf(format).widthPoints / pointsPerInch;
  if (isPhone) {
    return {
      isPhone,
      inchPx: (deskPx - 2 * phoneMarginPx) / 6.1,
      charPx: 15 * charRatio,
      fontPx: 15,
      linePx: 17,
      sheetPx: deskPx,
      deskTopPx: 0,
      headPx: 52,
      footPx: 24,
      gapPx: 8,
    };
  }
  const fits = (scale: number) => widthInches * fullInchPx * scale <= deskPx - 2 * gutterPx;
  const scale = scales.find(fits) ?? 0.75;
  const fontPx = 16 * scale;
  return {
    isPhone,
    inchPx: fullInchPx * scale,
    charPx: fontPx * charRatio,
    fontPx,
    linePx: fontPx,
    sheetPx: widthInches * fullInchPx * scale,
    deskTopPx: 24,
    headPx: 52,
    footPx: 20,
    gapPx: 10,
  };
}
