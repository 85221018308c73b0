import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from './api.ts';
import { logFailure } from './logFailure.ts';

export type MadeFileState<Progress, Made> =
  | { is: 'idle' }
  | { is: 'running'; progress: Progress | null }
  | { is: 'done'; made: Made }
  | { is: 'failed'; text: string };

type Work<Progress, Made> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Made>;

/** A file that is made in the browser, which takes a while: it can be followed and cancelled, and is over with the screen. */
export function useMadeFile<Progress, Made>() {
  const [state, setState] = useState<MadeFileState<Progress, Made>>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ is: 'idle' });
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback((work: Work<Progress, Made>) => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setState({ is: 'running', progress: null });
    const tell = (next: MadeFileState<Progress, Made>) => {
      if (running.current === run) setState(next);
    };
    work(run.signal, (progress) => tell({ is: 'running', progress })).then(
      (made) => tell({ is: 'done', made }),
      (error: unknown) => {
        if (run.signal.aborted) return;
        logFailure('An export failed', error);
        tell({ is: 'failed', text: textOf(error) });
      },
    );
  }, []);
  return { state, start, cancel, reset: cancel };
}

/** What its maker says in words for people; errors of the browser's are for its console. */
export class MadeFileProblem extends Error {}

function textOf(error: unknown): string {
  if (error instanceof MadeFileProblem) return error.message;
  return messageOf(error, 'The file could not be made. Try again, or export a single scene.');
}
