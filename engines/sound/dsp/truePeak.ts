import type { Sound } from '../sound.ts';
import { sincWeights } from './sinc.ts';

/**
 * Weights for three positions between two samples, as ITU-R BS.1770, annex 2, requires at such
 * rates.
 */
const between = [0.25, 0.5, 0.75].map((fraction) => sincWeights(fraction, 8, 1));

/**
 * Return the absolute height of the wave from each sample to the next. Playback draws a curve
 * through the samples, which rises above them. Where two neighbours are below half of `from`, only
 * they are read: only noise at the highest tones rises to twice as much in between.
 */
export function interSamplePeaks({ samples }: Sound, from = 0): Float32Array {
  const peaks = new Float32Array(samples.length);
  let here = Math.abs(samples[0] ?? 0);
  for (let at = 0; at < samples.length; at++) {
    const next = Math.abs(samples[at + 1] ?? 0);
    let height = here;
    if (here >= from / 2 || next >= from / 2) {
      for (const weights of between) height = Math.max(height, Math.abs(readAt(samples, at - 7, weights)));
    }
    peaks[at] = height;
    here = next;
  }
  return peaks;
}

function readAt(samples: Float32Array, first: number, weights: Float32Array): number {
  let sum = 0;
  const from = Math.max(0, -first);
  const to = Math.min(weights.length, samples.length - first);
  for (let tap = from; tap < to; tap++) sum += (weights[tap] as number) * (samples[first + tap] as number);
  return sum;
}

/** Return the true peak of the wave; 1 is full scale. */
export function truePeakOf(sound: Sound): number {
  let peak = 0;
  for (const height of interSamplePeaks(sound)) peak = Math.max(peak, height);
  return peak;
}
