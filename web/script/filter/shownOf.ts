import type { Element } from '#shared/contract/elements.ts';

/** Of the whole script what a filter leaves, and the line being written, whatever it is. */
export function shownOf(all: readonly Element[], filtered: readonly Element[], liveId: number | undefined) {
  const ids = new Set(filtered.map(({ id }) => id));
  return all.filter(({ id }) => id === liveId || ids.has(id));
}
