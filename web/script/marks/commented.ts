/** Unresolved threads on one element. */
interface CommentedElement {
  count: number;
  /** Commented ranges; offsets refer to its plain text. */
  ranges: readonly { threadId: number; start: number; end: number }[];
}

/** Commented elements by id. */
export type CommentedElements = ReadonlyMap<number, CommentedElement>;
