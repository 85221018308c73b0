/** Target of a new comment. */
export interface CommentTarget {
  elementId: number;
  /** Its location in words: "Tobias, dialogue, scene 31". */
  label: string;
  /** Null: on the whole element. */
  selectedText: string | null;
  /** Offsets into the element's plain text; null without selected text. */
  selectionStart: number | null;
  selectionEnd: number | null;
}
