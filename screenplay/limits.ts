/*
 * Maximum lengths of fields, in characters. File readers and API calls (shared/contract) share
 * them. The API rejects longer values; an import truncates them and reports it.
 */

/** Content of an element. */
export const maxContentLength = 20_000; // docs/spec/script.md
/**
 * Runs of a Final Draft paragraph whose original runs are preserved. They are stored in one column
 * value. No real paragraph has that many.
 */
export const maxPreservedRuns = 20_000;
export const maxMarkedLength = 1_000_000;
/** Name of a character or of the speaker of a line. */
export const maxNameLength = 100;
/** Maximum length of the number of a new scene. */
export const maxSceneNumberLength = 20;
/** Text of a comment. */
export const maxCommentLength = 5000;
/** Name of a project. */
export const maxProjectNameLength = 200;

/** Fields of a title page. */
export const titlePageLimits = {
  title: 1000,
  credit: 1000,
  author: 1000,
  source: 1000,
  draftDate: 1000,
  contact: 2000,
  copyright: 1000,
  notes: 5000,
  /** Additional keys defined by the writer. */
  maxMore: 100,
  moreKey: 200,
  moreValue: 5000,
} as const;

/** Truncate a text to `max` characters without splitting a surrogate pair. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(max - 1));
  return text.slice(0, isPair ? max - 1 : max);
}
