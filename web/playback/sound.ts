/** One sound from its beginning to its end: a file, a voice of this device, or a silence of some length. */
export interface PlayedSound {
  /** Begins; rejects where it cannot be played. */
  play: () => Promise<void>;
  /** Ends it at once, without a word to onEnd. */
  stop: () => void;
  /** Not a number while nobody knows. Both in seconds of the sound, whatever its speed. */
  durationSeconds: () => number;
  positionSeconds: () => number;
  /** Where in its text a voice is that tells; null before it does. Absent: it never tells. */
  textOffset?: () => number | null;
  /** 1: as it was made. */
  setRate: (rate: number) => void;
  onEnd: (() => void) | null;
  /** It broke off. */
  onFailure: ((error: unknown) => void) | null;
}

/** Time, as far as a playback needs it. */
export interface PlaybackClock {
  /** Runs it once; gives the way to prevent that. */
  after: (ms: number, run: () => void) => () => void;
}

export const windowClock: PlaybackClock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
