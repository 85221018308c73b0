import { useEffect } from 'react';
import { useStore } from '#web/lib/store.ts';
import { currentSample, stopSample } from './listening.ts';

/** Return the state of one sample. */
export function useSampleState(key: string): 'silent' | 'coming' | 'playing' {
  return useStore(currentSample, (heard) => (heard?.key === key ? heard.state : 'silent'));
}

/** Stop the sample when its view unmounts. */
export function useStopSampleOnUnmount(): void {
  useEffect(() => stopSample, []);
}
