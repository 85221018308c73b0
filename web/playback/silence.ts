import type { PlaybackClock, PlayedSound } from './sound.ts';

/** Create a silence as long as a line, which the user reads aloud. */
export function createSilence(seconds: number, clock: PlaybackClock): PlayedSound {
  let rate = 1;
  let begunMs: number | null = null;
  /** Seconds of the silence before the last change of speed. */
  let passed = 0;
  let prevent = () => {};
  const position = () => (begunMs === null ? passed : passed + ((performance.now() - begunMs) / 1000) * rate);
  const wait = () => {
    prevent();
    begunMs = performance.now();
    prevent = clock.after(((seconds - passed) / rate) * 1000, () => silence.onEnd?.());
  };
  const silence: PlayedSound = {
    play: async () => wait(),
    stop: () => prevent(),
    durationSeconds: () => seconds,
    positionSeconds: () => Math.min(position(), seconds),
    setRate(next) {
      passed = position();
      rate = next;
      if (begunMs !== null) wait();
    },
    onEnd: null,
    onFailure: null,
  };
  return silence;
}
