/** One list of items that can be reordered, in its order. */
export interface ReorderContainer {
  key: string;
  ids: readonly number[];
  /** Number of items at the start that nothing can be moved before. */
  pinnedCount?: number;
  /**
   * The column of a board. An arrow to the left or right leads to the container of the next column
   * that is its entry.
   */
  column?: number;
  isColumnEntry?: boolean;
}

/** A position in a container. The index does not count the item that is moved. */
export interface ItemPosition {
  containerKey: string;
  index: number;
}

/** Target of a pointer: an item, the slot that is shown already, or a container as a whole. */
export type ReorderTarget =
  | { type: 'item'; id: number; side: 'replace' | 'before' | 'after' }
  | { type: 'container'; key: string; edge: 'start' | 'end' }
  | { type: 'slot' };

export function isSameDropPosition(one: ItemPosition, other: ItemPosition): boolean {
  return one.containerKey === other.containerKey && one.index === other.index;
}

export function otherIdsIn({ ids }: ReorderContainer, itemId: number): number[] {
  return ids.filter((id) => id !== itemId);
}

/** Return all positions of an item from top to bottom, its present one among them. */
export function positionsFor(containers: readonly ReorderContainer[], itemId: number): ItemPosition[] {
  return containers.flatMap((container) => {
    const first = container.pinnedCount ?? 0;
    const count = otherIdsIn(container, itemId).length - first + 1;
    return Array.from({ length: count }, (_, step) => ({ containerKey: container.key, index: first + step }));
  });
}

/** Return the present position of an item; null for an unknown item. */
export function positionOf(containers: readonly ReorderContainer[], itemId: number): ItemPosition | null {
  const container = containers.find(({ ids }) => ids.includes(itemId));
  return container ? { containerKey: container.key, index: container.ids.indexOf(itemId) } : null;
}

/** Return the containers with an item at another position. Unchanged ones stay the same object. */
export function withItemAt(
  containers: readonly ReorderContainer[],
  itemId: number,
  { containerKey, index }: ItemPosition,
): ReorderContainer[] {
  return containers.map((container) => {
    if (container.key !== containerKey && !container.ids.includes(itemId)) return container;
    const ids = otherIdsIn(container, itemId);
    return { ...container, ids: container.key === containerKey ? ids.toSpliced(index, 0, itemId) : ids };
  });
}

/**
 * Return a position after other changes of the containers: next to the same neighbour if it is
 * still there. Null: the container is gone.
 */
export function rebasePosition(
  before: readonly ReorderContainer[],
  after: readonly ReorderContainer[],
  itemId: number,
  position: ItemPosition,
): ItemPosition | null {
  const { containerKey, index } = position;
  const container = after.find(({ key }) => key === containerKey);
  if (!container) return null;
  const earlier = before.find(({ key }) => key === containerKey);
  const old = earlier ? otherIdsIn(earlier, itemId) : [];
  const ids = otherIdsIn(container, itemId);
  const [above, below] = [old[index - 1], old[index]];
  const rebased =
    below !== undefined && ids.includes(below)
      ? ids.indexOf(below)
      : above !== undefined && ids.includes(above)
        ? ids.indexOf(above) + 1
        : Math.min(index, ids.length);
  return { containerKey, index: Math.max(rebased, container.pinnedCount ?? 0) };
}

/**
 * Return the position of a pointer's target; null if the target was deleted. `containers` are those
 * that are shown: an item that is replaced gives its present index.
 */
export function positionAtTarget(
  containers: readonly ReorderContainer[],
  itemId: number,
  target: Exclude<ReorderTarget, { type: 'slot' }>,
): ItemPosition | null {
  if (target.type === 'container') {
    const positions = positionsFor(containers, itemId).filter(
      ({ containerKey }) => containerKey === target.key,
    );
    return positions.at(target.edge === 'start' ? 0 : -1) ?? null;
  }
  if (target.id === itemId) return positionOf(containers, itemId);
  const container = containers.find(({ ids }) => ids.includes(target.id));
  if (!container) return null;
  const others = otherIdsIn(container, itemId).indexOf(target.id);
  const index = { replace: container.ids.indexOf(target.id), before: others, after: others + 1 }[target.side];
  return index < (container.pinnedCount ?? 0) ? null : { containerKey: container.key, index };
}

/** Return the container that shows the landing slot at `position`; an unchanged one has none. */
export function slotIn(
  container: ReorderContainer,
  itemId: number,
  { containerKey, index }: ItemPosition,
): { beforeId: number | null } | null {
  if (container.key !== containerKey || container.ids[index] === itemId) return null;
  return { beforeId: otherIdsIn(container, itemId)[index] ?? null };
}
