/** The unresolved threads on one element. */
interface CommentedElement {
  count: number;
  /** What was selected for them; offsets count in its plain text. */
  ranges: readonly { threadId: number; start: number; end: number }[];
}

/** What was commented on, by element. */
export type CommentedElements = ReadonlyMap<number, CommentedElement>;
