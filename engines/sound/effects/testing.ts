import type { Sound } from '../sound.ts';

const size = 512;
const waves = Array.from({ length: size }, (_, index) => Math.cos((2 * Math.PI * index) / size));
const hann = waves.map((wave) => 0.5 - 0.5 * wave);

/**
 * Return the spectral centroid in hertz: the mean frequency weighted by power, from plain DFTs of
 * twelve sections.
 */
export function spectralCentroid({ samples, sampleRate }: Sound): number {
  let [sum, weight] = [0, 0];
  for (let stretch = 0; stretch < 12; stretch++) {
    const start = Math.floor(((samples.length - size) * stretch) / 11);
    for (let bin = 1; bin < size / 2; bin++) {
      let [real, imaginary] = [0, 0];
      for (let index = 0; index < size; index++) {
        const sample = (samples[start + index] as number) * (hann[index] as number);
        real += sample * (waves[(bin * index) % size] as number);
        imaginary += sample * (waves[(bin * index + size / 4) % size] as number);
      }
      const power = real * real + imaginary * imaginary;
      sum += power * ((bin * sampleRate) / size);
      weight += power;
    }
  }
  return sum / weight;
}

/**
 * Return the onsets in seconds: times at which the level of 10 ms rises above a third of the
 * highest. Onsets within 0.15 seconds of another one are merged into it.
 */
export function onsetsOf({ samples, sampleRate }: Sound): number[] {
  const length = Math.round(sampleRate / 100);
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += length) {
    let sum = 0;
    for (const sample of samples.subarray(start, start + length)) sum += sample * sample;
    levels.push(Math.sqrt(sum / length));
  }
  const top = Math.max(...levels);
  const onsets: number[] = [];
  let lastOnset = -1;
  for (const [index, level] of levels.entries()) {
    if (level < top / 3) continue;
    if (lastOnset < 0 || index - lastOnset > 15) onsets.push(index / 100);
    lastOnset = index;
  }
  return onsets;
}
