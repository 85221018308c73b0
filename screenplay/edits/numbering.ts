import { placeAt } from '../order.ts';
import type { OpenEnds } from '../scenesInStep.ts';
import { BeyondPart } from './refusal.ts';
import type { OutlinedElement } from './scriptOrder.ts';

/** So many that follow are looked at for room first. */
const fewest = 64;

/**
 * Gives elements that come to stand somewhere their numbers, as placeAt does, and makes room where there is none; the
 * numbers of the whole script rise strictly afterwards. `wanted`: those to be numbered, some with the number they had
 * before, which they get where it is still free there. Throws BeyondPart where elements that are not given would have to
 * make room.
 */
export function numberElements(
  elements: readonly OutlinedElement[],
  wanted: ReadonlyMap<number, number | null>,
  openEnds: OpenEnds,
): void {
  for (let from = 0; from < elements.length; from++) {
    if (!wanted.has(elements[from]?.id ?? 0)) continue;
    let to = from;
    while (to < elements.length && wanted.has(elements[to]?.id ?? 0)) to++;
    numberRow(elements, from, to, wanted, openEnds);
    from = to;
  }
}

/** Elements in a row, `to` not included, between two that have their numbers. */
function numberRow(
  elements: readonly OutlinedElement[],
  from: number,
  to: number,
  wanted: ReadonlyMap<number, number | null>,
  openEnds: OpenEnds,
): void {
  const next = elements[to]?.orderIndex ?? Number.POSITIVE_INFINITY;
  let waiting = from;
  let last = elements[from - 1]?.orderIndex ?? Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const element = elements[i];
    const had = wanted.get(element?.id ?? 0) ?? null;
    const room = had === null ? 0 : had - Math.max(last, i === waiting ? last : 0);
    if (!element || had === null || room <= i - waiting || had >= next) continue;
    element.orderIndex = had;
    if (i > waiting) makeRoom(elements, waiting, i, wanted, openEnds);
    waiting = i + 1;
    last = had;
  }
  if (waiting < to) makeRoom(elements, waiting, to, wanted, openEnds);
}

function makeRoom(
  elements: readonly OutlinedElement[],
  from: number,
  to: number,
  wanted: ReadonlyMap<number, number | null>,
  openEnds: OpenEnds,
): void {
  const before = elements.slice(Math.max(0, from - 1), from);
  for (let looked = fewest; ; looked *= 2) {
    const following = followers(elements, to, looked, wanted, openEnds);
    const { orderIndexes, renumbered } = placeAt([...before, ...following], before.length, to - from);
    const last = following.at(-1);
    const reachesLast = last !== undefined && renumbered.at(-1)?.id === last.id;
    if (reachesLast && openEnds.has(last.id)) throw new BeyondPart();
    if (reachesLast && following.length === looked && to + looked < elements.length) continue;
    for (const [i, orderIndex] of orderIndexes.entries()) {
      const element = elements[from + i];
      if (element) element.orderIndex = orderIndex;
    }
    const numbers = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
    for (const element of following) element.orderIndex = numbers.get(element.id) ?? element.orderIndex;
    return;
  }
}

/** Elements from there on that have their numbers: up to the next that has none yet, or the end of what is given. */
function followers(
  elements: readonly OutlinedElement[],
  from: number,
  count: number,
  wanted: ReadonlyMap<number, number | null>,
  openEnds: OpenEnds,
): OutlinedElement[] {
  const found: OutlinedElement[] = [];
  for (let i = from; i < elements.length && found.length < count; i++) {
    const element = elements[i];
    // One that takes its old number back has it already when this one is numbered.
    if (!element || (i > from && wanted.has(element.id))) break;
    found.push(element);
    if (openEnds.has(element.id)) break;
  }
  return found;
}
