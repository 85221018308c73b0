import { placementAt } from '../order.ts';
import type { UnloadedAfterIds } from '../reconcileScenes.ts';
import { NeedsWholeScript } from './refusal.ts';
import type { OrderedElement, ScriptOrder } from './scriptOrder.ts';

/** So many that follow are looked at for room first: the next one mostly tells that there is enough. */
const min = 2;

/** Which elements of a script are to be numbered, some with the number they had before. */
interface Numbering {
  order: ScriptOrder;
  wanted: ReadonlyMap<number, number | null>;
  openEnds: UnloadedAfterIds;
  /** Elements that have got another number so far. */
  numberedIds: Set<number>;
}

/**
 * Gives elements that come to stand somewhere their numbers, as placeAt does, and makes room where there is none; the
 * numbers of the whole script rise strictly afterwards. `wanted`: those to be numbered, some with the number they had
 * before, which they get where it is still free there. Takes time in proportion to those, however long the script is.
 * Gives the ids of all that have another number now. Throws BeyondPart where elements that are not given would have to
 * make room.
 */
export function numberElements(
  order: ScriptOrder,
  wanted: ReadonlyMap<number, number | null>,
  openEnds: UnloadedAfterIds,
): ReadonlySet<number> {
  const numbering: Numbering = { order, wanted, openEnds, numberedIds: new Set() };
  const done = new Set<number>();
  for (const id of order.sorted([...wanted.keys()].filter((each) => order.has(each)))) {
    if (done.has(id)) continue;
    const row: OrderedElement[] = [];
    for (let element = order.get(id); element && wanted.has(element.id); element = after(order, element.id)) {
      row.push(element);
      done.add(element.id);
    }
    numberRow(numbering, row);
  }
  return numbering.numberedIds;
}

/** Elements in a row, between two that have their numbers. */
function numberRow(numbering: Numbering, row: readonly OrderedElement[]): void {
  const { order, wanted } = numbering;
  const next = after(order, row.at(-1)?.id ?? null)?.orderIndex ?? Number.POSITIVE_INFINITY;
  let last = before(order, row[0])?.orderIndex ?? Number.NEGATIVE_INFINITY;
  let waiting: OrderedElement[] = [];
  for (const element of row) {
    const had = wanted.get(element.id) ?? null;
    // Numbers of new ones are positive.
    const from = waiting.length === 0 ? last : Math.max(last, 0);
    if (had === null || had - from <= waiting.length || had >= next) {
      waiting.push(element);
      continue;
    }
    setNumber(numbering, element, had);
    makeRoom(numbering, waiting);
    waiting = [];
    last = had;
  }
  makeRoom(numbering, waiting);
}

/** Numbers elements in a row, and makes those that follow go on where there is no room for them. */
function makeRoom(numbering: Numbering, row: readonly OrderedElement[]): void {
  if (row.length === 0) return;
  const { order, openEnds } = numbering;
  const previous = before(order, row[0]);
  const position = previous ? 1 : 0;
  for (let looked = min; ; looked *= 4) {
    const following = followers(numbering, row.at(-1)?.id ?? null, looked);
    const items = previous ? [previous, ...following] : following;
    const { orderIndexes, renumbered } = placementAt(items, position, row.length);
    const last = following.at(-1);
    const reachesLast = last !== undefined && renumbered.at(-1)?.id === last.id;
    if (reachesLast && openEnds.has(last.id)) throw new NeedsWholeScript();
    if (reachesLast && following.length === looked && after(order, last.id)) continue;
    for (const [i, orderIndex] of orderIndexes.entries()) setNumber(numbering, row[i], orderIndex);
    const numbers = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
    for (const element of following) setNumber(numbering, element, numbers.get(element.id));
    return;
  }
}

/** Elements after that one that have their numbers: up to the next that has none yet, or the end of what is given. */
function followers({ order, wanted, openEnds }: Numbering, afterId: number | null, count: number) {
  const found: OrderedElement[] = [];
  let element = after(order, afterId);
  while (element && found.length < count) {
    // One that takes its old number back has it already when this one is numbered.
    if (found.length > 0 && wanted.has(element.id)) break;
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
