import { type ItemPosition, isSameDropPosition, positionsFor, type ReorderContainer } from './positions.ts';

interface PressedKey {
  key: string;
  /** Number of items side by side in a grid; one in a list. */
  columnCount: number;
  isRightToLeft: boolean;
}

/**
 * Return the position that an arrow key, Home or End leads to from `position`; null for other keys.
 * At an edge it stays.
 */
export function positionAfterKey(
  containers: readonly ReorderContainer[],
  itemId: number,
  position: ItemPosition,
  pressed: PressedKey,
): ItemPosition | null {
  const positions = positionsFor(containers, itemId);
  const index = Math.max(
    0,
    positions.findIndex((each) => isSameDropPosition(each, position)),
  );
  const isBoard = containers.some(({ column }) => column !== undefined);
  if (isBoard && (pressed.key === 'ArrowLeft' || pressed.key === 'ArrowRight')) {
    const isForward = (pressed.key === 'ArrowRight') !== pressed.isRightToLeft;
    return entryBeside(containers, position, isForward ? 1 : -1) ?? position;
  }
  const next = indexAfterKey(pressed, index, positions.length);
  return next === null ? null : (positions[next] ?? position);
}

/** Return the first position of the entry of the column before or after; null at the edge. */
function entryBeside(
  containers: readonly ReorderContainer[],
  { containerKey }: ItemPosition,
  by: -1 | 1,
): ItemPosition | null {
  const entries = containers.filter(({ isColumnEntry }) => isColumnEntry);
  const own = containers.find(({ key }) => key === containerKey);
  const at = entries.findIndex(({ column }) => column === own?.column);
  const next = at < 0 ? undefined : entries[at + by];
  return next ? { containerKey: next.key, index: next.pinnedCount ?? 0 } : null;
}

function indexAfterKey(
  { key, columnCount, isRightToLeft }: PressedKey,
  index: number,
  count: number,
): number | null {
  const sideways = columnCount > 1 ? (isRightToLeft ? -1 : 1) : 0;
  const steps: Record<string, number> = {
    ArrowUp: -columnCount,
    ArrowDown: columnCount,
    ArrowLeft: -sideways,
    ArrowRight: sideways,
    Home: -index,
    End: count - 1 - index,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const next = index + step;
  if (next >= 0 && next < count) return next;
  // Below the last full row is the last item, if there is such a row.
  const isInLastRow = Math.floor(index / columnCount) === Math.floor((count - 1) / columnCount);
  return key === 'ArrowDown' && !isInLastRow ? count - 1 : index;
}
