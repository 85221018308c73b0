import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Character } from '#shared/contract/characters.ts';
import type { Voice } from '#shared/contract/voices.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { refreshAiState } from '#web/assistant/assistant.data.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { toast } from '#web/lib/toast.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { voicesToasts } from '#web/voices/voicesToasts.ts';
import { type SampleProblem, toggleSample } from './listening.ts';
import { isSpeechCached, speechOf } from './speech.data.ts';
import { useSampleState } from './useListening.ts';

/** Text of a voice's preview (docs/spec/audio.md). */
export const greeting = 'Hello, this is my voice. How does it sound?';

/** Play the provider's sample of a voice. */
export function useVoicePreview({ voice_id, preview_url }: Pick<Voice, 'voice_id' | 'preview_url'>) {
  const key = `preview/${voice_id}`;
  const toggle = () => {
    if (!preview_url) return toast(voicesToasts.previewUnavailable);
    void toggleSample({
      key,
      sound: () => preview_url,
      onTrouble: (trouble) => {
        logTrouble('Failed to play a voice preview', trouble);
        toast(voicesToasts.previewFailed);
      },
    });
  };
  return { state: useSampleState(key), toggle };
}

type VoicedCharacter = Pick<Character, 'voiceId' | 'voiceSettings'>;

/**
 * Play a greeting in a character's current voice. `subject` identifies the player where several
 * characters have the same voice.
 */
export function useCharacterVoice(
  subject: string,
  projectId: number,
  { voiceId, voiceSettings }: VoicedCharacter,
) {
  const client = useQueryClient();
  const key = `character/${subject}`;
  const toggle = () => {
    if (voiceId === null) return;
    void toggleSample({
      key,
      sound: async () => {
        const speech = { text: greeting, voiceId, voiceSettings };
        const isPaid = !isSpeechCached(speech);
        const sound = await speechOf(speech);
        if (isPaid) spent(client, projectId);
        return sound;
      },
      onTrouble: (trouble) => {
        logTrouble('Failed to play the voice of a character', trouble);
        showTrouble(trouble);
      },
    });
  };
  return { state: useSampleState(key), toggle };
}

/** Refetch the credits: only the server knows the remainder. */
function spent(client: QueryClient, projectId: number): void {
  refreshAiState(client, projectId);
  void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
}

function showTrouble(trouble: SampleProblem): void {
  if (trouble.type === 'blocked') toast(voicesToasts.voiceBlocked);
  else if (trouble.type === 'broken') toast(voicesToasts.voicePlaybackError);
  else if (isOutOfCredits(trouble.error)) showOutOfCredits();
  else if (isOverLimit(trouble.error)) showOverLimit(trouble.error);
  else toast(voicesToasts.voicePlaybackFailed);
}

function logTrouble(what: string, trouble: SampleProblem): void {
  if (trouble.type !== 'blocked') logFailure(what, trouble.error);
}
