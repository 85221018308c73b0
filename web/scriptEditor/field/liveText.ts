import type { StyledText } from '#screenplay/emphasis.ts';
import type { Style } from '#screenplay/styled.ts';

/** What is in the field: the text as it is printed, without marks, and its styled stretches. */
export type LiveText = StyledText;

/** Offsets into the text; equal where nothing is selected. */
export interface TextRange {
  start: number;
  end: number;
  /** The end that moves is the start: it was selected from right to left. */
  isBackward?: true;
}

/** What is selected when a field opens: all of it, a caret at an offset of the text, or a stretch. */
export type FirstSelection = 'all' | number | TextRange;

export type Rewrite = (line: { text: LiveText; caret: number }) => { text: LiveText; caret: number };

/** What the screen does to an open field. */
export interface LiveFieldHandle {
  selection(): TextRange;
  /** A change that was not typed, as one step of the browser's undo where it can be one. */
  replace(next: LiveText, selection: TextRange | number): void;
  /** The same, made of the text and the caret as they are; an input method finishes what it composes first. */
  rewrite(make: Rewrite): void;
  /**
   * Show a text that was changed elsewhere, with the caret where `make` puts it. It is no step of the
   * browser's undo, takes no focus, and waits until an input method has finished.
   */
  refresh(make: Rewrite): void;
  /** For the selection, or for what is typed next where nothing is selected. */
  toggle(style: Style): void;
  focus(): void;
  /** Puts the caret, or the selection, elsewhere in this text. */
  select(selection: FirstSelection): void;
}
