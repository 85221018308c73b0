import type { Ai } from '#server/ai/calls.ts';
import type { LibraryVoice } from '#server/ai/models.ts';

/** Time for which the provider's list of voices is cached (decision OQ-95). */
const maxAgeMs = 10 * 60_000;
const patienceMs = 30_000;

/** The provider's voices, asked for once however many want them. */
export interface VoiceLibrary {
  voices(): Promise<readonly LibraryVoice[]>;
  /** The list is another one now: a voice was designed. */
  forget(): void;
}

export function voiceLibrary(ai: Pick<Ai, 'listVoices'>, now: () => number = Date.now): VoiceLibrary {
  let kept: { list: Promise<readonly LibraryVoice[]>; since: number } | null = null;
  const forget = () => {
    kept = null;
  };
  return {
    forget,
    voices() {
      if (kept && now() - kept.since < maxAgeMs) return kept.list;
      const request = { list: ai.listVoices(AbortSignal.timeout(patienceMs)), since: now() };
      kept = request;
      // The next call repeats a failed one.
      request.list.catch(() => {
        if (kept === request) forget();
      });
      return request.list;
    },
  };
}
