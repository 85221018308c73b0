import { useEffect, useRef, useState } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { logFailure } from '#web/lib/logFailure.ts';

/** What is heard of an element: its speech, or its sound effect; null where nothing was made yet. */
export function audioOf({ dialogueAudioUrl, soundEffectUrl }: Element): string | null {
  return dialogueAudioUrl ?? soundEffectUrl;
}

/** One element is heard at a time; starting another one ends it, and so does leaving the script. */
export function useElementAudio() {
  const sound = useRef<HTMLAudioElement | null>(null);
  const [playingId, setPlayingId] = useState<number | null>(null);

  const stop = () => {
    sound.current?.pause();
    sound.current = null;
    setPlayingId(null);
  };
  useEffect(() => () => sound.current?.pause(), []);

  return {
    playingId,
    /** Plays it, or stops it if it is playing. */
    toggle(element: Element) {
      const url = audioOf(element);
      const wasPlaying = playingId === element.id;
      stop();
      if (url === null || wasPlaying) return;
      const audio = new Audio(url);
      audio.volume = element.audioVolume;
      const end = () => {
        if (sound.current === audio) stop();
      };
      const fail = (error: unknown) => {
        // A sound that was stopped before it began is none that failed.
        if (sound.current === audio) logFailure('Failed to play audio', error);
        end();
      };
      audio.onended = end;
      audio.onerror = fail;
      sound.current = audio;
      setPlayingId(element.id);
      // A file that cannot be played ends like one that is over.
      void audio.play().catch(fail);
    },
  };
}
