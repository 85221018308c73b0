import type { Element } from '#shared/contract/elements.ts';

/** Return the elements that the filter leaves, and the active line in any case. */
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
