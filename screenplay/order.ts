/** One element and its place in the script. List order is orderIndex, then id (decision OQ-54). */
export interface Placed {
  id: number;
  orderIndex: number;
}

/** Where new elements go, and what has to move out of their way. */
export interface Placement {
  /** Ascending, one for each new element. */
  orderIndexes: number[];
  /** Existing elements with a new number; only those whose number changes. */
  renumbered: Placed[];
}

const step = 10; // docs/spec/script.md, "Places"

/** So many elements are numbered on in steps before room is looked for instead. */
const maxNumberedOn = 32;

/** The average distance of elements that are spread anew, so that the next few go between them without any of that. */
const leastDistance = 5;

/** Script order: by orderIndex, ties by id. */
export function compareOrder(a: Placed, b: Placed): number {
  return a.orderIndex - b.orderIndex || a.id - b.id;
}

function isStrict(items: readonly Placed[]): boolean {
  for (let i = 1; i < items.length; i++) {
    if ((items[i - 1]?.orderIndex ?? 0) >= (items[i]?.orderIndex ?? 0)) return false;
  }
  return true;
}

/**
 * Numbers the elements 1 to n, ties broken by id, when two share an orderIndex (docs/spec/script.md).
 * Elements in any order → those whose number changes; empty when there is no duplicate.
 */
export function repairDuplicates(items: readonly Placed[]): Placed[] {
  if (isStrict(items)) return [];
  const sorted = items.toSorted(compareOrder);
  if (isStrict(sorted)) return [];
  return numbered(sorted);
}

/** Numbers `items` 1 to n; gives those that change. */
function numbered(items: readonly Placed[]): Placed[] {
  const changed: Placed[] = [];
  for (const [i, item] of items.entries()) {
    const orderIndex = i + 1;
    if (item.orderIndex !== orderIndex) changed.push({ id: item.id, orderIndex });
  }
  return changed;
}

/** Position after `afterId`; 0 for null, the very start. */
function positionAfter(items: readonly Placed[], afterId: number | null): number {
  if (afterId === null) return 0;
  const index = items.findLastIndex((item) => item.id === afterId);
  if (index < 0) throw new RangeError(`No element ${afterId} in this script`);
  return index + 1;
}

/** The same as placeAt, for the position after `afterId`, or at the very start for null. Throws a RangeError on an unknown one. */
export function placeAfter(items: readonly Placed[], afterId: number | null, count: number): Placement {
  return placementAt(items, positionAfter(items, afterId), count);
}

/**
 * Finds the numbers for `count` new elements at a position, 0 for the very start.
 * `items` is the script in order and without duplicates (repairDuplicates first).
 * At the end: last + 10, + 20, … Between two: the midpoint (several share the gap evenly) when the gap has
 * room; otherwise the new ones count on from their predecessor in steps of 10, and so do those that follow, up to the
 * first whose number is greater already (decision OQ-102). Where that does not come soon, as in a script that is
 * numbered in steps of 10 itself, the new ones and as few as possible of those that follow share the nearest room
 * evenly. Afterwards the numbers of the whole script rise strictly.
 * The rules are those of docs/spec/script.md, "Places"; 10, 11, 12 with one more after 10 become 10, new 20, 30, 40.
 */
export function placementAt(items: readonly Placed[], position: number, count: number): Placement {
  const previous = items[position - 1]?.orderIndex ?? 0;
  const next = items[position]?.orderIndex;
  if (next !== undefined && next - previous > count) {
    return { orderIndexes: spread(previous, next, count), renumbered: [] };
  }
  return (
    numberedOn(items, position, count, maxNumberedOn) ??
    inNearestRoom(items, position, count) ??
    numberedOn(items, position, count)
  );
}

/** So many numbers between two, evenly. */
function spread(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + Math.floor(((to - from) * (i + 1)) / (count + 1)));
}

/** In steps of 10 up to the first that is greater already; undefined where more than `most` would have to move. */
function numberedOn(
  items: readonly Placed[],
  position: number,
  count: number,
  max: number,
): Placement | undefined;
function numberedOn(items: readonly Placed[], position: number, count: number): Placement;
function numberedOn(
  items: readonly Placed[],
  position: number,
  count: number,
  max = Number.POSITIVE_INFINITY,
): Placement | undefined {
  const previous = items[position - 1]?.orderIndex ?? 0;
  const orderIndexes = Array.from({ length: count }, (_, i) => previous + (i + 1) * step);
  const renumbered: Placed[] = [];
  let last = previous + count * step;
  for (let i = position; i < items.length; i++) {
    const item = items[i];
    if (!item || item.orderIndex > last) break;
    if (renumbered.length === max) return undefined;
    last += step;
    renumbered.push({ id: item.id, orderIndex: last });
  }
  return { orderIndexes, renumbered };
}

/** Evenly up to the first element that leaves enough room before it; undefined where none does. */
function inNearestRoom(items: readonly Placed[], position: number, count: number): Placement | undefined {
  const previous = items[position - 1]?.orderIndex ?? 0;
  for (let end = position + 1; end < items.length; end++) {
    const shared = count + end - position;
    const room = (items[end]?.orderIndex ?? 0) - previous;
    if (room < (shared + 1) * leastDistance) continue;
    const numbers = spread(previous, previous + room, shared);
    const renumbered = items
      .slice(position, end)
      .map(({ id }, i) => ({ id, orderIndex: numbers[count + i] ?? 0 }))
      .filter(({ orderIndex }, i) => orderIndex !== items[position + i]?.orderIndex);
    return { orderIndexes: numbers.slice(0, count), renumbered };
  }
  return undefined;
}

/** placeAfter for one new element. */
export function insertAfter(
  items: readonly Placed[],
  afterId: number | null,
): { orderIndex: number; renumbered: Placed[] } {
  const { orderIndexes, renumbered } = placeAfter(items, afterId, 1);
  return { orderIndex: orderIndexes[0] ?? step, renumbered };
}

/** The number after the last element: last + 10; 10 in an empty script (null). */
export function appendAtEnd(lastOrderIndex: number | null): number {
  return (lastOrderIndex ?? 0) + step;
}

/**
 * The number for an element from the bottom input: element count + 1000, or last + 10 where that would not
 * be last (decision OQ-55). `count` is all elements of the project; `lastOrderIndex` is null for none.
 */
export function bottomInput(count: number, lastOrderIndex: number | null): number {
  return Math.max(count + 1000, appendAtEnd(lastOrderIndex));
}

/**
 * Moves elements, kept in their present order, to after `afterId`, or to the very start for null.
 * `items` as for placeAfter. Gives the pairs that change, moved and renumbered, in script order; empty when
 * they already stand there. Throws a RangeError when `afterId` is unknown or among the moved.
 */
export function moveAfter(
  items: readonly Placed[],
  movedIds: readonly number[],
  afterId: number | null,
): Placed[] {
  const ids = new Set(movedIds);
  const moved = items.filter((item) => ids.has(item.id));
  const rest = items.filter((item) => !ids.has(item.id));
  const position = positionAfter(rest, afterId);
  if (moved.every((item, i) => items[position + i] === item)) return [];
  const { orderIndexes, renumbered } = placeAfter(rest, afterId, moved.length);
  const changed = [...renumbered];
  for (const [i, item] of moved.entries()) {
    const orderIndex = orderIndexes[i] ?? item.orderIndex;
    if (orderIndex !== item.orderIndex) changed.push({ id: item.id, orderIndex });
  }
  return changed.sort(compareOrder);
}
