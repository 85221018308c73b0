import { pendingVoicePrefix, type Voice } from '#shared/contract/voices.ts';

/** Between two looks at the list, and how many there are at most: two minutes (decision OQ-96). */
export const pendingPollMs = 5000;
export const maxPendingPolls = 24;

/** Still being made: nobody can speak with it. */
export function isPendingVoice(voiceId: string): boolean {
  return voiceId.startsWith(pendingVoicePrefix);
}

/** The voice that was designed, once it is made: one of its name that was not there before. */
export function readyVoice(
  voices: readonly Voice[],
  name: string,
  before: ReadonlySet<string>,
): Voice | undefined {
  return voices.find(
    (voice) => voice.name === name && !isPendingVoice(voice.voice_id) && !before.has(voice.voice_id),
  );
}
