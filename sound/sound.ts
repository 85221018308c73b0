/** What is heard: one channel of samples, from -1 to 1, so many a second. */
export interface Sound {
  samples: Float32Array;
  sampleRate: number;
}

/** The rate of every file that the product makes, in samples a second (docs/spec/audio.md). */
export const fileSampleRate = 44_100;

/** Seconds. */
export function durationOf({ samples, sampleRate }: Sound): number {
  return samples.length / sampleRate;
}
