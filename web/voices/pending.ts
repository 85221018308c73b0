import { pendingVoicePrefix, type Voice } from '#shared/contract/voices.ts';

/** Poll interval and maximum number of polls: two minutes in total (decision OQ-96). */
export const pendingPollMs = 5000;
export const maxPendingPolls = 24;

/** Return whether a voice is still being made and cannot be used. */
export function isPendingVoice(voiceId: string): boolean {
  return voiceId.startsWith(pendingVoicePrefix);
}

/** Return the designed voice once it is ready: a new one with its name. */
export function readyVoice(
  voices: readonly Voice[],
  name: string,
  before: ReadonlySet<string>,
): Voice | undefined {
  return voices.find(
    (voice) => voice.name === name && !isPendingVoice(voice.voice_id) && !before.has(voice.voice_id),
  );
}
