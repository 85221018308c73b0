import { useQueryClient } from '@tanstack/react-query';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { useViewScopedTask } from '#web/ai/useGenerationTask.ts';
import { refreshAiState, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { voicesToasts } from '#web/voices/voicesToasts.ts';
import type { DesignedFor } from './designDraft.ts';
import { describeVoice } from './voices.data.ts';

/** Generate the description of a character's voice from its fields; closing the form cancels it. */
export function useVoiceDescription(projectId: number, onDescription: (text: string) => void) {
  const client = useQueryClient();
  const { ask, cancel, isRunning } = useViewScopedTask();
  const start = ({ name, role, description, age, characterType }: DesignedFor) => {
    const textOrNull = (text: string) => text.trim() || null;
    const body = {
      characterName: name.trim(),
      description: textOrNull(description),
      role: textOrNull(role),
      age,
      characterType,
      projectId,
    };
    void ask(JSON.stringify(body), {
      ask: async (options) => {
        const { voiceDescription, creditBalance } = await describeVoice(body, options);
        showBalance(client, projectId, creditBalance);
        if (!options.signal.aborted) onDescription(voiceDescription);
      },
      // The description may still have been generated and charged.
      lost: () => {
        refreshAiState(client, projectId);
        void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
      },
      failed: (error) => {
        const { voiceDescriptionFailed } = voicesToasts;
        const { voiceDescriptionUnreachable } = voicesToasts;
        if (isOutOfCredits(error)) return showOutOfCredits();
        if (!(error instanceof ApiError)) return toast(voiceDescriptionUnreachable);
        if (error.status === 403) refreshAiState(client, projectId);
        toast({
          ...voiceDescriptionFailed,
          description: messageOf(error, voiceDescriptionFailed.description),
        });
      },
    });
  };
  return { isRunning, start, cancel };
}
