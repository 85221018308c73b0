/** One sound from its beginning to its end: a file, a voice of this device, or a silence. */
export interface PlayedSound {
  /** Starts the sound. Rejects if it cannot be played. */
  play: () => Promise<void>;
  /** Ends the sound immediately, without calling onEnd. */
  stop: () => void;
  /** NaN while unknown. Duration and position are in seconds of the sound, whatever its speed. */
  durationSeconds: () => number;
  positionSeconds: () => number;
  /**
   * Offset in the spoken text; null before the first report. Undefined: the voice does not report
   * it.
   */
  textOffset?: () => number | null;
  /** 1: the original speed. */
  setRate: (rate: number) => void;
  onEnd: (() => void) | null;
  /** Called when the sound fails while it plays. */
  onFailure: ((error: unknown) => void) | null;
}

/** Timers of a playback. */
export interface PlaybackClock {
  /** Calls `run` once. Returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
}

export const windowClock: PlaybackClock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
