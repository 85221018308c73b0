/** The visible part of the editor. */
export interface EditorViewport {
  widthPx: number;
  heightPx: number;
  scrollPx: number;
  isPhone: boolean;
}

/** The viewport before the first layout, and where there is none: that of a common screen. */
export const unmeasuredView: EditorViewport = { widthPx: 1200, heightPx: 900, scrollPx: 0, isPhone: false };

/** The viewport changes in steps of this size: pages are rendered well ahead of the window. */
export const viewStepPx = 120;

/**
 * Return whether a range of the editor is visible wherever the window begins within the step. False
 * may be wrong: only the editor's node knows, and reading it forces a layout.
 */
export function isCertainlyVisible(
  { scrollPx, heightPx }: EditorViewport,
  topPx: number,
  endPx: number,
): boolean {
  return topPx >= scrollPx + viewStepPx && endPx <= scrollPx + heightPx;
}
