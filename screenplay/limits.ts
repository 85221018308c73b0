/*
 * What fields hold, in characters. Written here because readers of files keep to it as well as the calls that
 * writers make (shared/contract); those refuse what is longer, and an import shortens it and says so.
 */

/** Of an element. */
export const maxContentLength = 20_000; // docs/spec/script.md
/**
 * Of a paragraph of a Final Draft file whose runs are kept as they were read: they are one value of a row, and nobody's
 * writing is so long.
 */
export const maxPreservedRuns = 20_000;
export const maxMarkedLength = 1_000_000;
/** Of a character, and of who speaks a line. */
export const maxNameLength = 100;
/** Of a comment. */
export const maxCommentLength = 5000;
/** Of a project. */
export const maxProjectNameLength = 200;

/** Of a title page. */
export const titlePageLimits = {
  title: 1000,
  credit: 1000,
  author: 1000,
  source: 1000,
  draftDate: 1000,
  contact: 2000,
  copyright: 1000,
  notes: 5000,
  /** Keys of the writer's own. */
  maxMore: 100,
  moreKey: 200,
  moreValue: 5000,
} as const;

/** The beginning of a text that is too long; no half of a surrogate pair is left at its end. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(max - 1));
  return text.slice(0, isPair ? max - 1 : max);
}
