import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { putElement, savePreferences } from './studio.data.ts';

/** How long a slider rests before it is saved (docs/spec/audio.md). */
const saveDelayMs = 300;

type AudioMix = Pick<Element, 'audioVolume' | 'audioOverlapSeconds'>;

/** How loud an element is heard and how early the next one begins: at once here, and saved when the sliders rest. */
export function useAudioMix(projectId: number, element: Element) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Partial<AudioMix>>({});
  const pending = useRef<Partial<AudioMix>>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const save = useRef(() => {});
  save.current = () => {
    clearTimeout(timer.current);
    const change = pending.current;
    pending.current = {};
    if (Object.keys(change).length === 0) return;
    savePreferences(element.id, change).then(
      (saved) => {
        putElement(client, projectId, saved);
        // What was moved meanwhile stays as it was moved.
        setChosen({ ...pending.current });
      },
      (error: unknown) => {
        logFailure('Failed to save audio preferences', error);
        toast(toastTexts.saveFailed);
        setChosen({ ...pending.current });
      },
    );
  };
  // Whoever closes the studio within that time has chosen, too.
  useEffect(() => () => save.current(), []);
  const write = (change: Partial<AudioMix>) => {
    pending.current = { ...pending.current, ...change };
    setChosen((before) => ({ ...before, ...change }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save.current(), saveDelayMs);
  };
  const { audioVolume, audioOverlapSeconds } = { ...element, ...chosen };
  return { audioVolume, audioOverlapSeconds, write };
}
