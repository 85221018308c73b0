import type { Sound } from '../sound.ts';
import { sincWeights } from './sinc.ts';

/** Between two samples the wave is looked at in three places, as ITU-R BS.1770, annex 2, asks for at such rates. */
const between = [0.25, 0.5, 0.75].map((fraction) => sincWeights(fraction, 8, 1));

/**
 * How high the wave rises at each sample and from there to the next, without its sign: what plays it draws a curve
 * through the samples, and that goes above them. Where two neighbours are below half of `from`, only they are looked at:
 * no sound but noise at the highest tones rises to twice as much between them.
 */
export function interSamplePeaks({ samples }: Sound, from = 0): Float32Array {
  const heights = new Float32Array(samples.length);
  let here = Math.abs(samples[0] ?? 0);
  for (let at = 0; at < samples.length; at++) {
    const next = Math.abs(samples[at + 1] ?? 0);
    let height = here;
    if (here >= from / 2 || next >= from / 2) {
      for (const weights of between) height = Math.max(height, Math.abs(readAt(samples, at - 7, weights)));
    }
    heights[at] = height;
    here = next;
  }
  return heights;
}

function readAt(samples: Float32Array, first: number, weights: Float32Array): number {
  let sum = 0;
  const from = Math.max(0, -first);
  const to = Math.min(weights.length, samples.length - first);
  for (let tap = from; tap < to; tap++) sum += (weights[tap] as number) * (samples[first + tap] as number);
  return sum;
}

/** The highest point of the wave, 1 being full scale. */
export function truePeakOf(sound: Sound): number {
  let peak = 0;
  for (const height of interSamplePeaks(sound)) peak = Math.max(peak, height);
  return peak;
}
