import type { StyledText } from '#screenplay/emphasis.ts';
import type { Style } from '#screenplay/styled.ts';

/** Content of the field: the printed text without marks, and its styled ranges. */
export type LiveText = StyledText;

/** Offsets into the text; equal for a caret. */
export interface TextRange {
  start: number;
  end: number;
  /** The moving end is the start: it was selected from right to left. */
  isBackward?: true;
}

/** Initial selection of a field: all of it, a caret at an offset, or a range. */
export type FirstSelection = 'all' | number | TextRange;

export type Rewrite = (line: { text: LiveText; caret: number }) => { text: LiveText; caret: number };

/** Operations of the screen on an open field. */
export interface LiveFieldHandle {
  selection(): TextRange;
  /** Replace text by a command, as one step of the browser's undo if possible. */
  replace(next: LiveText, selection: TextRange | number): void;
  /**
   * Replace text computed from the present text and caret. A running composition is finished first.
   */
  rewrite(make: Rewrite): void;
  /**
   * Show a text that was changed elsewhere, with the caret where `make` puts it. It is no step of
   * the browser's undo, takes no focus, and waits until an input method has finished.
   */
  refresh(make: Rewrite): void;
  /** Toggle a style of the selection, or of the text typed next. */
  toggle(style: Style): void;
  focus(): void;
  /** Return whether an input method is composing. */
  isComposing(): boolean;
  /** Move the caret or the selection within this text. */
  select(selection: FirstSelection): void;
}
