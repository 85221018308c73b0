import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { changedFields } from '#web/lib/formBody.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useAutosave } from '#web/lib/useAutosave.ts';
import { putElement, savePreferences } from './studio.data.ts';

type AudioMix = Pick<Element, 'audioVolume' | 'audioOverlapSeconds'>;

/** Volume and overlap of an element: applied at once, and saved when the sliders rest. */
export function useAudioMix(projectId: number, element: Element) {
  const client = useQueryClient();
  const { values, write } = useAutosave<AudioMix>({
    saved: useMemo(() => mixOf(element), [element]),
    // Delay before a slider is saved (docs/spec/audio.md).
    debounceMs: 300,
    send: async (mix, saved, isLast) => {
      const stored = await savePreferences(element.id, changedFields(saved, mix), isLast);
      putElement(client, projectId, stored);
      return mixOf(stored);
    },
    revertsFailures: true,
    onFailed: (error) => {
      logFailure('Failed to save audio preferences', error);
      toast(toastTexts.saveFailed);
    },
  });
  return { ...values, write };
}

function mixOf({ audioVolume, audioOverlapSeconds }: AudioMix): AudioMix {
  return { audioVolume, audioOverlapSeconds };
}
