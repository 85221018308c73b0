import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReorderContainer } from './positions.ts';

interface DroppedOrder {
  order: readonly number[];
  /** The caller's order at the drop. Any other one of the caller replaces the dropped one. */
  before: readonly number[];
}

/** Show a dropped order until the caller has another one, or until its promise settles. */
export function useDroppedOrder(ids: readonly number[]) {
  const [dropped, setDropped] = useState<DroppedOrder | null>(null);
  const latest = useRef<DroppedOrder | null>(null);
  const show = (next: DroppedOrder | null) => {
    latest.current = next;
    setDropped(next);
  };
  const isReplaced = dropped !== null && !isSameOrder(dropped.before, ids);
  useLayoutEffect(() => {
    if (isReplaced) show(null);
  });
  const order = useStableOrder(dropped && !isReplaced ? dropped.order : ids);
  const containers = useMemo<ReorderContainer[]>(() => [{ key: '', ids: order }], [order]);
  const showDropped = (next: readonly number[], store: () => unknown) => {
    const shown = { order: next, before: ids };
    show(shown);
    const hide = () => {
      if (latest.current === shown) show(null);
    };
    const answer = store();
    // The caller shows a rejection; here the list returns to the caller's order.
    if (answer instanceof Promise) answer.then(hide, hide);
  };
  return { containers, showDropped };
}

/** Return the same array as long as the order is the same: callers compute it in each render. */
function useStableOrder(order: readonly number[]): readonly number[] {
  const [stable, setStable] = useState(order);
  if (isSameOrder(stable, order)) return stable;
  setStable(order);
  return order;
}

function isSameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
