/**
 * Fountain emphasis inside an element's content: **bold**, *italic*, ***both***, _underline_, and \* \_ \\ for
 * the characters themselves. A mark needs a partner on the same line and no space just inside it; without
 * one it is an ordinary character. Source: docs/format.md, "Fountain".
 */
export interface Span {
  /** Offsets into the plain text. */
  from: number;
  to: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
}

export interface StyledText {
  /** The text as printed, without marks and escapes. */
  text: string;
  /** The styled stretches in order, not overlapping; empty for plain text. */
  spans: Span[];
}

const marked = /[*_\\]/;

/** Whether the content holds a character that could be a mark or an escape. Most content does not. */
export function hasMarks(content: string): boolean {
  return marked.test(content);
}
