import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Character } from '#shared/contract/characters.ts';
import type { Voice } from '#shared/contract/voices.ts';
import { refreshAiState } from '#web/assistant/assistant.data.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { isOutOfCredits, isOverLimit, tellOutOfCredits, tellOverLimit } from '#web/lib/outOfCredits.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { type ListeningTrouble, listen } from './listening.ts';
import { isSpoken, speechOf } from './speech.data.ts';
import { useListening } from './useListening.ts';

/** What every character says when its voice is tried (docs/spec/audio.md). */
export const greeting = 'Hello, this is my voice. How does it sound?';

/** The sample that the maker of a voice gives with it. */
export function useVoicePreview({ voice_id, preview_url }: Pick<Voice, 'voice_id' | 'preview_url'>) {
  const key = `preview/${voice_id}`;
  const toggle = () => {
    if (!preview_url) return toast(toastTexts.previewUnavailable);
    void listen({
      key,
      sound: () => preview_url,
      onTrouble: (trouble) => {
        logTrouble('Failed to play a voice preview', trouble);
        toast(toastTexts.previewFailed);
      },
    });
  };
  return { state: useListening(key), toggle };
}

type VoicedCharacter = Pick<Character, 'voiceId' | 'voiceSettings'>;

/** A greeting in the voice of a character, as it is set. `subject`: whose, where several have the same. */
export function useCharacterVoice(
  subject: string,
  projectId: number,
  { voiceId, voiceSettings }: VoicedCharacter,
) {
  const client = useQueryClient();
  const key = `character/${subject}`;
  const toggle = () => {
    if (voiceId === null) return;
    void listen({
      key,
      sound: async () => {
        const speech = { text: greeting, voiceId, voiceSettings };
        const isPaid = !isSpoken(speech);
        const sound = await speechOf(speech);
        if (isPaid) spent(client, projectId);
        return sound;
      },
      onTrouble: (trouble) => {
        logTrouble('Failed to play the voice of a character', trouble);
        tellTrouble(trouble);
      },
    });
  };
  return { state: useListening(key), toggle };
}

/** What is left of the credits, only the server knows. */
function spent(client: QueryClient, projectId: number): void {
  refreshAiState(client, projectId);
  void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
}

function tellTrouble(trouble: ListeningTrouble): void {
  if (trouble.is === 'blocked') toast(toastTexts.voiceBlocked);
  else if (trouble.is === 'broken') toast(toastTexts.voicePlaybackError);
  else if (isOutOfCredits(trouble.error)) tellOutOfCredits();
  else if (isOverLimit(trouble.error)) tellOverLimit(trouble.error);
  else toast(toastTexts.voicePlaybackFailed);
}

function logTrouble(what: string, trouble: ListeningTrouble): void {
  if (trouble.is !== 'blocked') logFailure(what, trouble.error);
}
