import { placementAt } from '../order.ts';
import type { UnloadedAfterIds } from '../reconcileScenes.ts';
import { NeedsWholeScript } from './editError.ts';
import type { OrderedElement, ScriptOrder } from './scriptOrder.ts';

/** Number of following elements read first. There is usually room before the first of them. */
const minLookahead = 2;

/** State while order indexes are assigned. */
interface Numbering {
  order: ScriptOrder;
  numbersToAssign: ReadonlyMap<number, number | null>;
  openEnds: UnloadedAfterIds;
  /** Ids of the elements whose order index changed. */
  numberedIds: Set<number>;
}

/**
 * Assign order indexes to elements like placementAt, and renumber others if there is no room.
 * Afterwards the order indexes of the script strictly increase. `wanted` maps the elements to their
 * previous order index, which is reused if possible, or null. Takes time proportional to `wanted`,
 * not to the script. Return the ids of all elements whose order index changed. Throws
 * NeedsWholeScript if elements that are not loaded would have to be renumbered.
 */
export function numberElements(
  order: ScriptOrder,
  numbersToAssign: ReadonlyMap<number, number | null>,
  openEnds: UnloadedAfterIds,
): ReadonlySet<number> {
  const numbering: Numbering = { order, numbersToAssign, openEnds, numberedIds: new Set() };
  const done = new Set<number>();
  for (const id of order.sorted([...numbersToAssign.keys()].filter((each) => order.has(each)))) {
    if (done.has(id)) continue;
    const run: OrderedElement[] = [];
    for (
      let element = order.get(id);
      element && numbersToAssign.has(element.id);
      element = after(order, element.id)
    ) {
      run.push(element);
      done.add(element.id);
    }
    numberRun(numbering, run);
  }
  return numbering.numberedIds;
}

/** Number a run of adjacent elements between two that have their numbers. */
function numberRun(numbering: Numbering, run: readonly OrderedElement[]): void {
  const { order, numbersToAssign } = numbering;
  const next = after(order, run.at(-1)?.id ?? null)?.orderIndex ?? Number.POSITIVE_INFINITY;
  let last = before(order, run[0])?.orderIndex ?? Number.NEGATIVE_INFINITY;
  let unnumbered: OrderedElement[] = [];
  for (const element of run) {
    const oldNumber = numbersToAssign.get(element.id) ?? null;
    // New numbers are positive.
    const from = unnumbered.length === 0 ? last : Math.max(last, 0);
    if (oldNumber === null || oldNumber - from <= unnumbered.length || oldNumber >= next) {
      unnumbered.push(element);
      continue;
    }
    setNumber(numbering, element, oldNumber);
    makeRoom(numbering, unnumbered);
    unnumbered = [];
    last = oldNumber;
  }
  makeRoom(numbering, unnumbered);
}

/** Number adjacent elements, and renumber following ones if there is no room. */
function makeRoom(numbering: Numbering, run: readonly OrderedElement[]): void {
  if (run.length === 0) return;
  const { order, openEnds } = numbering;
  const previous = before(order, run[0]);
  const position = previous ? 1 : 0;
  for (let lookahead = minLookahead; ; lookahead *= 4) {
    const following = followers(numbering, run.at(-1)?.id ?? null, lookahead);
    const items = previous ? [previous, ...following] : following;
    const { orderIndexes, renumbered } = placementAt(items, position, run.length);
    const last = following.at(-1);
    const reachesLast = last !== undefined && renumbered.at(-1)?.id === last.id;
    if (reachesLast && openEnds.has(last.id)) throw new NeedsWholeScript();
    if (reachesLast && following.length === lookahead && after(order, last.id)) continue;
    for (const [i, orderIndex] of orderIndexes.entries()) setNumber(numbering, run[i], orderIndex);
    const numbers = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
    for (const element of following) setNumber(numbering, element, numbers.get(element.id));
    return;
  }
}

/**
 * Return up to `count` following elements that have their number. Stop at the end of the slice and
 * before an element that needs a number.
 */
function followers({ order, numbersToAssign, openEnds }: Numbering, afterId: number | null, count: number) {
  const found: OrderedElement[] = [];
  let element = after(order, afterId);
  while (element && found.length < count) {
    // The first following element has its old number already, even if it is one to be numbered.
    if (found.length > 0 && numbersToAssign.has(element.id)) break;
    found.push(element);
    if (openEnds.has(element.id)) break;
    element = after(order, element.id);
  }
  return found;
}

function setNumber(
  { numberedIds }: Numbering,
  element: OrderedElement | undefined,
  orderIndex: number | undefined,
) {
  if (!element || orderIndex === undefined || element.orderIndex === orderIndex) return;
  element.orderIndex = orderIndex;
  numberedIds.add(element.id);
}

function after(order: ScriptOrder, id: number | null): OrderedElement | undefined {
  const next = order.idAfter(id);
  return next === null ? undefined : order.get(next);
}

function before(order: ScriptOrder, element: OrderedElement | undefined): OrderedElement | undefined {
  const previous = element ? order.idBefore(element.id) : null;
  return previous === null ? undefined : order.get(previous);
}
