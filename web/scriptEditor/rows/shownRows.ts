import type { Element } from '#shared/contract/elements.ts';

/** Of the whole script what a filter leaves, and the line being written, whatever it is; all of it without a filter. */
export function visibleRows(
  all: readonly Element[],
  elements: readonly Element[],
  filtered: readonly Element[],
  liveId: number | undefined,
): readonly Element[] {
  if (filtered === elements) return all;
  const ids = new Set(filtered.map(({ id }) => id));
  return all.filter(({ id }) => id === liveId || ids.has(id));
}
