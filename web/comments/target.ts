/** What a new comment is made on. */
export interface CommentTarget {
  elementId: number;
  /** Where that is, in words: "Tobias, dialogue, scene 31". */
  label: string;
  /** Null: on the whole element. */
  selectedText: string | null;
  /** Offsets into the element's plain text; null without selected text. */
  selectionStart: number | null;
  selectionEnd: number | null;
}
