import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { VoiceDesign } from '#shared/contract/voices.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { useViewScopedTask } from '#web/ai/useGenerationTask.ts';
import { refreshAiState } from '#web/assistant/assistant.data.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { voicesToasts } from '#web/voices/voicesToasts.ts';
import { isIncomplete } from './designDraft.ts';
import { isPendingVoice } from './pending.ts';
import { type PendingVoice, usePendingVoice } from './usePendingVoice.ts';
import { askForVoice, refreshVoices, voicesQuery } from './voices.data.ts';

/**
 * Design and make a voice; closing the form cancels it. `onMade` receives the id of a usable voice.
 */
export function useVoiceDesign(projectId: number, onMade: (voiceId: string) => void, onLate: () => void) {
  const client = useQueryClient();
  const { ask, cancel, isRunning } = useViewScopedTask();
  const [pending, setPending] = useState<PendingVoice | null>(null);
  const spent = () => {
    refreshAiState(client, projectId);
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
  };
  const made = (voiceId: string) => {
    setPending(null);
    onMade(voiceId);
  };
  usePendingVoice(pending, {
    onReady: made,
    onFailed() {
      setPending(null);
      const { voiceDesignFailed } = voicesToasts;
      toast({ ...voiceDesignFailed, description: 'The voice could not be made. Please try again.' });
    },
    onTimeout() {
      setPending(null);
      toast(voicesToasts.voicePending);
      onLate();
    },
  });
  const start = (design: VoiceDesign) => {
    if (isIncomplete(design)) return toast(voicesToasts.voiceDesignIncomplete);
    const before = new Set(client.getQueryData(voicesQuery.queryKey)?.map(({ voice_id }) => voice_id));
    return ask(JSON.stringify(design), {
      ask: async (options) => {
        const { voice_id: id, name } = await askForVoice(design, options);
        spent();
        if (options.signal.aborted) return;
        if (isPendingVoice(id)) return setPending({ id, name, before });
        await refreshVoices(client);
        if (!options.signal.aborted) made(id);
      },
      // The voice may still be made and charged.
      lost: spent,
      failed: (error) => {
        const { voiceDesignFailed } = voicesToasts;
        if (isOutOfCredits(error)) return showOutOfCredits();
        if (isOverLimit(error)) return showOverLimit(error);
        toast({ ...voiceDesignFailed, description: messageOf(error, voiceDesignFailed.description) });
      },
    });
  };
  const giveUp = () => {
    cancel();
    setPending(null);
  };
  return {
    start: (design: VoiceDesign) => void start(design),
    giveUp,
    isRunning: isRunning || pending !== null,
  };
}
