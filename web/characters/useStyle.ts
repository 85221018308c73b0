import { useQueryClient } from '@tanstack/react-query';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { useViewScopedTask } from '#web/ai/useGenerationTask.ts';
import { refreshAiState, showBalance } from '#web/assistant/assistant.data.ts';
import { charactersToasts } from '#web/characters/charactersToasts.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { describeStyle } from './characters.data.ts';
import { type CharacterDraft, characterBody } from './draft.ts';

/** Generate the style of a character from the form; closing the form cancels it. */
export function useStyle(projectId: number, onStyle: (style: string) => void) {
  const client = useQueryClient();
  const { ask, cancel, isRunning } = useViewScopedTask();
  const start = (draft: CharacterDraft) => {
    const { name: characterName, description, role, age, characterType } = characterBody(draft);
    const body = { characterName, projectId, description, role, age, characterType };
    void ask(JSON.stringify(body), {
      ask: async (options) => {
        const { styleDescription, creditBalance } = await describeStyle(body, options);
        showBalance(client, projectId, creditBalance);
        if (!options.signal.aborted) onStyle(styleDescription);
      },
      // The description may still have been generated and charged.
      lost: () => {
        refreshAiState(client, projectId);
        void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
      },
      failed: (error) => {
        const { styleFailed } = charactersToasts;
        const { styleUnreachable } = charactersToasts;
        if (isOutOfCredits(error)) return showOutOfCredits();
        if (!(error instanceof ApiError)) return toast(styleUnreachable);
        if (error.status === 403) refreshAiState(client, projectId);
        toast({ ...styleFailed, description: messageOf(error, styleFailed.description) });
      },
    });
  };
  return { isRunning, start, cancel };
}
