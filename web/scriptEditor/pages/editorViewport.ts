/** The visible part of the editor. */
export interface EditorViewport {
  widthPx: number;
  heightPx: number;
  scrollPx: number;
  isPhone: boolean;
}

/** The viewport of a common screen, where nothing has been laid out. */
const commonView: EditorViewport = { widthPx: 1200, heightPx: 900, scrollPx: 0, isPhone: false };

/** The viewport changes in steps of this size: pages are rendered well ahead of the window. */
export const viewStepPx = 120;

/**
 * Return the viewport for the first render: that of the server's first sheet, which is laid out
 * like the editor (web/opening.css). The sheets are then not rendered a second time.
 */
export function openingView(): EditorViewport {
  const { clientWidth: widthPx = 0, clientHeight: heightPx = 0 } =
    document.querySelector('.opening-desk') ?? {};
  return widthPx === 0 ? commonView : { ...commonView, widthPx, heightPx };
}

/** Return the scroll position as a viewport has it. */
export function viewStepOf(scrollPx: number): number {
  return Math.floor(scrollPx / viewStepPx) * viewStepPx;
}
