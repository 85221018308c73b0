import { acquireAudioElement, releaseAudioElement } from '#web/audio/audioElementPool.ts';
import type { PlayedSound } from './sound.ts';

interface AudioSoundInput {
  url: string;
  /** 0 to 1. */
  volume: number;
  /** It is played no more. */
  onDone?: () => void;
}

/** A file at an address, played by the browser. Its pitch stays at every speed. */
export function createAudioSound({ url, volume, onDone }: AudioSoundInput): PlayedSound {
  const audio = acquireAudioElement(url);
  let isDone = false;
  audio.preload = 'auto';
  audio.volume = volume;
  audio.preservesPitch = true;
  /** It may play something else from now on. */
  const done = () => {
    if (isDone) return;
    isDone = true;
    audio.onended = null;
    audio.onerror = null;
    audio.pause();
    releaseAudioElement(audio);
    onDone?.();
  };
  const sound: PlayedSound = {
    play: () => audio.play(),
    stop: done,
    durationSeconds: () => (isDone ? Number.NaN : audio.duration),
    positionSeconds: () => (isDone ? 0 : audio.currentTime),
    setRate(rate) {
      if (isDone) return;
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    onEnd: null,
    onFailure: null,
  };
  audio.onended = () => {
    done();
    sound.onEnd?.();
  };
  audio.onerror = () => {
    const { error } = audio;
    done();
    sound.onFailure?.(error ?? new Error('The file could not be played'));
  };
  return sound;
}
