import { messageOf } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { createStore, type ReadableStore, useStore } from '#web/lib/store.ts';
import { setBackgroundTask, useBackgroundTaskDialog } from './backgroundTasks.ts';

export type FileGenerationState<Progress, Made> =
  | { status: 'idle' }
  | { status: 'running'; progress: Progress | null }
  | { status: 'done'; made: Made }
  | { status: 'failed'; text: string };

type Work<Progress, Made> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Made>;

/** Key and texts of a file, for the bar that shows it once its dialog is closed. */
export interface MadeFileInput<Progress, Made> {
  /** Key of the file: "film/12". */
  key: string;
  /** Name: "Film of Night Ferry". */
  label: string;
  fractionOf: (progress: Progress) => number;
  /** Return the actions that save the result. */
  savesOf: (made: Made) => readonly { label: string; run: () => void }[];
}

interface MadeFile<Progress, Made> {
  state: ReadableStore<FileGenerationState<Progress, Made>>;
  start: (work: Work<Progress, Made>, input: MadeFileInput<Progress, Made>) => void;
  /** Cancel it, or release its result. */
  cancel: () => void;
}

// biome-ignore lint/suspicious/noExplicitAny: the values have different types, which the caller of a key knows
const files = new Map<string, MadeFile<any, any>>();

/**
 * Generate a file in the browser, with progress and cancel; it continues while its dialog is
 * closed. There is one task for each key, shared by all dialogs.
 */
export function useFileGeneration<Progress, Made>(input: MadeFileInput<Progress, Made>) {
  const { key } = input;
  const file: MadeFile<Progress, Made> = files.get(key) ?? createMadeFile(key);
  files.set(key, file);
  useBackgroundTaskDialog(key);
  return {
    state: useStore(file.state),
    start: (work: Work<Progress, Made>) => file.start(work, input),
    cancel: file.cancel,
  };
}

function createMadeFile<Progress, Made>(key: string): MadeFile<Progress, Made> {
  const state = createStore<FileGenerationState<Progress, Made>>({ status: 'idle' });
  let running: AbortController | null = null;
  const cancel = () => {
    running?.abort();
    running = null;
    state.set({ status: 'idle' });
    setBackgroundTask(key, null);
  };
  const start: MadeFile<Progress, Made>['start'] = (work, { label, fractionOf, savesOf }) => {
    cancel();
    const run = new AbortController();
    running = run;
    const tell = (next: FileGenerationState<Progress, Made>) => {
      if (running !== run) return;
      state.set(next);
      if (next.status === 'running') {
        const fraction = next.progress === null ? 0 : fractionOf(next.progress);
        setBackgroundTask(key, { label, state: { status: 'running', fraction, cancel } });
      } else if (next.status === 'done')
        setBackgroundTask(key, {
          label,
          state: { status: 'done', actions: savesOf(next.made), dismiss: cancel },
        });
      else if (next.status === 'failed')
        setBackgroundTask(key, { label, state: { status: 'failed', text: next.text, dismiss: cancel } });
    };
    tell({ status: 'running', progress: null });
    work(run.signal, (progress) => tell({ status: 'running', progress })).then(
      (made) => tell({ status: 'done', made }),
      (error: unknown) => {
        if (run.signal.aborted) return;
        logFailure('An export failed', error);
        tell({ status: 'failed', text: textOf(error) });
      },
    );
  };
  return { state, start, cancel };
}

/** An error whose message is shown to users. Other errors are logged instead. */
export class FileGenerationError extends Error {}

function textOf(error: unknown): string {
  if (error instanceof FileGenerationError) return error.message;
  return messageOf(error, 'The file could not be made. Try again, or export a single scene.');
}
