import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { HandleEvents } from './handleContext.ts';
import { type HeldItem, heldIn, ItemMover, type ReorderInput } from './ItemMover.ts';
import { itemElementIn } from './targets.ts';
import { useKeptFocus } from './useKeptFocus.ts';

interface ReorderOptions extends ReorderInput {
  /** In a grid, arrows go in both directions. */
  layout?: 'list' | 'grid';
}

export type Reorder = ReturnType<typeof useReorder>;

/**
 * Let the items of lists, boards and grids be moved by pointer, touch, keyboard, menu and screen
 * reader. Render them inside a `ReorderArea`; `setRoot` is the ref of the element around them.
 */
export function useReorder({ layout = 'list', ...input }: ReorderOptions) {
  const root = useRef<HTMLElement | null>(null);
  const setRoot = useCallback((element: HTMLElement | null) => {
    root.current = element;
  }, []);
  const [heldState, setHeld] = useState<HeldItem | null>(null);
  const [announcement, announce] = useState('');
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
  });
  const [mover] = useState(
    () =>
      new ItemMover(() => latest.current, {
        show: setHeld,
        announce,
        heightOf: (id) => itemElementIn(root.current, id)?.offsetHeight ?? 0,
      }),
  );
  const [handleEvents] = useState(() => createHandleEvents(mover, root, layout === 'grid'));
  const held = heldIn(input.containers, heldState);
  useLayoutEffect(() => {
    if (heldState && !held) mover.forget();
  });
  useHeldInView(root, held);
  useKeptFocus(root);
  const { lift, drop, cancel, pointAt, step } = mover;
  return { root, setRoot, held, announcement, handleEvents, lift, drop, cancel, pointAt, step };
}

/** Scroll to the landing position of an item that is moved by keyboard. */
function useHeldInView(root: RefObject<HTMLElement | null>, held: HeldItem | null): void {
  const isByKeyboard = held?.by === 'keyboard';
  const position = held?.position;
  useLayoutEffect(() => {
    if (!isByKeyboard || !position) return;
    const shown =
      root.current?.querySelector('[data-drop=slot]') ?? root.current?.querySelector('[data-lifted]');
    shown?.scrollIntoView?.({ block: 'nearest' });
  }, [root, isByKeyboard, position]);
}

function createHandleEvents(
  mover: ItemMover,
  root: RefObject<HTMLElement | null>,
  isGrid: boolean,
): HandleEvents {
  const toggle = (id: number) => {
    if (mover.isHeld(id)) mover.drop();
    else mover.lift(id, 'keyboard');
  };
  return {
    onKeyDown: (event, id) => {
      // During a drag, dnd-kit handles Escape.
      if (event.ctrlKey || event.metaKey || event.altKey || mover.isHeld(id, 'pointer')) return;
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (!event.repeat) toggle(id);
        return;
      }
      if (!mover.isHeld(id)) return;
      if (event.key === 'Escape') mover.cancel();
      else {
        const columnCount = isGrid ? columnCountOf(root.current) : 1;
        const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
        if (!mover.pressKey(event.key, { columnCount, isRightToLeft })) return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    // Screen readers click without a key and without a pointer.
    onClick: (event, id) => {
      if (event.detail === 0) toggle(id);
    },
    onBlur: (id) => {
      if (mover.isHeld(id, 'keyboard')) mover.cancel();
    },
  };
}

/** Return the number of items in a grid's first row. */
function columnCountOf(grid: HTMLElement | null): number {
  const items = [...(grid?.children ?? [])];
  const top = items[0]?.getBoundingClientRect().top;
  return Math.max(1, items.filter((item) => item.getBoundingClientRect().top === top).length);
}
