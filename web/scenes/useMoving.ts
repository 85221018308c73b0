import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type DraggedScene, type Moving, SceneMover } from './sceneMover.ts';

/**
 * Events of a scene's handle; a stable object while the list lives, so that rows do not re-render.
 */
export interface Handles {
  onKeyDown: (event: KeyboardEvent, sceneId: number) => void;
  onClick: (event: MouseEvent, sceneId: number) => void;
  onBlur: (sceneId: number) => void;
}

export type SceneMoving = ReturnType<typeof useMoving>;

/** Moves scenes about the acts and sequences of the list, in the way of web/ui/Sortable.tsx. */
export function useMoving(given: Moving) {
  const list = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<DraggedScene | null>(null);
  const [spoken, setSpoken] = useState('');
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  useSlotInView(list, lifted);
  const requestedId = useRequestedFocus(list);
  const [mover] = useState(
    () =>
      new SceneMover(() => latest.current, {
        show: setLifted,
        announce: setSpoken,
        requestFocus: (selector) => {
          requestedId.current = selector;
        },
      }),
  );
  const [handles] = useState(() =>
    handleEvents(mover, () => {
      requestedId.current = null;
    }),
  );
  const { lift, drop, putBack, pointAt, step } = mover;
  return { list, lifted, spoken, handles, lift, drop, putBack, pointAt, step };
}

/** Scroll to the place where a scene would land when it is moved by keys. */
function useSlotInView(list: RefObject<HTMLElement | null>, lifted: DraggedScene | null): void {
  useLayoutEffect(() => {
    if (lifted?.way !== 'keys') return;
    list.current?.querySelector('[data-slot]')?.scrollIntoView?.({ block: 'nearest' });
  }, [list, lifted]);
}

/**
 * Return a ref for the selector of a button that moves with its scene into another list. A lost
 * focus goes to that button.
 */
function useRequestedFocus(list: RefObject<HTMLElement | null>) {
  const requestedId = useRef<string | null>(null);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (requestedId.current === null || !isLost) return;
    const button = list.current?.querySelector(requestedId.current);
    if (!(button instanceof HTMLElement)) return;
    button.focus();
    button.scrollIntoView?.({ block: 'nearest' });
  });
  return requestedId;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowDown: (index, count) => Math.min(count - 1, index + 1),
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Create the events of all handles. `onLeft`: a handle has lost the focus. */
function handleEvents(mover: SceneMover, onLeft: () => void): Handles {
  const toggle = (sceneId: number) => {
    if (mover.isHeld(sceneId)) mover.drop();
    else mover.lift(sceneId, 'keys');
  };
  return {
    onKeyDown: (event, sceneId) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (!event.repeat) toggle(sceneId);
        return;
      }
      const step = steps[event.key];
      if (!mover.isHeld(sceneId) || (step === undefined && event.key !== 'Escape')) return;
      event.preventDefault();
      event.stopPropagation();
      if (step === undefined) mover.putBack();
      else mover.moveBy(step);
    },
    // A screen reader presses without a key and without a pointer.
    onClick: (event, sceneId) => {
      if (event.detail === 0) toggle(sceneId);
    },
    onBlur: (sceneId) => {
      onLeft();
      if (mover.isHeldByKeys(sceneId)) mover.putBack();
    },
  };
}
