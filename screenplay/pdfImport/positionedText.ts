/**
 * Text at a position on a page, in points from the top left corner; y is the base line. All text
 * of a run has one style and one direction.
 */
export interface PositionedRun {
  text: string;
  xPoints: number;
  yPoints: number;
  widthPoints: number;
  sizePoints: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  isRightToLeft: boolean;
  /** Whether the text is not horizontal, like most watermarks. */
  isRotated: boolean;
  /** Tag of the marked content that contains the run; null: none. */
  tag: string | null;
  /** Number of the marked content on its page; 0 outside of marked content. */
  markId: number;
}

/** Page of a print with all its text, in the order in which the file draws it. */
export interface PositionedPage {
  widthPoints: number;
  heightPoints: number;
  runs: PositionedRun[];
}

/** Width of a character of 12-point Courier. */
export const courierCellPoints = 7.2;

/** Create a run of plain text in 12-point Courier. */
export function courierRun(text: string, xPoints: number, yPoints: number): PositionedRun {
  return {
    text,
    xPoints,
    yPoints,
    widthPoints: text.length * courierCellPoints,
    sizePoints: 12,
    isBold: false,
    isItalic: false,
    isUnderlined: false,
    isStruck: false,
    isRightToLeft: false,
    isRotated: false,
    tag: null,
    markId: 0,
  };
}
