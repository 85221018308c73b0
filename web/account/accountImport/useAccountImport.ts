import { useEffect, useRef, useState } from 'react';
import { importTexts } from '#shared/contract/importing.ts';
import { setBackgroundTask, useBackgroundTaskDialog } from '#web/backgroundTasks/backgroundTasks.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { TooLargeError } from '#web/lib/zipFile.ts';
import type { ImportItem, ImportRun } from './importItems.ts';

export type ItemState =
  | { status: 'running'; fraction: number }
  /** `notes`: lines that the user should check. */
  | { status: 'done'; notes: string[] }
  | { status: 'failed'; reason: string };

export interface AccountImport {
  /** States by the id of the item. Items that have not begun have none. */
  states: Readonly<Record<string, ItemState>>;
  isRunning: boolean;
  /** Import these items one after another. Items that fail do not stop the others. */
  start: (items: readonly ImportItem[]) => void;
  /** Stop the running item, which is then not imported, and begin no other. */
  cancel: () => void;
}

const taskKey = 'account-import';

/** Run the import of an account while the calling component is mounted. */
export function useAccountImport(): AccountImport {
  const [states, setStates] = useState<Readonly<Record<string, ItemState>>>({});
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useBackgroundTaskDialog(taskKey);
  const cancel = () => running.current?.abort();
  const end = () => {
    running.current = null;
    setBackgroundTask(taskKey, null);
    setRunning(false);
  };
  useEffect(
    () => () => {
      running.current?.abort();
      setBackgroundTask(taskKey, null);
    },
    [],
  );

  const setState = (id: string, state: ItemState | null) =>
    setStates(({ [id]: _, ...others }) => (state ? { ...others, [id]: state } : others));
  const importAll = async (items: readonly ImportItem[], signal: AbortSignal) => {
    for (const { id, run } of items) {
      setState(id, { status: 'running', fraction: 0 });
      const onProgress = (fraction: number) => {
        if (!signal.aborted) setState(id, { status: 'running', fraction });
      };
      const state = await outcomeOf(run, { signal, onProgress });
      setState(id, state);
      if (signal.aborted) break;
    }
    end();
  };
  const start = (items: readonly ImportItem[]) => {
    if (running.current) return;
    running.current = new AbortController();
    // While it runs, the browser asks before the page is closed.
    const state = { status: 'running', fraction: null, cancel } as const;
    setBackgroundTask(taskKey, { label: 'Import of your data', state });
    setRunning(true);
    void importAll(items, running.current.signal);
  };
  return { states, isRunning, start, cancel };
}

/** Run an item. Returns null if it was cancelled. */
async function outcomeOf(run: ImportItem['run'], options: ImportRun): Promise<ItemState | null> {
  try {
    return { status: 'done', notes: await run(options) };
  } catch (error) {
    return options.signal.aborted ? null : { status: 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TooLargeError) return importTexts.archiveTooLarge;
  if (error instanceof ApiError) return messageOf(error, importTexts.failed);
  // The server may have stored it although its reply was lost.
  if (error instanceof TypeError)
    return 'The connection was lost. Look whether it is there before you try again.';
  return 'It could not be read from the file. It may be damaged.';
}
