import { useEffect } from 'react';
import { createStore, derived } from '#web/lib/store.ts';

/** Work that continues while its dialog is closed, as shown in the bar below every screen. */
export interface BackgroundTask {
  /** Name: "Film of Night Ferry". */
  label: string;
  state:
    | { status: 'running'; fraction: number | null; cancel: () => void }
    /** Actions on the result; `dismiss` releases it. */
    | { status: 'done'; actions: readonly { label: string; run: () => void }[]; dismiss: () => void }
    | { status: 'failed'; text: string; dismiss: () => void };
}

export type ShownWork = BackgroundTask & { key: string };

const works = createStore<ReadonlyMap<string, BackgroundTask>>(new Map());
/** Number of open dialogs by task. Tasks with an open dialog are not shown in the bar. */
const windows = createStore<ReadonlyMap<string, number>>(new Map());

/** Running and finished tasks without an open dialog. */
export const backgroundTasks = derived([works, windows], (all, open) =>
  [...all].filter(([key]) => !open.has(key)).map(([key, work]): ShownWork => ({ key, ...work })),
);

/** Set the state of a task; null removes it. */
export function setBackgroundTask(key: string, work: BackgroundTask | null): void {
  const next = new Map(works.get());
  if (work) next.set(key, work);
  else next.delete(key);
  works.set(next);
  watchLeaving(next);
}

/** Mark the task as shown in a dialog while the calling component is mounted. */
export function useBackgroundTaskDialog(key: string): void {
  useEffect(() => {
    count(key, 1);
    return () => count(key, -1);
  }, [key]);
}

function count(key: string, by: 1 | -1): void {
  const next = new Map(windows.get());
  const now = (next.get(key) ?? 0) + by;
  if (now > 0) next.set(key, now);
  else next.delete(key);
  windows.set(next);
}

let isWarning = false;
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Ask before unload: tasks are lost with the page. */
function watchLeaving(all: ReadonlyMap<string, BackgroundTask>): void {
  const isBusy = [...all.values()].some(({ state }) => state.status === 'running');
  if (isBusy === isWarning) return;
  isWarning = isBusy;
  if (isBusy) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
