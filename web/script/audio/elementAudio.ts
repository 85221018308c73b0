import type { Element } from '#shared/contract/elements.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { createStore } from '#web/lib/store.ts';

/** What is heard of an element: its speech, or its sound effect; null where nothing was made yet. */
export function audioOf({ dialogueAudioUrl, soundEffectUrl }: Element): string | null {
  return dialogueAudioUrl ?? soundEffectUrl;
}

/** One element is heard at a time; starting another one ends it. */
export function createElementAudio() {
  const playingId = createStore<number | null>(null);
  let sound: HTMLAudioElement | null = null;
  const stop = () => {
    sound?.pause();
    sound = null;
    playingId.set(null);
  };
  return {
    playingId,
    stop,
    /** Plays it, or stops it if it is playing. */
    toggle(element: Element) {
      const url = audioOf(element);
      const wasPlaying = playingId.get() === element.id;
      stop();
      if (url === null || wasPlaying) return;
      const audio = new Audio(url);
      audio.volume = element.audioVolume;
      const end = () => {
        if (sound === audio) stop();
      };
      const fail = (error: unknown) => {
        // A sound that was stopped before it began is none that failed.
        if (sound === audio) logFailure('Failed to play audio', error);
        end();
      };
      audio.onended = end;
      audio.onerror = fail;
      sound = audio;
      playingId.set(element.id);
      // A file that cannot be played ends like one that is over.
      void audio.play().catch(fail);
    },
  };
}

export type ElementAudio = ReturnType<typeof createElementAudio>;
