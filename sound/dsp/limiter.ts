import type { Sound } from '../sound.ts';
import { interSamplePeaks } from './truePeak.ts';

/** The gain is down so long before a peak, in seconds: what falls more slowly than a wave is not heard as a distortion. */
const aheadSeconds = 0.005;
/** It is back to 63 % after so long. */
const releaseSeconds = 0.05;
/** After so many of those it is back: what is missing is 90 dB below. */
const releases = 10;

/** The sound with its peaks taken down to `ceiling` (1 is full scale) by a gain that falls and rises smoothly. */
export function applyLimiter(sound: Sound, ceiling: number): Sound {
  const { sampleRate } = sound;
  const ahead = Math.ceil(aheadSeconds * sampleRate);
  const release = releaseSeconds * sampleRate;
  const heights = interSamplePeaks(sound, ceiling);
  const stretches = stretchesAbove(heights, ceiling, 2 * ahead, Math.ceil(2 * ahead + releases * release));
  if (stretches.length === 0) return sound;
  const samples = sound.samples.slice();
  for (const [from, to] of stretches) {
    const needed = heights.slice(from, to);
    for (let at = 0; at < needed.length; at++) {
      const height = needed[at] as number;
      needed[at] = height > ceiling ? ceiling / height : 1;
    }
    const gains = averaged(released(lowestAround(needed, ahead), release), ahead);
    for (let at = 0; at < gains.length; at++)
      samples[from + at] = (samples[from + at] as number) * (gains[at] as number);
  }
  return { samples, sampleRate };
}

/** Where the gain is not 1: around what is above the ceiling. Most of a sound is elsewhere. */
function stretchesAbove(
  heights: Float32Array,
  ceiling: number,
  before: number,
  after: number,
): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  for (let at = 0; at < heights.length; at++) {
    if ((heights[at] as number) <= ceiling) continue;
    const [from, to] = [Math.max(0, at - before), Math.min(heights.length, at + after)];
    const last = stretches.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else stretches.push([from, to]);
  }
  return stretches;
}

/** Of each place the lowest value at most `half` away, by a queue of those that may still be it. */
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

/** Falls at once and rises slowly, by `samples` to 63 %. Works in place. */
function released(values: Float32Array, samples: number): Float32Array {
  const share = 1 - Math.exp(-1 / samples);
  let gain = 1;
  for (let at = 0; at < values.length; at++) {
    gain = Math.min(values[at] as number, gain + (1 - gain) * share);
    values[at] = gain;
  }
  return values;
}

/** The mean of those at most `half` away; beyond the ends the last value goes on. */
function averaged(values: Float32Array, half: number): Float32Array {
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
