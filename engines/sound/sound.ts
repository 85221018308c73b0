/** A mono sound: samples from -1 to 1, `sampleRate` per second. */
export interface Sound {
  samples: Float32Array;
  sampleRate: number;
}

/** Sample rate of every file that the product makes, in samples per second (docs/spec/audio.md). */
export const fileSampleRate = 44_100;

/** Return the duration in seconds. */
export function durationOf({ samples, sampleRate }: Sound): number {
  return samples.length / sampleRate;
}
