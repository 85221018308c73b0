import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';

/**
 * Events of a scene's checkbox; a stable object while the list lives, so that rows do not
 * re-render.
 */
export interface SelectionHandles {
  onClick: (sceneId: number, isRange: boolean) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>, sceneId: number) => void;
}

/** Return the ids between two scenes in the order of the list, both included. */
export function rangeBetween(ids: readonly number[], fromId: number, toId: number): number[] {
  const [from, to] = [ids.indexOf(fromId), ids.indexOf(toId)];
  if (from === -1 || to === -1) return [toId];
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * Hold the selected scenes as in a list box: a box selects one, with Shift the range from the last
 * one; arrow keys move between boxes and with Shift extend the selection, Ctrl+A selects all,
 * Escape none. `ids`: in shown order.
 */
export function useSceneSelection(ids: readonly number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const anchor = useRef<number | null>(null);
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  });
  const selected = useMemo(() => {
    const there = new Set(ids);
    return new Set([...chosen].filter((id) => there.has(id)));
  }, [chosen, ids]);

  const [handles] = useState<SelectionHandles>(() => ({
    onClick: (sceneId, isRange) => {
      const from = anchor.current;
      anchor.current = sceneId;
      setChosen((before) => {
        if (isRange && from !== null)
          return new Set([...before, ...rangeBetween(latest.current, from, sceneId)]);
        const after = new Set(before);
        if (!after.delete(sceneId)) after.add(sceneId);
        return after;
      });
    },
    onKeyDown: (event, sceneId) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === 'a') {
        event.preventDefault();
        setChosen(new Set(latest.current));
      } else if (event.key === 'Escape') setChosen(new Set());
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (by === 0 || isCommand) return;
      event.preventDefault();
      const next = latest.current[latest.current.indexOf(sceneId) + by];
      if (next === undefined) return;
      const list = event.currentTarget.closest('[data-scenes]');
      list?.querySelector<HTMLElement>(`[data-select="${next}"]`)?.focus();
      if (event.shiftKey) setChosen((before) => new Set([...before, sceneId, next]));
      anchor.current = next;
    },
  }));
  return { selected, handles, clear: () => setChosen(new Set()) };
}
