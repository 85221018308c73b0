import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface Rows {
  list: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** Indexes of the rendered rows, in order. */
  shown: number[];
  /** The row that Tab reaches. */
  stop: number;
  onRowKey: (event: KeyboardEvent<HTMLElement>) => void;
  onRowFocus: (index: number) => void;
  /** Focus that row after a dialog has closed. */
  focusLater: () => void;
}

// Height before the first layout.
const unmeasuredPx = 900;
const rowsAround = 8;

/**
 * Render a long list of rows of equal height near the viewport, with arrow keys, Home and End. A
 * row has its index in data-row. `current` is scrolled into view when it changes.
 */
export function useRows(count: number, rowPx: number, current: number): Rows {
  const list = useRef<HTMLDivElement>(null);
  const [chosenStop, setStop] = useState<number | null>(null);
  const stop = Math.max(0, Math.min(chosenStop ?? Math.max(current, 0), count - 1));

  const { view, read } = useRowsInView(list, rowPx);

  const reveal = useRevealedRow(list, rowPx, current, read);

  const pendingFocus = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (pendingFocus.current === null) return;
    focusRow(list.current, pendingFocus.current);
    pendingFocus.current = null;
  });
  useFocusKept(list, stop);
  const stopNow = useRef(stop);
  stopNow.current = stop;
  const focusLater = useCallback(() => {
    setTimeout(() => focusRow(list.current, stopNow.current), 0);
  }, []);

  const move = useRef<(key: string) => boolean>(() => false);
  move.current = (key) => {
    const page = Math.max(1, view.rows - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[key] ?? (key === 'Home' ? -count : key === 'End' ? count : null);
    if (step === null) return false;
    const next = Math.max(0, Math.min(count - 1, stop + step));
    pendingFocus.current = next;
    reveal(next, 'nearest');
    setStop(next);
    return true;
  };
  const onRowKey = useCallback((event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && move.current(event.key)) event.preventDefault();
  }, []);

  return {
    list,
    onScroll: read,
    shown: rowsShown(view, count, stop),
    stop,
    onRowKey,
    onRowFocus: setStop,
    focusLater,
  };
}

/** Measure which rows are in the viewport. `read` measures again. */
function useRowsInView(list: RefObject<HTMLDivElement | null>, rowPx: number) {
  const [view, setView] = useState({ first: 0, rows: Math.ceil(unmeasuredPx / rowPx) });
  const read = useCallback(() => {
    const element = list.current;
    if (!element || element.clientHeight === 0) return;
    const next = {
      first: Math.floor(element.scrollTop / rowPx),
      rows: Math.ceil(element.clientHeight / rowPx),
    };
    setView((last) => (last.first === next.first && last.rows === next.rows ? last : next));
  }, [list, rowPx]);
  useLayoutEffect(() => {
    read();
    const element = list.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, read]);
  return { view, read };
}

/** Keep the current row in view. Returns a function that scrolls a row into view. */
function useRevealedRow(
  list: RefObject<HTMLDivElement | null>,
  rowPx: number,
  current: number,
  read: () => void,
) {
  const reveal = useCallback(
    (index: number, place: 'nearest' | 'middle') => {
      const element = list.current;
      if (!element || index < 0) return;
      const topPx = index * rowPx;
      const roomPx = element.clientHeight - rowPx;
      const isAbove = topPx < element.scrollTop;
      if (!isAbove && topPx <= element.scrollTop + roomPx) return;
      if (place === 'middle') element.scrollTop = Math.max(0, topPx - roomPx / 2);
      else element.scrollTop = isAbove ? topPx : topPx - roomPx;
      read();
    },
    [list, rowPx, read],
  );
  // While the list has the focus, it does not scroll by itself.
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) reveal(current, 'middle');
  }, [list, current, reveal]);
  return reveal;
}

/** Move the focus to the next row when the focused one is removed. */
function useFocusKept(list: RefObject<HTMLDivElement | null>, stop: number): void {
  const holder = useRef<Node | null>(null);
  useLayoutEffect(() => {
    if (!holder.current || holder.current.isConnected) return;
    holder.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) focusRow(list.current, stop);
  });
  useEffect(() => {
    const element = list.current;
    const note = ({ target }: FocusEvent) => {
      holder.current = target instanceof Node && element?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);
}

function focusRow(list: HTMLElement | null, index: number): void {
  list?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
}

/** Return the rows near the viewport, and the one that Tab reaches. */
function rowsShown({ first, rows }: { first: number; rows: number }, count: number, stop: number): number[] {
  const from = Math.max(0, Math.min(first, count) - rowsAround);
  const to = Math.min(count, first + rows + rowsAround);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_row, index) => from + index);
  if (count > 0 && stop < from) return [stop, ...shown];
  return count > 0 && stop >= to ? [...shown, stop] : shown;
}
