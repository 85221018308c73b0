import type { PlaybackClock, PlayedSound } from './sound.ts';

/** Create a silence as long as a line, which the user reads aloud. */
export function createSilence(seconds: number, clock: PlaybackClock): PlayedSound {
  let rate = 1;
  let startedMs: number | null = null;
  /** Seconds of the silence before the last change of speed. */
  let playedSeconds = 0;
  let cancel = () => {};
  const position = () =>
    startedMs === null ? playedSeconds : playedSeconds + ((performance.now() - startedMs) / 1000) * rate;
  const wait = () => {
    cancel();
    startedMs = performance.now();
    cancel = clock.after(((seconds - playedSeconds) / rate) * 1000, () => silence.onEnd?.());
  };
  const silence: PlayedSound = {
    play: async () => wait(),
    stop: () => cancel(),
    durationSeconds: () => seconds,
    positionSeconds: () => Math.min(position(), seconds),
    setRate(next) {
      playedSeconds = position();
      rate = next;
      if (startedMs !== null) wait();
    },
    onEnd: null,
    onFailure: null,
  };
  return silence;
}
