import { useEffect } from 'react';
import { useStore } from '#web/lib/store.ts';
import { listening, stopListening } from './listening.ts';

/** Whether this one is heard. */
export function useListening(key: string): 'silent' | 'coming' | 'playing' {
  return useStore(listening, (heard) => (heard?.key === key ? heard.state : 'silent'));
}

/** What is heard of the voices ends with what shows them. */
export function useSilenceAfter(): void {
  useEffect(() => stopListening, []);
}
