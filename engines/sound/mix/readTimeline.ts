import { nextStartSeconds } from '#screenplay/playback/timing.ts';

/** Timing of one sound of a playback. */
export interface TimedSound {
  durationSeconds: number;
  /**
   * The next sound begins this long before its end. Source: OQ-75, in
   * screenplay/playback/timing.ts.
   */
  overlapSeconds: number;
}

/**
 * Computes when each sound of a playback begins, in seconds from its start. Durations are added one
 * by one, because each is known only once its file has been fetched.
 */
export class ReadTimeline {
  #next = 0;
  #end = 0;

  /** Add a sound and return its start. */
  place({ durationSeconds, overlapSeconds }: TimedSound): number {
    const start = this.#next;
    this.#next = start + nextStartSeconds(durationSeconds, overlapSeconds);
    this.#end = Math.max(this.#end, start + durationSeconds);
    return start;
  }

  /** The start of the next sound, and so of a scene's chapter. */
  get nextSeconds(): number {
    return this.#next;
  }

  /** The end of the last sound so far. */
  get endSeconds(): number {
    return this.#end;
  }
}

/** Return the starts of a whole list of sounds. */
export function startsOf(sounds: readonly TimedSound[]): number[] {
  const timeline = new ReadTimeline();
  return sounds.map((sound) => timeline.place(sound));
}
