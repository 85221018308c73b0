import { acquireAudioElement, releaseAudioElement } from '#web/audio/audioElementPool.ts';
import type { PlayedSound } from './sound.ts';

interface AudioSoundInput {
  url: string;
  /** 0 to 1. */
  volume: number;
  /** Called once the sound will not play any more. */
  onDone?: () => void;
}

/** Create a sound of a file that the browser plays. Its pitch stays the same at every speed. */
export function createAudioSound({ url, volume, onDone }: AudioSoundInput): PlayedSound {
  const audio = acquireAudioElement(url);
  let isDone = false;
  audio.preload = 'auto';
  audio.volume = volume;
  audio.preservesPitch = true;
  /** Release the audio element for other sounds. */
  const finish = () => {
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
    stop: finish,
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
    finish();
    sound.onEnd?.();
  };
  audio.onerror = () => {
    const { error } = audio;
    finish();
    sound.onFailure?.(error ?? new Error('The file could not be played'));
  };
  return sound;
}
