import type { Sound } from '../sound.ts';
import { interSamplePeaks } from './truePeak.ts';

/**
 * Look-ahead in seconds: a gain that falls more slowly than a wave causes no audible distortion.
 */
const aheadSeconds = 0.005;
/** Time for the gain to recover by 63 %. */
const releaseSeconds = 0.05;
/** Number of release times until the gain has recovered fully (-90 dB). */
const releases = 10;

/** Reduce the peaks of a sound to `ceiling` (1 is full scale) with a smoothly changing gain. */
export function applyLimiter(sound: Sound, ceiling: number): Sound {
  const { sampleRate } = sound;
  const ahead = Math.ceil(aheadSeconds * sampleRate);
  const release = releaseSeconds * sampleRate;
  const heights = interSamplePeaks(sound, ceiling);
  const ranges = rangesAbove(heights, ceiling, 2 * ahead, Math.ceil(2 * ahead + releases * release));
  if (ranges.length === 0) return sound;
  const samples = sound.samples.slice();
  for (const [from, to] of ranges) {
    const needed = heights.slice(from, to);
    for (let at = 0; at < needed.length; at++) {
      const height = needed[at] as number;
      needed[at] = height > ceiling ? ceiling / height : 1;
    }
    const gains = movingAverage(applyRelease(lowestAround(needed, ahead), release), ahead);
    for (let at = 0; at < gains.length; at++)
      samples[from + at] = (samples[from + at] as number) * (gains[at] as number);
  }
  return { samples, sampleRate };
}

/**
 * Return the ranges in which the gain is not 1, around samples above the ceiling. Usually most of a
 * sound is outside them.
 */
function rangesAbove(
  heights: Float32Array,
  ceiling: number,
  before: number,
  after: number,
): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < heights.length; at++) {
    if ((heights[at] as number) <= ceiling) continue;
    const [from, to] = [Math.max(0, at - before), Math.min(heights.length, at + after)];
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Return for each position the lowest value at most `half` away, with a monotonic queue. */
function lowestAround(values: Float32Array, half: number): Float32Array {
  const result = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let first = 0;
  let end = 0;
  for (let at = 0; at < values.length + half; at++) {
    if (at < values.length) {
      const value = values[at] as number;
      while (end > first && (values[queue[end - 1] as number] as number) >= value) end--;
      queue[end++] = at;
    }
    const middle = at - half;
    if (middle < 0) continue;
    while ((queue[first] as number) < middle - half) first++;
    result[middle] = values[queue[first] as number] as number;
  }
  return result;
}

/** Make a gain fall at once and rise slowly: 63 % within `samples`. In place. */
function applyRelease(values: Float32Array, samples: number): Float32Array {
  const share = 1 - Math.exp(-1 / samples);
  let gain = 1;
  for (let at = 0; at < values.length; at++) {
    gain = Math.min(values[at] as number, gain + (1 - gain) * share);
    values[at] = gain;
  }
  return values;
}

/**
 * Return the moving average over `half` values on both sides; the first and last value are repeated
 * beyond the ends.
 */
function movingAverage(values: Float32Array, half: number): Float32Array {
  const result = new Float32Array(values.length);
  const last = values.length - 1;
  const width = 2 * half + 1;
  let sum = 0;
  for (let place = -half; place <= half; place++) sum += values[Math.min(last, Math.max(0, place))] as number;
  for (let middle = 0; middle <= last; middle++) {
    result[middle] = sum / width;
    sum += values[Math.min(last, middle + half + 1)] as number;
    sum -= values[Math.max(0, middle - half)] as number;
  }
  return result;
}
