import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Autosave, type AutosaveOptions, createAutosave } from './autosave.ts';
import { useStore } from './store.ts';

interface UseAutosaveOptions<Fields> extends Omit<AutosaveOptions<Fields>, 'onFailed'> {
  /** Fields stored on the server. */
  saved: Fields;
  /** `isClosed`: the view of these fields is closed. */
  onFailed?: (error: unknown, isClosed: boolean) => void;
  /** Do not retry a failed save on unmount: the user chose to leave without it. */
  isAskedOnLeaving?: boolean;
}

/**
 * Save a view's fields while they are written, and the remainder on unmount (web/lib/autosave.ts).
 */
export function useAutosave<Fields extends object>({ saved, ...options }: UseAutosaveOptions<Fields>) {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const isClosed = useRef(false);
  const [autosave] = useState(() =>
    createAutosave(saved, () => ({
      ...latest.current,
      onFailed: (error) => latest.current.onFailed?.(error, isClosed.current),
    })),
  );
  useLayoutEffect(() => autosave.know(saved), [autosave, saved]);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const { phase, hasFailed, problems } = useShownAutosave(autosave, options.isAskedOnLeaving);
  const { values, isUnsaved, write, save } = autosave;
  return {
    values: values(),
    isUnsaved: isUnsaved(),
    phase,
    hasFailed,
    problems,
    write,
    save: () => void save(),
  };
}

/** Show an autosave that outlives the view; its remainder is sent on unmount. */
export function useShownAutosave<Fields>(autosave: Autosave<Fields>, isAskedOnLeaving = false) {
  const state = useStore(autosave);
  // Also saves when the page is closing; the browser asks first where it can.
  const leave = useEffectEvent((left: Autosave<Fields>, isLast: boolean) => {
    if (!(isAskedOnLeaving && left.get().hasFailed)) void left.save(isLast);
  });
  useEffect(() => {
    const close = () => leave(autosave, true);
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      leave(autosave, false);
    };
  }, [autosave]);
  return state;
}
