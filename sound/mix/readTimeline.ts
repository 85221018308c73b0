import { nextStartSeconds } from '#screenplay/playback/timing.ts';

/** What a playback needs to know of one thing that is heard. */
export interface TimedSound {
  durationSeconds: number;
  /** So long before its end the next one begins; by decision OQ-75 in screenplay/playback/timing.ts. */
  overlapSeconds: number;
}

/**
 * When each thing of a playback begins, in seconds from its start. Durations are told one by one, because they are known
 * only when a file has been fetched.
 */
export class ReadTimeline {
  #next = 0;
  #end = 0;

  /** When this one begins. */
  place({ durationSeconds, overlapSeconds }: TimedSound): number {
    const start = this.#next;
    this.#next = start + nextStartSeconds(durationSeconds, overlapSeconds);
    this.#end = Math.max(this.#end, start + durationSeconds);
    return start;
  }

  /** When the next one will begin: where a scene's chapter starts. */
  get nextSeconds(): number {
    return this.#next;
  }

  /** When the last sound so far is over. */
  get endSeconds(): number {
    return this.#end;
  }
}

/** The same for a whole list. */
export function startsOf(sounds: readonly TimedSound[]): number[] {
  const timeline = new ReadTimeline();
  return sounds.map((sound) => timeline.place(sound));
}
