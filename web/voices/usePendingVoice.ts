import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { maxPendingPolls, pendingPollMs, readyVoice } from './pending.ts';
import { refreshVoices } from './voices.data.ts';

/** A voice that is being made. */
export interface PendingVoice {
  /** Starts with `pending_`. */
  id: string;
  name: string;
  /** Ids of the earlier voices. */
  before: ReadonlySet<string>;
}

interface PendingEnds {
  onReady: (voiceId: string) => void;
  /** Called when the pending voice was in the list and no longer is. */
  onFailed: () => void;
  /** Called after two minutes. */
  onTimeout: () => void;
}

/** Poll the list until the voice is in it, for at most two minutes, and until unmount. */
export function usePendingVoice(pending: PendingVoice | null, ends: PendingEnds): void {
  const client = useQueryClient();
  const latest = useRef(ends);
  useEffect(() => {
    latest.current = ends;
  });
  useEffect(() => {
    if (!pending) return;
    let polls = 0;
    let wasListed = false;
    let isOver = false;
    const end = (how: () => void) => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      how();
    };
    const poll = async () => {
      polls += 1;
      const isLast = polls >= maxPendingPolls;
      if (isLast) clearInterval(timer);
      const voices = await refreshVoices(client);
      const ready = readyVoice(voices, pending.name, pending.before);
      const isListed = voices.some(({ voice_id }) => voice_id === pending.id);
      if (ready) end(() => latest.current.onReady(ready.voice_id));
      else if (wasListed && !isListed) end(() => latest.current.onFailed());
      else if (isLast) end(() => latest.current.onTimeout());
      wasListed ||= isListed;
    };
    const timer = setInterval(() => void poll(), pendingPollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [pending, client]);
}
