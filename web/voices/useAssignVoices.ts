import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Character, updateCharacter } from '#shared/contract/characters.ts';
import { castList } from '#web/characters/characters.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { type ToastMessage, toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';

/** A character's voice; null removes it. */
export type VoiceAssignment = Pick<Character, 'id' | 'voiceId'>;

interface Assigning {
  assignments: readonly VoiceAssignment[];
  /** Toast after all are stored. */
  done: ToastMessage;
  /** The previous voices, for an undo. */
  before?: readonly VoiceAssignment[];
}

/** Assign voices to characters one after the other; stored ones stay when a later one fails. */
export function useAssignVoices(projectId: number) {
  const cast = castList(useQueryClient(), projectId);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ assignments }: Assigning) => {
      for (const { id, voiceId } of assignments) {
        const saved = await call(updateCharacter, { params: { id }, body: { voiceId } });
        await cast.put(saved);
      }
    },
    onSuccess: (_none, { done, before }) => {
      const takeBack = () => mutate({ assignments: before ?? [], done: toastTexts.characterUpdated });
      toast({ ...done, ...(before && { action: { label: 'Undo', onClick: takeBack } }) });
    },
    onError: (error) => {
      // Someone else has deleted a character.
      if (error instanceof ApiError && error.status === 404) void cast.invalidate();
      const { updateFailed } = toastTexts;
      toast({ ...updateFailed, description: messageOf(error, updateFailed.description) });
    },
    onSettled: () => cast.edited(),
  });
  return { assign: mutate, isAssigning: isPending };
}
