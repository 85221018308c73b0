import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Autosave, type AutosaveOptions, createAutosave } from './autosave.ts';
import { useStore } from './store.ts';

interface UseAutosaveOptions<Fields> extends Omit<AutosaveOptions<Fields>, 'onFailed'> {
  /** What the server has. */
  saved: Fields;
  /** `isGone`: nobody sees these fields any more. */
  onFailed?: (error: unknown, isGone: boolean) => void;
  /** What failed is not tried again when the view goes: the writer was asked whether to leave without it. */
  isAskedOnLeaving?: boolean;
}

/** Saves the fields of a view while they are written, and what is left when the view goes (web/lib/autosave.ts). */
export function useAutosave<Fields extends object>({ saved, ...options }: UseAutosaveOptions<Fields>) {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const isGone = useRef(false);
  const [autosave] = useState(() =>
    createAutosave(saved, () => ({
      ...latest.current,
      onFailed: (error) => latest.current.onFailed?.(error, isGone.current),
    })),
  );
  useLayoutEffect(() => autosave.know(saved), [autosave, saved]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
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

/** Shows what is saved elsewhere, for longer than the view lasts; what is left is sent when the view goes. */
export function useShownAutosave<Fields>(autosave: Autosave<Fields>, isAskedOnLeaving = false) {
  const state = useStore(autosave);
  // The last word is kept by a page that is being closed, too; the browser asks first where it can.
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
