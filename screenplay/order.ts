/** Element with its order index. Script order is by order index, then by id (decision OQ-54). */
export interface Placed {
  id: number;
  orderIndex: number;
}

/** Order indexes for new elements, and the existing elements that must change theirs. */
export interface Placement {
  /** Ascending, one for each new element. */
  orderIndexes: number[];
  /** Existing elements with their new order index; unchanged ones are left out. */
  renumbered: Placed[];
}

const step = 10; // docs/spec/script.md, "Places"

/**
 * Maximum number of following elements that are renumbered in steps before a gap is searched
 * instead.
 */
const maxRenumberedInSteps = 32;

/**
 * Average distance of elements after spreading, so that the next few insertions find room between
 * them.
 */
const minAverageDistance = 5;

/** Compare two elements in script order: by order index, then by id. */
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
 * Renumber all elements 1 to n, ties broken by id, if two share an order index
 * (docs/spec/script.md). Return the elements whose number changes; none without duplicates. `items`
 * may be in any order.
 */
export function repairDuplicates(items: readonly Placed[]): Placed[] {
  if (isStrict(items)) return [];
  const sorted = items.toSorted(compareOrder);
  if (isStrict(sorted)) return [];
  return renumberFromOne(sorted);
}

/** Number `items` 1 to n. Return those whose number changes. */
function renumberFromOne(items: readonly Placed[]): Placed[] {
  const changed: Placed[] = [];
  for (const [i, item] of items.entries()) {
    const orderIndex = i + 1;
    if (item.orderIndex !== orderIndex) changed.push({ id: item.id, orderIndex });
  }
  return changed;
}

/** Return the list position after `afterId`; 0 for null, the start of the script. */
function positionAfter(items: readonly Placed[], afterId: number | null): number {
  if (afterId === null) return 0;
  const index = items.findLastIndex((item) => item.id === afterId);
  if (index < 0) throw new RangeError(`No element ${afterId} in this script`);
  return index + 1;
}

/**
 * Find order indexes like placementAt, for the position after `afterId`; null is the start of the
 * script. Throws a RangeError for an unknown id.
 */
export function placeAfter(items: readonly Placed[], afterId: number | null, count: number): Placement {
  return placementAt(items, positionAfter(items, afterId), count);
}

/**
 * Find order indexes for `count` new elements at a list position; 0 is the start of the script.
 * `items` is the script in order and without duplicates (call repairDuplicates first).
 *
 * At the end: last + 10, + 20, … Between two elements: the midpoint, or even steps for several, if
 * the gap has room. Otherwise the new elements continue from their predecessor in steps of 10. So
 * do the following elements, up to the first that already has a greater number (decision OQ-102).
 * If that would renumber many elements, as in a script numbered in steps of 10, the new elements
 * and as few following ones as possible are spread evenly over the nearest gap. Afterwards all
 * order indexes strictly increase.
 *
 * The rules are from docs/spec/script.md, "Places". Inserting after 10 in 10, 11, 12 results in 10,
 * 20 (new), 30, 40.
 */
export function placementAt(items: readonly Placed[], position: number, count: number): Placement {
  const previous = items[position - 1]?.orderIndex ?? 0;
  const next = items[position]?.orderIndex;
  if (next !== undefined && next - previous > count) {
    return { orderIndexes: spreadEvenly(previous, next, count), renumbered: [] };
  }
  return (
    continueInSteps(items, position, count, maxRenumberedInSteps) ??
    spreadIntoNearestGap(items, position, count) ??
    continueInSteps(items, position, count)
  );
}

/** Return `count` numbers spread evenly between two numbers. */
function spreadEvenly(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + Math.floor(((to - from) * (i + 1)) / (count + 1)));
}

/**
 * Number in steps of 10 up to the first element that already has a greater number. Return undefined
 * if more than `max` existing elements would change.
 */
function continueInSteps(
  items: readonly Placed[],
  position: number,
  count: number,
  max: number,
): Placement | undefined;
function continueInSteps(items: readonly Placed[], position: number, count: number): Placement;
function continueInSteps(
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

/**
 * Spread evenly up to the first element with enough room before it. Return undefined if there is
 * none.
 */
function spreadIntoNearestGap(
  items: readonly Placed[],
  position: number,
  count: number,
): Placement | undefined {
  const previous = items[position - 1]?.orderIndex ?? 0;
  for (let end = position + 1; end < items.length; end++) {
    const spreadCount = count + end - position;
    const room = (items[end]?.orderIndex ?? 0) - previous;
    if (room < (spreadCount + 1) * minAverageDistance) continue;
    const numbers = spreadEvenly(previous, previous + room, spreadCount);
    const renumbered = items
      .slice(position, end)
      .map(({ id }, i) => ({ id, orderIndex: numbers[count + i] ?? 0 }))
      .filter(({ orderIndex }, i) => orderIndex !== items[position + i]?.orderIndex);
    return { orderIndexes: numbers.slice(0, count), renumbered };
  }
  return undefined;
}

/** Find the order index of one new element after `afterId` (see placeAfter). */
export function insertAfter(
  items: readonly Placed[],
  afterId: number | null,
): { orderIndex: number; renumbered: Placed[] } {
  const { orderIndexes, renumbered } = placeAfter(items, afterId, 1);
  return { orderIndex: orderIndexes[0] ?? step, renumbered };
}

/** Return the order index after the last element: last + 10, or 10 in an empty script (null). */
export function appendAtEnd(lastOrderIndex: number | null): number {
  return (lastOrderIndex ?? 0) + step;
}

/**
 * Return the order index of an element from the bottom input: element count + 1000, or last + 10 if
 * that is greater (decision OQ-55). `count` is the number of elements in the project;
 * `lastOrderIndex` is null for an empty script.
 */
export function bottomInputOrderIndex(count: number, lastOrderIndex: number | null): number {
  return Math.max(count + 1000, appendAtEnd(lastOrderIndex));
}

/**
 * Move elements, in their current order, after `afterId`; null is the start of the script. `items`
 * as for placeAfter. Return the moved and renumbered elements whose order index changes, in script
 * order; none if they are already there. Throws a RangeError if `afterId` is unknown or one of the
 * moved elements.
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
