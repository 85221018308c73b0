import { messageOf } from './api.ts';
import { logFailure } from './logFailure.ts';
import { noteWork, useWorkWindow } from './longWork.ts';
import { createStore, useStore, type Watched } from './store.ts';

export type MadeFileState<Progress, Made> =
  | { is: 'idle' }
  | { is: 'running'; progress: Progress | null }
  | { is: 'done'; made: Made }
  | { is: 'failed'; text: string };

type Work<Progress, Made> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Made>;

/** How it is shown once its window is closed. */
export interface MadeFileInput<Progress, Made> {
  /** Of the one file of its kind: "film/12". */
  key: string;
  /** "Film of Night Ferry". */
  label: string;
  fractionOf: (progress: Progress) => number;
  /** Ways to keep what was made. */
  savesOf: (made: Made) => readonly { label: string; run: () => void }[];
}

interface MadeFile<Progress, Made> {
  state: Watched<MadeFileState<Progress, Made>>;
  start: (work: Work<Progress, Made>, input: MadeFileInput<Progress, Made>) => void;
  /** Ends it, or lets go of what was made. */
  cancel: () => void;
}

// biome-ignore lint/suspicious/noExplicitAny: of different kinds; who gives a key knows its kind
const files = new Map<string, MadeFile<any, any>>();

/**
 * A file that is made in the browser, which takes a while: it can be followed and cancelled, and goes on while its window
 * is closed. There is one of each key, whichever window it is made in.
 */
export function useMadeFile<Progress, Made>(input: MadeFileInput<Progress, Made>) {
  const { key } = input;
  const file: MadeFile<Progress, Made> = files.get(key) ?? createMadeFile(key);
  files.set(key, file);
  useWorkWindow(key);
  return {
    state: useStore(file.state),
    start: (work: Work<Progress, Made>) => file.start(work, input),
    cancel: file.cancel,
  };
}

function createMadeFile<Progress, Made>(key: string): MadeFile<Progress, Made> {
  const state = createStore<MadeFileState<Progress, Made>>({ is: 'idle' });
  let running: AbortController | null = null;
  const cancel = () => {
    running?.abort();
    running = null;
    state.set({ is: 'idle' });
    noteWork(key, null);
  };
  const start: MadeFile<Progress, Made>['start'] = (work, { label, fractionOf, savesOf }) => {
    cancel();
    const run = new AbortController();
    running = run;
    const tell = (next: MadeFileState<Progress, Made>) => {
      if (running !== run) return;
      state.set(next);
      if (next.is === 'running') {
        const fraction = next.progress === null ? 0 : fractionOf(next.progress);
        noteWork(key, { label, state: { is: 'running', fraction, cancel } });
      } else if (next.is === 'done')
        noteWork(key, { label, state: { is: 'done', actions: savesOf(next.made), dismiss: cancel } });
      else if (next.is === 'failed')
        noteWork(key, { label, state: { is: 'failed', text: next.text, dismiss: cancel } });
    };
    tell({ is: 'running', progress: null });
    work(run.signal, (progress) => tell({ is: 'running', progress })).then(
      (made) => tell({ is: 'done', made }),
      (error: unknown) => {
        if (run.signal.aborted) return;
        logFailure('An export failed', error);
        tell({ is: 'failed', text: textOf(error) });
      },
    );
  };
  return { state, start, cancel };
}

/** What its maker says in words for people; errors of the browser's are for its console. */
export class MadeFileProblem extends Error {}

function textOf(error: unknown): string {
  if (error instanceof MadeFileProblem) return error.message;
  return messageOf(error, 'The file could not be made. Try again, or export a single scene.');
}
