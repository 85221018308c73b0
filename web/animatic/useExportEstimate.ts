import { useEffect, useState } from 'react';
import { FileGenerationError } from '#web/backgroundTasks/useFileGeneration.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import type { Animatic } from './animatic.ts';

type ExportEstimate =
  | { status: 'measuring' }
  | { status: 'known'; seconds: number }
  /** It could not be measured; the export may work. */
  | { status: 'unknown' }
  /** This browser cannot make films; the text says what to do. */
  | { status: 'impossible'; text: string };

/** Measure, while `isAsking`, how long this browser takes to make a film of an animatic. */
export function useExportEstimate(animatic: Animatic, isAsking: boolean): ExportEstimate {
  const [estimate, setEstimate] = useState<ExportEstimate>({ status: 'measuring' });
  useEffect(() => {
    if (!isAsking) return;
    const measuring = new AbortController();
    const { signal } = measuring;
    measure(animatic, signal).then(
      (seconds) => !signal.aborted && setEstimate({ status: 'known', seconds }),
      (error: unknown) => {
        if (signal.aborted) return;
        if (error instanceof FileGenerationError) setEstimate({ status: 'impossible', text: error.message });
        else {
          logFailure('The speed of the film export could not be measured', error);
          setEstimate({ status: 'unknown' });
        }
      },
    );
    return () => measuring.abort();
  }, [animatic, isAsking]);
  return estimate;
}

async function measure(animatic: Animatic, signal: AbortSignal): Promise<number> {
  // Through the export: a library that two modules load would go into a file of all screens.
  const { estimateExportSeconds } = await import('./exportAnimatic.ts');
  return estimateExportSeconds(animatic, signal);
}

/** A film that takes longer than this many times its length is made faster by another browser. */
const slowRatio = 3;

/** Return what to say about an estimate before the export starts; null if there is nothing. */
export function estimateText(estimate: ExportEstimate, videoSeconds: number): string | null {
  if (estimate.status === 'measuring') return 'Measuring how long this browser takes…';
  if (estimate.status !== 'known') return null;
  const minutes = Math.ceil(estimate.seconds / 60);
  const time =
    estimate.seconds < 60 ? 'less than a minute' : `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const isSlow = estimate.seconds > slowRatio * videoSeconds && estimate.seconds > 60;
  return `Making the film takes ${time} in this browser.${isSlow ? ' Chrome and Edge are faster.' : ''}`;
}
