import { useQueryClient } from '@tanstack/react-query';
import type { Character } from '#shared/contract/characters.ts';
import { showCallError } from '#web/ai/callErrors.ts';
import { useGenerationTask } from '#web/ai/useGenerationTask.ts';
import { refreshAiState, showBalance } from '#web/assistant/assistant.data.ts';
import { charactersToasts } from '#web/characters/charactersToasts.ts';
import { ApiError } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { castList, drawAvatar } from './characters.data.ts';
import { characterDraft } from './draft.ts';

/** Return the generation of a saved character's avatar; card and form share it. */
export function useAvatar(projectId: number, character: Character) {
  const client = useQueryClient();
  const { drawing, state } = useGenerationTask(`characters/${character.id}`);
  const cast = castList(client, projectId);

  const askAgain = () => {
    void cast.invalidate();
    refreshAiState(client, projectId);
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
  };
  const draw = () =>
    void drawing.draw(JSON.stringify(characterDraft(character)), {
      ask: async (options) => {
        const { character: drawn, creditBalance } = await drawAvatar(character.id, options);
        await cast.put(drawn);
        cast.edited();
        showBalance(client, projectId, creditBalance);
        toast(charactersToasts.avatarGenerated);
      },
      lost: askAgain,
      failed: (error) => {
        // AI was switched off, the role changed, or the character was deleted: refetch to show
        // which.
        if (error instanceof ApiError && [403, 404].includes(error.status)) askAgain();
        showCallError(error, charactersToasts.avatarFailed);
      },
    });
  return { isDrawing: state === 'drawing', draw, cancel: drawing.cancel };
}
