import type { Ai } from '#server/ai/calls.ts';
import type { LibraryVoice } from '#server/ai/models.ts';

/** Time for which the provider's list of voices is cached (decision OQ-95). */
const maxAgeMs = 10 * 60_000;
const timeoutMs = 30_000;

/** Cache of the provider's list of voices. Concurrent callers share one request. */
export interface VoiceLibrary {
  voices(): Promise<readonly LibraryVoice[]>;
  /** Discard the list, after a voice was designed. */
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
      const request = { list: ai.listVoices(AbortSignal.timeout(timeoutMs)), since: now() };
      kept = request;
      // Do not cache a failed request.
      request.list.catch(() => {
        if (kept === request) forget();
      });
      return request.list;
    },
  };
}
