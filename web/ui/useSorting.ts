import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { isSameOrder, reconcileOrder, stepBy, withMoved } from './sorting.ts';

export interface Sorting {
  ids: readonly number[];
  labelOf: (id: number) => string;
  /** Called after every drop that changes the order. A returned promise is awaited. */
  onMove: (ids: number[], movedId: number) => unknown;
  isGrid: boolean;
}

/** One item in the hand, or just out of it. */
interface Draft {
  id: number;
  order: readonly number[];
  way: 'keys' | 'pointer';
  /** Set with the drop: the caller's order at that moment. The first other one takes over. */
  before: readonly number[] | null;
}

export type HandleEvents = ReturnType<typeof useHandleEvents>;

/** The order that is shown, and what moves in it. */
export function useSorting({ ids, labelOf, onMove, isGrid }: Sorting) {
  const [spoken, setSpoken] = useState('');
  const { list, held, hold, order, lifted } = useDraft(ids);

  const placeOf = (id: number, among: readonly number[]) =>
    `place ${among.indexOf(id) + 1} of ${among.length}`;

  function lift(id: number, way: Draft['way']) {
    hold({ id, order, way, before: null });
    if (way === 'keys') setSpoken(`${labelOf(id)} picked up, ${placeOf(id, order)}`);
  }

  function move(to: number) {
    if (!held.current) return;
    const from = reconcileOrder(held.current.order, ids);
    const next = withMoved(from, from.indexOf(held.current.id), to);
    hold({ ...held.current, order: next });
    setSpoken(`${labelOf(held.current.id)}, ${placeOf(held.current.id, next)}`);
  }

  function moveOnto(target: number) {
    if (held.current) move(reconcileOrder(held.current.order, ids).indexOf(target));
  }

  function putBack() {
    if (!held.current || held.current.before) return;
    const { id } = held.current;
    hold(null);
    setSpoken(`${labelOf(id)} put back, ${placeOf(id, ids)}`);
  }

  function drop() {
    if (!held.current || held.current.before) return;
    const next = reconcileOrder(held.current.order, ids);
    setSpoken(`${labelOf(held.current.id)} dropped, ${placeOf(held.current.id, next)}`);
    if (isSameOrder(next, ids)) return hold(null);
    const dropped = { ...held.current, order: next, before: ids };
    hold(dropped);
    const settled = () => {
      if (held.current === dropped) hold(null);
    };
    const answer = onMove([...next], dropped.id);
    // A refusal is the caller's to tell; here the list goes back to what the caller has.
    if (answer instanceof Promise) answer.then(settled, settled);
  }

  const handleEvents = useHandleEvents({ list, held, order, lift, move, putBack, drop }, isGrid);
  return { list, order, lifted, spoken, lift, moveOnto, putBack, drop, handleEvents };
}

/** Hold the lifted item and its order until the caller's order replaces it. */
function useDraft(ids: readonly number[]) {
  const list = useRef<HTMLUListElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  // Pointer moves are rendered as transitions; the drop needs the order without waiting for them.
  const held = useRef<Draft | null>(null);

  const isOver = draft && (draft.before ? !isSameOrder(draft.before, ids) : !ids.includes(draft.id));
  const order = draft && !isOver ? reconcileOrder(draft.order, ids) : ids;
  const lifted = draft && !isOver && !draft.before ? draft : null;

  useLayoutEffect(() => {
    if (isOver) hold(null);
  });

  useLayoutEffect(() => {
    const item = draft?.way === 'keys' ? list.current?.querySelector('[data-lifted]') : null;
    if (item && 'scrollIntoView' in item) item.scrollIntoView({ block: 'nearest' });
  }, [draft]);

  function hold(next: Draft | null) {
    held.current = next;
    setDraft(next);
  }

  return { list, held, hold, order, lifted };
}

interface SortedItem extends Pick<ReturnType<typeof useDraft>, 'list' | 'held' | 'order'> {
  lift: (id: number, way: Draft['way']) => void;
  move: (to: number) => void;
  putBack: () => void;
  drop: () => void;
}

/** Return the events of the handles; the object is stable while the list lives. */
function useHandleEvents({ list, held, order, lift, move, putBack, drop }: SortedItem, isGrid: boolean) {
  const isInHand = (id: number) => held.current?.id === id && !held.current.before;

  function onKeyDown(event: KeyboardEvent, id: number) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      if (isInHand(id)) drop();
      else lift(id, 'keys');
      return;
    }
    if (!isInHand(id)) return;
    const to = stepBy({
      key: event.key,
      index: order.indexOf(id),
      count: order.length,
      columns: isGrid ? columnsOf(list.current) : 1,
      isRightToLeft: getComputedStyle(event.currentTarget).direction === 'rtl',
    });
    if (event.key !== 'Escape' && to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (to === null) putBack();
    else move(to);
  }

  // A screen reader presses without a key and without a pointer.
  function onClick(event: MouseEvent, id: number) {
    if (event.detail > 0) return;
    if (isInHand(id)) drop();
    else lift(id, 'keys');
  }

  function onBlur() {
    if (held.current?.way === 'keys') putBack();
  }

  // A step in a list of three hundred items re-renders the two that swap: the props of the others
  // stay the same.
  const latest = useRef({ onKeyDown, onClick, onBlur });
  useLayoutEffect(() => {
    latest.current = { onKeyDown, onClick, onBlur };
  });
  const [handleEvents] = useState(() => ({
    onKeyDown: (event: KeyboardEvent, id: number) => latest.current.onKeyDown(event, id),
    onClick: (event: MouseEvent, id: number) => latest.current.onClick(event, id),
    onBlur: () => latest.current.onBlur(),
  }));
  return handleEvents;
}

/** How many items of a grid stand in its first row. */
function columnsOf(list: HTMLUListElement | null): number {
  const items = [...(list?.children ?? [])];
  const top = items[0]?.getBoundingClientRect().top;
  return Math.max(1, items.filter((item) => item.getBoundingClientRect().top === top).length);
}
