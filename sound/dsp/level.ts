import type { Sound } from '../sound.ts';

/** What samples are multiplied by for so many decibels: 6 dB is twice. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Decibels of an amplitude, 1 being full scale; -Infinity of nothing. */
export function decibelsOf(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

/** So many decibels louder, or softer below 0. Nothing is held back: see limiter.ts. */
export function applyGain({ samples, sampleRate }: Sound, decibels: number): Sound {
  const gain = gainOf(decibels);
  const result = new Float32Array(samples.length);
  for (let at = 0; at < result.length; at++) result[at] = (samples[at] as number) * gain;
  return { samples: result, sampleRate };
}

/** The largest sample, without its sign. */
export function samplePeakOf({ samples }: Sound): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
